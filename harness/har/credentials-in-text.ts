import { looksOpaque, namesCredential } from "../redaction/credentials.ts";

/** Tokens whose form alone says what they are: a JWT (RFC 7519), and those with the mark of who issued them. */
const recognisable = [
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  /(?<![\w-])(?:gh[opsu]_|github_pat_|glpat-|xox[abeprs]-|[rs]k_(?:live|test)_|AIza|v[1-4]\.(?:local|public)\.)[\w-]{12,}/g,
  /(?<![\w-])A[KS]IA[A-Z0-9]{16}(?![\w-])/g,
] as const;
/** What separates names and values in headers, forms, multipart bodies, XML and sentences. */
const separators = /[\s"'<>&;,=:(){}[\]]+/;
/** A value may stand behind the scheme: `Authorization: Bearer …`. */
const mostApart = 2;

/**
 * Values in any text that look like credentials: those that stand behind a name for one, such as
 * `nonce="…"`, `<password>…` or `client_secret: …`, and tokens of a known form.
 */
export function credentialsInText(text: string): readonly string[] {
  const words = text.split(separators);
  // Opaque words are rare, and names are looked at more closely.
  const named = words.filter(
    (word, index) =>
      looksOpaque(word) &&
      words
        .slice(Math.max(0, index - mostApart), index)
        .some((before) => namesCredential(before) !== "no"),
  );
  return [...named, ...recognisable.flatMap((form) => text.match(form) ?? [])];
}
