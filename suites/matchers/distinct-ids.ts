import { isDeepStrictEqual } from "node:util";
import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { isRefusal } from "./answer.ts";
import { member } from "./json.ts";
import { metadataOf, stampOf } from "./metadata.ts";
import { asksTheSame } from "./same-query.ts";

/** Expects different identifiers in two responses, whatever their status. */
export function expectOtherId(first: Exchange, second: Exchange): readonly Found[] {
  const [one, two] = [first, second].map(idOf);
  if (typeof two !== "string" || one !== two) return [];
  return [
    {
      path: "/metadata/id",
      expected: "an id that differs from that of another response",
      actual: two,
      exchange: second.id,
      beside: first.id,
    },
  ];
}

function idOf({ answer }: Exchange): unknown {
  return answer?.json.ok ? member(member(answer.json.value, "metadata"), "id") : undefined;
}

/** Expects it of two responses that both are refusals. */
export function expectOtherIdOfRefusals(
  first: Exchange | undefined,
  second: Exchange | undefined,
): readonly Found[] {
  if (first === undefined || second === undefined) return [];
  return [first, second].every(wasRefused) ? expectOtherId(first, second) : [];
}

function wasRefused({ answer }: Exchange): boolean {
  return isRefusal(answer?.status ?? 0);
}

/**
 * Expects one time for each identifier: two responses with one identifier and two times are not copies of one response
 * from a cache, which may serve equivalent requests.
 */
export function expectOneTimeEach(exchanges: readonly Exchange[]): readonly Found[] {
  const stamped = exchanges.flatMap((exchange) => {
    const stamp = metadataOf(exchange);
    return stamp === null ? [] : [{ exchange, ...stamp }];
  });
  return [...group(stamped, ({ id }) => id).values()]
    .flatMap(([first, ...rest]) => {
      const other = rest.find(({ timestamp }) => timestamp !== first?.timestamp);
      return first && other ? expectOtherId(first.exchange, other.exchange) : [];
    })
    .slice(0, 1);
}

/**
 * Expects that a response of the endpoint does not have the identifier of one that it cannot be a copy of: of another
 * endpoint, status or content. Even a cache tells the URLs of refusals apart.
 */
export function expectOwnIdEach(
  exchanges: readonly Exchange[],
  { cell, contracts }: CheckContext,
): readonly Found[] {
  const stamped = exchanges.flatMap((exchange) => {
    const stamp = isTraced(exchange) ? null : stampOf(exchange);
    return stamp === null ? [] : [{ exchange, id: stamp.id }];
  });
  return [...group(stamped, ({ id }) => id).values()]
    .flatMap((same) => {
      const own = same.find(({ exchange }) => exchange.spec.endpoint === cell.endpoint);
      const other = same.find(
        ({ exchange }) => own && !mayShareId(own.exchange, exchange, contracts),
      );
      return own && other ? expectOtherId(other.exchange, own.exchange) : [];
    })
    .slice(0, 1);
}

/** Whether a client sent an identifier of its own, which a server may adopt. */
function isTraced({ spec }: Exchange): boolean {
  return spec.negotiation?.others?.traceparent !== undefined;
}

function mayShareId(one: Exchange, other: Exchange, contracts: Catalogue): boolean {
  const both = [one, other];
  if (both.every(wasRefused)) return asksTheSame(one.spec, other.spec, contracts);
  return (
    one.spec.endpoint === other.spec.endpoint &&
    one.answer?.status === other.answer?.status &&
    isDeepStrictEqual(contentOf(one), contentOf(other))
  );
}

/** What a response has besides its metadata and the echo, which a server may add to content from a cache. */
function contentOf({ answer }: Exchange): unknown {
  const body = answer?.json.ok ? answer.json.value : undefined;
  if (!isObject(body)) return body;
  const { metadata: _, parameters: __, ...content } = body;
  return content;
}
