import type { Check } from "../engine/check.ts";
import { acceptanceChecks } from "./parameter-acceptance.ts";
import { combinationChecks } from "./parameter-combinations.ts";
import { echoChecks } from "./parameter-echo.ts";
import { filterChecks } from "./parameter-filters.ts";
import { linkChecks } from "./parameter-links.ts";
import { publisherChecks } from "./parameter-publishers.ts";

/** The largest area: what is accepted, alone and together, echoed, filtered by at both searches, and followed. */
export const parameterChecks: readonly Check[] = [
  ...acceptanceChecks,
  ...combinationChecks,
  ...echoChecks,
  ...filterChecks,
  ...publisherChecks,
  ...linkChecks,
];
