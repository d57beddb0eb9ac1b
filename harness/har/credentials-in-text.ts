import { looksOpaque, namesCredential } from "../redaction/credentials.ts";
import { piecesOf } from "./pieces.ts";

/** Tokens whose form alone says what they are: a JWT (RFC 7519), and those with the mark of who issued them. */
const recognisable = [
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  /(?<![\w-])(?:gh[opsu]_|github_pat_|glpat-|xox[abeprs]-|[rs]k_(?:live|test)_|AIza|v[1-4]\.(?:local|public)\.)[\w-]{12,}/g,
  /(?<![\w-])A[KS]IA[A-Z0-9]{16}(?![\w-])/g,
] as const;
/** What separates names and values in headers, forms, multipart bodies, XML and sentences. */
const separators = /[\s"'<>&;,=:(){}[\]]+/g;
/** A value may stand behind the scheme: `Authorization: Bearer …`. */
const mostApart = 2;

/**
 * Values in any text that look like credentials: those that stand behind a name for one, such as
 * `nonce="…"`, `<password>…` or `client_secret: …`, and tokens of a known form.
 */
export function* credentialsInText(text: string): Iterable<string> {
  let last: readonly string[] = [];
  for (const batch of piecesOf(text, separators)) {
    const words = last.length === 0 ? batch : [...last, ...batch];
    for (let index = last.length; index < words.length; index += 1) {
      const word = words[index] ?? "";
      // Opaque words are rare, and names are looked at more closely.
      if (!looksOpaque(word)) continue;
      const before = words.slice(Math.max(0, index - mostApart), index);
      if (before.some((one) => namesCredential(one) !== "no")) yield word;
    }
    last = words.slice(-mostApart);
  }
  for (const form of recognisable) for (const [token] of text.matchAll(form)) yield token;
}
