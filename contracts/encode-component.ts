// biome-ignore-all lint/style/noRestrictedGlobals: these are what is used in their place

/**
 * Encodes a text as `encodeURIComponent` does, which throws at a lone surrogate: texts of a response, a description or
 * a recording may contain one. It can't be encoded as UTF-8, so it becomes U+FFFD, as in browsers.
 */
export function encodeComponent(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Encodes a text as `encodeURI` does, and a lone surrogate as `encodeComponent` does. */
export function encodeAddress(text: string): string {
  return encodeURI(Buffer.from(text).toString());
}
