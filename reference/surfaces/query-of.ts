/** The query string of a request target, read leniently: broken percent-encoding stays as it is. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
}

/** The path of a request target below the prefix; null where it lies outside. */
export function pathOf(target: string, prefix: string): string | null {
  const path = target.split("?", 1)[0] ?? target;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}
