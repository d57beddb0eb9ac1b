/** The query string of a request target, parsed leniently: invalid percent-encoding is kept. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
}

/**
 * The path of a request target below the prefix; null if it is outside. The target may also be an
 * absolute URL (RFC 9112, 3.2.2).
 */
export function pathOf(target: string, prefix: string): string | null {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}
