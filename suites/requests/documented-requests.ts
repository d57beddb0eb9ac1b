import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { type CheckContext, firstRequest } from "../model/check.ts";
import { isInVersion } from "../model/in-version.ts";
import { opaqueTopicId } from "./careless-texts.ts";
import { everyFilter, namedParameters } from "./named-parameters.ts";
import {
  elsewhere,
  geolocationDefaults,
  ordinary,
  request,
  withDefaultCodes,
  withDocumentedCodes,
} from "./ordinary-requests.ts";
import { inSortOrder } from "./publisher-values.ts";
import { secondPage } from "./sized-pages.ts";

/** Requests for which every server that knows their parameters needs a key. */
export interface DocumentedRequests {
  /** With as many parameters as may be sent together; null if a parameter of it is not in the version. */
  readonly everything: RequestSpec | null;
  /** Further ones, which some servers answer from another source or cache: with one parameter, another value, none. */
  readonly others: readonly RequestSpec[];
}

/** Those of the cell's endpoint whose parameters its version has. */
export function documentedRequests(context: CheckContext): DocumentedRequests {
  const [first, ...rest] = documentedQueries(context).map((query) => {
    const spec = query && request(context, query);
    return spec && isInVersion(spec, context) ? spec : null;
  });
  return { everything: first ?? null, others: rest.filter((spec) => spec !== null) };
}

type Query = RequestSpec["query"];

/** Everything first; null in place of a query whose parameters have no known name. */
function documentedQueries(context: CheckContext): readonly (Query | null)[] {
  const { country, language, domain } = context.target.samples(context.cell.surface);
  const named = (group: string, values: Readonly<Record<string, string>>) => {
    const query = namedParameters(context, group, values);
    return query.length === 0 ? null : query;
  };
  const usual = firstRequest(ordinary(context)).query;
  switch (context.cell.endpoint) {
    case "/search": {
      const choice = secondPage(context);
      const pages = choice === null ? null : firstRequest(choice).query;
      const byCountry = ["country", country.toLowerCase()] as const;
      const byLanguage = ["language", language.toLowerCase()] as const;
      const dates = { from: "2026-01-01", to: "2026-01-31" };
      const byDomain = { domain: domain ?? "example.com" };
      const filters = named("search", { ...byDomain, ...dates });
      const codes = [byCountry, byLanguage];
      return [
        [...usual, ...codes, ...(filters ?? []), ...(pages ?? [])],
        pages,
        [byCountry],
        [],
        named("search", { page: "1" }),
        [...usual, byCountry],
        [byLanguage],
        named("search", { from: dates.from }),
        pages?.slice(-1) ?? null,
        named("search", byDomain),
        named("search", { to: dates.to }),
      ];
    }
    case "/topics":
      return [
        named("topics", { topic: opaqueTopicId, subtopic: opaqueTopicId }),
        [],
        named("topics", { topic: "BUSINESS" }),
      ];
    case "/geolocation": {
      const [location] = withDefaultCodes(context).query;
      const byLanguage = ["language", geolocationDefaults.language] as const;
      return [
        firstRequest(withDocumentedCodes(context)).query,
        elsewhere(context).query,
        location === undefined ? null : [location, byLanguage],
        location === undefined ? null : [["country", geolocationDefaults.country], location],
      ];
    }
    case "/search/publishers": {
      const filters = everyFilter(context);
      const limit = named("publishers", { limit: "37" });
      return [
        // A server that refuses the sort order looks for the key first, in all probability.
        [...filters, ...(limit ?? []), ...(inSortOrder(context)?.query ?? [])],
        named("publishers", { category: "General" }),
        [...filters, ...(limit ?? [])],
        limit,
        named("publishers", { country }),
        named("publishers", { query: "news" }),
      ];
    }
    default:
      // A server that keeps its responses by their URL may not look for the key at another one.
      return [
        usual,
        [...usual, ["next", "/ping"]],
        ...(usual.length === 0 ? [] : [usual.map(([name]) => [name, "weather"] as const)]),
      ];
  }
}
