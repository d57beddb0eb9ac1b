import type { Catalogue } from "../../contracts/catalogue.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { sampleRequests } from "../engine/samples.ts";
import { firstRequest } from "../model/check.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import type { Target } from "../model/target.ts";
import { smokeRequests } from "./smoke.ts";

/**
 * The requests that a run sends before those of its plan: the smoke step, and whether the samples have
 * hits. There are more if another service responds or a sample has none.
 */
export function firstRequests(
  planned: readonly PlannedCheck[],
  target: Target,
  contracts: Catalogue,
): readonly RequestSpec[] {
  const asked = new Set(
    planned.flatMap(({ requests }) => requests.map((spec) => `${spec.surface} ${spec.endpoint}`)),
  );
  const smoke = target.surfaces
    .filter((surface) =>
      planned.some(({ cell, requests }) => cell.surface === surface && requests.length > 0),
    )
    .flatMap((surface) => {
      const requests = smokeRequests(surface, target, contracts);
      return [requests.ping, ...requests.keyed].map(firstRequest);
    });
  const wants = (surface: string, endpoint: string) => asked.has(`${surface} ${endpoint}`);
  return [...smoke, ...sampleRequests({ target, contracts, wants })];
}
