import type { Operation } from "../../../contracts/catalogue.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Surface } from "../../../contracts/vocabulary.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { request } from "../../../suites/requests/ordinary-requests.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";

export type Query = Readonly<Record<string, string>>;

/** A cell of a target of which everything is known. */
export function at(
  version: string,
  surface: Surface = "aggregator",
  endpoint = "/search",
): CheckContext {
  return {
    cell: { surface, endpoint, version, auth: "bearer" },
    target: completeTarget(),
    contracts: loadCatalogue(),
  };
}

/** `/search` at each version of the aggregator. */
export const current = at("2026-05-25");
export const v2 = at("2024-01-01");
export const v1 = at("2022-01-01");
export const publishers = at("2026-08-01", "news", "/search/publishers");

/** A response to a request with these parameters. */
export function answered(
  context: CheckContext,
  query: Query,
  body: unknown,
  status = 200,
): Exchange {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return madeUpExchange(request(context, Object.entries(query)), { status, body: text });
}

export interface Article {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly date?: unknown;
  readonly source?: unknown;
  readonly image?: unknown;
  readonly type?: string;
}

/** One article for each letter, with the letter in its URL. */
export function letters(text: string): readonly Article[] {
  return [...text].map((letter) => ({ url: `https://${letter}.example/1` }));
}

/** A search that found these articles, with the list of its version. */
export function found(
  context: CheckContext,
  query: Query,
  articles: readonly Article[],
  more: Readonly<Record<string, unknown>> = {},
): Exchange {
  const operation: Operation = operationOf(context);
  const typed = operation.entries?.polymorphic
    ? articles.map((article) => ({ type: "article", ...article }))
    : articles;
  return answered(context, query, { ...more, [operation.list ?? ""]: typed });
}
