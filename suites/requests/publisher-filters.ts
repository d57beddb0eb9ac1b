import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext, RequestChoice } from "../model/check.ts";
import { describedSchema, textWithin } from "../model/described-values.ts";
import { parameterName } from "../model/parameter-names.ts";
import { sendsMore } from "../model/turns.ts";
import { alternatives, request } from "./ordinary-requests.ts";
import type { PublisherFilterName, PublisherValues } from "./publisher-values.ts";

/** A code in the letter case that the server's list does not use. */
function otherLetterCase(code: string): string {
  return code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase();
}

/** The codes in the letter case that the server's list does not use. */
export function inOtherLetterCase({
  category,
  country,
  language,
}: PublisherValues): PublisherValues {
  return { category, country: otherLetterCase(country), language: otherLetterCase(language) };
}

/** A publisher search with one filter, or with all filters whose names are known. */
export function filteredBy(
  context: CheckContext,
  names: readonly PublisherFilterName[],
  values: PublisherValues,
): RequestSpec {
  const pairs = names.flatMap((name) => {
    const known = parameterName(context, "publishers", name);
    return known === null ? [] : [[known, values[name]] as const];
  });
  return request(context, pairs);
}

/**
 * `filteredBy`; if it is refused, with the country in the other letter case. The specification writes countries in lower
 * case at one endpoint and in capital letters at another, and does not say which of the two publisher search has.
 */
export function filteredInEitherCase(
  context: CheckContext,
  names: readonly PublisherFilterName[],
  values: PublisherValues,
): RequestChoice {
  const listed = filteredBy(context, names, values);
  if (!names.includes("country") || parameterName(context, "publishers", "country") === null)
    return listed;
  const country = otherLetterCase(values.country);
  return alternatives([listed, filteredBy(context, names, { ...values, country })]);
}

/**
 * A request for a few publishers of the default category (Publisher, row "category"). A server need not accept that
 * category as a value to search by: if it is refused alone too, only the number of results itself is judged. Null where
 * the name of the category or of the number is not known, parameters are not combined, or no version is named.
 */
export function fewOfDefaultCategory(context: CheckContext): RequestChoice | null {
  const both = countAndCategory(context);
  if (both === null || !sendsMore(context) || context.cell.version === defaultVersion) return null;
  return alternatives([both, ...both.query.map((pair) => request(context, [pair]))]);
}

/** The first alternative; the category comes first. Null if a name is not known. */
export function countAndCategory(context: CheckContext): RequestSpec | null {
  const [limit, category] = ["limit", "category"].map((name) =>
    parameterName(context, "publishers", name),
  );
  if (!limit || !category) return null;
  const value = textWithin(describedSchema(context, "publishers", "category"), "General");
  return request(context, [
    [category, value],
    [limit, "3"],
  ]);
}
