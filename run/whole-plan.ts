import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Configuration, Keys } from "../harness/settings/types.ts";
import { describeSurface } from "../reference/description/document.ts";
import { descriptionPath } from "../reference/description/path.ts";
import {
  referenceParameters,
  referenceSamples,
} from "../reference/description/reference-configuration.ts";
import { allChecks } from "../suites/checks/all-checks.ts";
import { planRun } from "../suites/engine/planning.ts";
import type { PlannedCheck } from "../suites/model/planned-check.ts";
import { createTarget } from "../suites/model/target.ts";

/** A target with all names known: those of the reference server. */
export const exemplarySurfaces: Configuration["surfaces"] = {
  aggregator: exemplary("aggregator", "https://staging.example/headlines"),
  news: exemplary("news", "https://staging.example/news"),
};

function exemplary(surface: "aggregator" | "news", baseUrl: string) {
  return {
    baseUrl,
    openapi: `${baseUrl}${descriptionPath}`,
    description: {
      source: `${baseUrl}${descriptionPath}`,
      document: describeSurface(surface, ""),
      problem: null,
      violations: [],
    },
    parameters: referenceParameters[surface],
    samples: referenceSamples[surface],
    revoke: { keyEnv: `${surface.toUpperCase()}_REVOCABLE_KEY`, command: "./revoke-key.sh" },
  };
}

const anyKey = { own: "own", revoked: "revoked", revocable: "revocable" };
const anyKeys: Keys = { aggregator: anyKey, news: anyKey };

/** Every check in every cell, for a target with all names known. Sends nothing. */
export function wholePlan(): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const target = createTarget({ surfaces: exemplarySurfaces }, anyKeys, contracts);
  return planRun(allChecks, target, contracts, loadRegister());
}
