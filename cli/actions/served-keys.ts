import { refusePlaceholder } from "../../harness/configuration/placeholder.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";

const variables = [
  "AGGREGATOR_API_KEY",
  "NEWS_API_KEY",
  "AGGREGATOR_REVOKED_KEY",
  "NEWS_REVOKED_KEY",
] as const;

/** By the name of the variable; those that are not set are absent. */
export type ServedKeys = Partial<Readonly<Record<(typeof variables)[number], string>>>;

/**
 * The keys that the reference server accepts, or has revoked, instead of random ones.
 *
 * @throws UsageError if there are none, one is a placeholder, or two variables have the same key: keys are
 *   product-scoped (Authentication, item 2)
 */
export function servedKeys(environment: Readonly<Record<string, string | undefined>>): ServedKeys {
  const found = variables.flatMap((name) => {
    const value = environment[name] ?? "";
    refusePlaceholder(value, name);
    return value === "" ? [] : [[name, value] as const];
  });
  if (found.length === 0) {
    throw new UsageError(
      "there is no key in the environment",
      `--keys-from-env reads ${variables.join(", ")}; those that are not set are random.`,
    );
  }
  for (const [index, [name, value]] of found.entries()) {
    const same = found.slice(0, index).find(([, other]) => other === value);
    if (same === undefined) continue;
    throw new UsageError(
      `${same[0]} and ${name} are the same key`,
      "A key belongs to one product, and is either valid or revoked.",
    );
  }
  return Object.fromEntries(found);
}
