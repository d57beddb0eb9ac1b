import { anyItem, type ItemFilter } from "../corpus/search.ts";
import type { FaultRequest } from "./fault.ts";

/** What a request to `/search` selects. */
export function filterOf({ sent }: FaultRequest, isLegacy: boolean): ItemFilter {
  return {
    ...anyItem,
    query: sent.get("query") ?? (isLegacy ? sent.get("q") : null) ?? null,
    country: sent.get("country") ?? null,
    language: sent.get("language") ?? null,
    domain: sent.get("domain") ?? null,
    from: sent.get("published_from") ?? null,
    to: sent.get("published_to") ?? null,
    articlesOnly: isLegacy,
  };
}
