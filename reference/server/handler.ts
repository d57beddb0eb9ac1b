import type { Surface } from "../../contracts/vocabulary.ts";
import type { Deviation } from "../faults/fault.ts";
import { withFaults } from "../faults/with-faults.ts";
import type { Handler } from "../http/http-server.ts";
import type { KeyRing, ReferenceKeys } from "../http/keys.ts";
import { aggregatorEndpoints } from "../surfaces/aggregator.ts";
import { newsEndpoints } from "../surfaces/news.ts";
import { createSurface } from "./mount.ts";

/** The parts of a surface of the reference server. */
export interface SurfaceParts {
  readonly surface: Surface;
  /** Empty, or a path that begins with a slash and does not end with one. */
  readonly prefix: string;
  readonly faults: readonly Deviation[];
  readonly ring: KeyRing;
  readonly keys: ReferenceKeys;
  /** Called when a fault looks at what a server keeps between requests. */
  readonly onState?: () => void;
}

/** Handles the requests of one surface, with its faults. */
export function surfaceHandler(parts: SurfaceParts): Handler {
  const { surface, prefix, faults, ring } = parts;
  const endpoints = surface === "aggregator" ? aggregatorEndpoints : newsEndpoints;
  const conforming = createSurface({ surface, endpoints, prefix, ring });
  return faults.length === 0 ? conforming : withFaults(conforming, parts);
}
