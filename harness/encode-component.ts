/**
 * The same as `encodeURIComponent`, which throws at a lone surrogate: texts of a response or a recording may contain
 * one. It can't be encoded as UTF-8, so it becomes U+FFFD, as in browsers.
 */
export function encodeComponent(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
