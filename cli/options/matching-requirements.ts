import { loadRegister } from "../../contracts/load.ts";
import type { Requirement } from "../../contracts/register.ts";
import { idPatterns } from "../../harness/configuration/id-patterns.ts";
import { suggestion } from "../../harness/configuration/nearest.ts";
import { sentences } from "../../harness/configuration/sentences.ts";
import { wildcard } from "../../harness/configuration/wildcard.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";

/**
 * The requirements that match any of the patterns, in the order of the register, including those that
 * can't be tested.
 *
 * @param patterns ids, with `*` for any characters
 * @throws UsageError if a pattern matches none
 */
export function matchingRequirements(patterns: readonly string[]): readonly Requirement[] {
  const { requirements } = loadRegister();
  const ids = requirements.map(({ id }) => id);
  const tests = patterns.map((pattern) => {
    const matches = wildcard(pattern);
    if (ids.some(matches)) return matches;
    throw new UsageError(
      `there is no requirement ${JSON.stringify(pattern)}`,
      sentences(
        suggestion(pattern.replaceAll("*", ""), idPatterns(ids)),
        "news-conformance list lists all.",
      ),
    );
  });
  return requirements.filter(({ id }) => tests.some((matches) => matches(id)));
}
