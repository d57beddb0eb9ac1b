import { type Check, type Found, skip } from "../engine/check.ts";
import { entries, member } from "../matchers/json.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { schemaCheck } from "./schema-checks.ts";
import { successCheck } from "./success-check.ts";

/** A country's flag says whether some language of it is allowed; judged where all flags are booleans. */
function flagDisagrees(country: unknown, index: number): readonly Found[] {
  const allowed = member(country, "allowed");
  const languages = entries(member(country, "languages"));
  if (typeof allowed !== "boolean" || !Array.isArray(member(country, "languages"))) return [];
  const flags = languages.map((language) => member(language, "allowed"));
  if (flags.some((flag) => typeof flag !== "boolean")) return [];
  const some = flags.includes(true);
  if (allowed === some) return [];
  const because = some ? "a language is allowed" : "no language is allowed";
  return [
    {
      path: `/countries/${index}/allowed`,
      expected: `${some}, because ${because}`,
      actual: String(allowed),
    },
  ];
}

export const planChecks: readonly Check[] = [
  schemaCheck("plan.country-members"),
  schemaCheck("plan.country-types"),
  schemaCheck("plan.country-code-alpha2"),
  schemaCheck("plan.country-languages"),
  schemaCheck("plan.topic-members"),
  schemaCheck("plan.topic-types"),
  schemaCheck("plan.subtopics"),
  schemaCheck("plan.allowed-flag"),
  successCheck(
    "plan.country-allowed-iff-language",
    ({ list }) => list === "countries",
    (body, operation) => {
      const countries = itemsOf(body, operation);
      if (countries.length === 0) skip("no countries in the answer to sample");
      return countries.flatMap(flagDisagrees);
    },
  ),
];
