import { surfaces } from "../../contracts/vocabulary.ts";
import { keyExpression } from "../requests/key-names.ts";
import type { Redact } from "../secrets/redaction.ts";

/** Placeholders for our keys, and in those for keys that are derived from them. */
const placeholders = surfaces.flatMap((surface) => [
  keyExpression(surface, "own", null),
  keyExpression(surface, "shortened", null),
  keyExpression(surface, "unprefixed", null),
  keyExpression(surface, "revoked", null),
]);

/** Finds our keys in what a server sent, before they are removed: afterwards, a text may only look like it. */
export interface EchoSearch {
  /** The placeholders of the keys in a response, each under its place: `body`, or `header:` and a name. */
  echoedIn(
    body: string,
    headers: readonly (readonly [name: string, value: string])[],
  ): Readonly<Record<string, string>>;
}

export function createEchoSearch(redact: Redact): EchoSearch {
  /** The placeholder of a key in a text, in whatever form; null if there is none. */
  const keyIn = (text: string): string | null => {
    const found = redact.secretsIn?.(text) ?? [];
    return placeholders.find((one) => found.some((secret) => secret.includes(one))) ?? null;
  };
  return {
    echoedIn(body, headers) {
      const places: readonly (readonly [place: string, text: string])[] = [
        ["body", body],
        ...headers.map(([name, text]) => [`header:${name}`, text] as const),
      ];
      return Object.fromEntries(
        places.flatMap(([place, text]) => {
          const key = keyIn(text);
          return key === null ? [] : [[redact(place), key] as const];
        }),
      );
    },
  };
}
