import type { Check } from "./check.ts";
import { acceptanceChecks } from "./parameter-acceptance.ts";
import { echoChecks } from "./parameter-echo.ts";
import { filterChecks } from "./parameter-filters.ts";
import { linkChecks } from "./parameter-links.ts";

/** The largest area, in four files: what is accepted, echoed, filtered by, and followed. */
export const parameterChecks: readonly Check[] = [
  ...acceptanceChecks,
  ...echoChecks,
  ...filterChecks,
  ...linkChecks,
];
