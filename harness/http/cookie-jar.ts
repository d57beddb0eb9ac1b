import { carriesKey, type RequestSpec } from "../requests/request-spec.ts";
import type { Reply } from "./reply.ts";

/** The cookies that a server has set, for a request that sends them back. */
export interface CookieJar {
  /** Keeps what the response to a request with the own key sets. */
  keep(spec: Pick<RequestSpec, "credential">, reply: Reply): void;
  /** The value of `Cookie`; null if there is no cookie. */
  header(): string | null;
}

/** A server may set any number, and a request has to remain one that servers read. */
const mostCookies = 20;
const longestCookie = 1024;

/** Several `Set-Cookie` headers may be joined with commas, which dates in attributes contain as well. */
export const betweenNewCookies = /,(?=[^;,=]{1,256}=)|\n/g;

/** Keeps cookies for one surface. Their attributes do not matter: all requests go to the same place. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    keep({ credential }, reply) {
      if (reply.kind !== "answered" || !carriesKey(credential, "own")) return;
      for (const cookie of (reply.headers["set-cookie"] ?? "").split(betweenNewCookies)) {
        const [pair = ""] = cookie.split(";", 1);
        const name = pair.split("=", 1)[0]?.trim();
        const isKept = name && (cookies.has(name) || cookies.size < mostCookies);
        if (isKept && pair.length <= longestCookie) cookies.set(name, pair.trim());
      }
    },
    header: () => (cookies.size === 0 ? null : [...cookies.values()].join("; ")),
  };
}
