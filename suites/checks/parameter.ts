import type { Check } from "../model/check.ts";
import { acceptanceChecks } from "./parameter-acceptance.ts";
import { combinationChecks } from "./parameter-combinations.ts";
import { defaultChecks } from "./parameter-defaults.ts";
import { echoChecks } from "./parameter-echo.ts";
import { effectChecks } from "./parameter-effects.ts";
import { filterChecks } from "./parameter-filters.ts";
import { linkNameChecks } from "./parameter-link-names.ts";
import { linkChecks } from "./parameter-links.ts";
import { pageChecks } from "./parameter-pages.ts";
import { publisherChecks } from "./parameter-publishers.ts";
import { oldPublisherChecks } from "./parameter-publishers-2024.ts";
import { sortChecks } from "./parameter-sort.ts";
import { topicChecks } from "./parameter-topics.ts";
import { unsentChecks } from "./parameter-unsent.ts";

/** The checks of the largest area, which has several files. */
export const parameterChecks: readonly Check[] = [
  ...acceptanceChecks,
  ...combinationChecks,
  ...echoChecks,
  ...defaultChecks,
  ...unsentChecks,
  ...filterChecks,
  ...effectChecks,
  ...pageChecks,
  ...publisherChecks,
  ...oldPublisherChecks,
  ...sortChecks,
  ...topicChecks,
  ...linkChecks,
  ...linkNameChecks,
];
