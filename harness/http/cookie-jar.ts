/** The cookies that a server has set, for a request that sends them back. */
export interface CookieJar {
  /** Keeps what a response sets; repeated `Set-Cookie` headers are joined with commas. */
  keep(headers: Readonly<Record<string, string>>): void;
  /** The value of `Cookie`; null if there is no cookie. */
  header(): string | null;
}

/** A server may set any number, and a request has to remain one that servers read. */
const mostCookies = 20;
const longestCookie = 1024;

/** Dates in attributes contain commas as well. */
const betweenCookies = /,(?=[^;,=]{1,256}=)/;

/** Keeps cookies for one surface. Their attributes do not matter: all requests go to the same place. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    keep(headers) {
      for (const cookie of (headers["set-cookie"] ?? "").split(betweenCookies)) {
        const [pair = ""] = cookie.split(";", 1);
        const name = pair.split("=", 1)[0]?.trim();
        const isKept = name && (cookies.has(name) || cookies.size < mostCookies);
        if (isKept && pair.length <= longestCookie) cookies.set(name, pair.trim());
      }
    },
    header: () => (cookies.size === 0 ? null : [...cookies.values()].join("; ")),
  };
}
