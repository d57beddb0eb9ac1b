/** Matches a key of this service, at the beginning of a text or as a word in it. */
const keyLike = /(^|[\s=:"'])bk_[^\s"']*/g;

/** The text without anything that looks like a key. */
export function withoutSecrets(text: string): string {
  return text.replace(keyLike, "$1[redacted]");
}

/** Whether a text is or contains a key of this service. */
export function looksLikeKey(text: string): boolean {
  return text.startsWith("bk_") || /[\s=:"']bk_[A-Za-z0-9_-]{6}/.test(text);
}
