import type { Area } from "../../contracts/areas.ts";
import type { Check } from "../model/check.ts";
import { authChecks } from "./auth.ts";
import { consistencyChecks } from "./consistency.ts";
import { descriptionChecks } from "./description.ts";
import { envelopeChecks } from "./envelope.ts";
import { pageCountChecks } from "./envelope-pages.ts";
import { errorChecks } from "./error.ts";
import { itemChecks } from "./item.ts";
import { limitChecks } from "./limit.ts";
import { metadataChecks } from "./metadata.ts";
import { parameterChecks } from "./parameter.ts";
import { pingChecks } from "./ping.ts";
import { planChecks } from "./plan.ts";
import { robustnessChecks } from "./robustness.ts";
import { transportChecks } from "./transport.ts";
import { versionChecks } from "./version.ts";

/** The checks of every area, in the order of the register. */
export const checksOfAreas: Readonly<Record<Area, readonly Check[]>> = {
  transport: transportChecks,
  ping: pingChecks,
  auth: authChecks,
  version: versionChecks,
  envelope: [...envelopeChecks, ...pageCountChecks],
  metadata: metadataChecks,
  item: itemChecks,
  plan: planChecks,
  parameter: parameterChecks,
  limit: limitChecks,
  error: errorChecks,
  description: descriptionChecks,
  robustness: robustnessChecks,
  consistency: consistencyChecks,
};

export const allChecks: readonly Check[] = Object.values(checksOfAreas).flat();
