import { surfaces } from "../../contracts/vocabulary.ts";
import { keyVariables } from "../requests/key-names.ts";
import { createRedactor, type Secret } from "../secrets/redaction.ts";
import { type Mistake, UsageError } from "../settings/usage-error.ts";
import type { Environment } from "./environment.ts";
import { withoutSecrets } from "./key-like.ts";
import { isPlaceholder } from "./placeholder.ts";

/** The keys that an environment has, before anything is known of the configuration. */
export function keysIn(environment: Environment): readonly Secret[] {
  const names = surfaces.flatMap(keyVariables);
  return names.flatMap((name) => {
    const value = environment[name]?.trim();
    return value ? [{ value, placeholder: `$${name}` }] : [];
  });
}

/**
 * The result of an action. If it fails, no message contains a key, of the environment or any other: messages quote
 * what is wrong, such as a URL.
 *
 * @throws UsageError like the action
 */
export function hidingKeys<T>(environment: Environment, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // A placeholder that stands in place of a key is shown, since it is not a secret.
    const keys = keysIn(environment).filter(({ value }) => !isPlaceholder(value));
    const redact = createRedactor(keys);
    const shown = ({ message, hint }: Mistake): Mistake => ({
      message: withoutSecrets(redact(message)),
      hint: hint === null ? null : withoutSecrets(redact(hint)),
    });
    throw UsageError.of(error.mistakes.map(shown), error.count);
  }
}
