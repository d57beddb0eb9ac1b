import type { Exchange } from "../../harness/exchanges/exchange.ts";
import {
  alternativesOf,
  type NamedExchanges,
  type RequestChoice,
  type RequestChoices,
} from "../model/check.ts";
import { alternatives } from "./ordinary-requests.ts";

/**
 * A link to open, and others of its list that are opened in its place if its topic is outside the caller's plan
 * (Limits, item 1).
 */
export type Link = readonly RequestChoice[];

/** So many links are tried until one is on the caller's plan. */
const most = 3;

/** The first entry, with those after it. */
export function firstOf<Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  return entries.length === 0 ? [] : [entries.slice(0, most)];
}

/** The last entry, with those before it. */
export function lastOf<Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  return firstOf(entries.toReversed());
}

/** The first and the last entry, unless they are the same. */
export function endsOf(entries: readonly string[]): readonly (readonly string[])[] {
  const isOne = entries[0] === entries.at(-1);
  return isOne ? firstOf(entries) : [...firstOf(entries), ...lastOf(entries)];
}

/** Begin the names of requests for links. */
const named = "link ";
const inPlaceOf = "in place of ";

/** The requests for links. Another one is sent only where the link itself is refused. */
export function requestsFor(links: readonly Link[]): RequestChoices {
  const all = links.flatMap(([link, ...others], index) => {
    if (link === undefined) return [];
    const name = `${named}${index + 1}`;
    if (others.length === 0) return [[name, link] as const];
    const either = alternatives([link, ...others].flatMap(alternativesOf));
    return [[name, link] as const, [inPlaceOf + name, either] as const];
  });
  return Object.fromEntries(all);
}

const isForbidden = ({ answer }: Exchange): boolean => answer?.status === 403;

/**
 * The links that were opened, each once: another in place of one that was answered with 403, as far as one was
 * served.
 */
export function linksIn(exchanges: NamedExchanges): readonly Exchange[] {
  const links = Object.entries(exchanges).flatMap(([name, link]) => {
    if (!name.startsWith(named)) return [];
    const other = exchanges[inPlaceOf + name];
    return [isForbidden(link) && other?.answer?.status === 200 ? other : link];
  });
  return [...new Map(links.map((link) => [link.id, link])).values()];
}

/** Links without those that are outside the caller's plan. */
export function onPlan(links: readonly Exchange[]): readonly Exchange[] {
  return links.filter((link) => !isForbidden(link));
}
