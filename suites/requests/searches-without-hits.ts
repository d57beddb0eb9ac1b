import { authStyles } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { alternativesOf, type CheckContext, type RequestChoice } from "../model/check.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import { alternatives, request, searchRequest } from "./ordinary-requests.ts";
import {
  textBetweenBlanks,
  textsWithoutHitsIn,
  textWithoutHits,
  textWithoutHitsIn,
  textWithSeparators,
  wordsWithoutHits,
} from "./texts-without-hits.ts";

/**
 * A search that should find nothing, in short words if its text is refused; null if the name of the search text is not
 * known. An unknown place may be refused, whatever its signs.
 */
export function withoutHits(context: CheckContext): RequestChoice | null {
  if (context.cell.endpoint === "/search") return searchWithoutHits(context);
  if (context.cell.endpoint === "/geolocation") {
    return request(context, [["location", textWithoutHitsIn(context)]]);
  }
  if (context.cell.endpoint !== "/search/publishers") return null;
  const query = parameterName(context, "publishers", "query");
  if (query === null) return null;
  return alternatives(
    textsWithoutHitsIn(context).map((text) =>
      text === textBetweenBlanks
        ? betweenPluses(query, context)
        : request(context, [[query, text]]),
    ),
  );
}

/** A search that should find nothing at `/search`, where the name of the text is known. */
export function searchWithoutHits(context: CheckContext): RequestChoice {
  return alternatives(
    textsWithoutHitsIn(context).flatMap((text) => alternativesOf(searchRequest(context, text))),
  );
}

/** A search that should find nothing at article search, in one style with signs that separate the parts of a URL. */
export function articlesWithoutHits(context: CheckContext): RequestChoice {
  const text = isRotatedStyle(context) ? textWithSeparators : textWithoutHits;
  return alternatives([text, wordsWithoutHits].map((text) => request(context, [["query", text]])));
}

/** A search with plus signs for blanks. */
function betweenPluses(query: string, context: CheckContext): RequestSpec {
  return { ...request(context, [[query, textBetweenBlanks]]), blanks: "plus" };
}

/**
 * A search with plus signs: the one that another style of the cell sends, or a new one if that is left out or has
 * another text.
 */
export function withPlusSigns(query: string, context: CheckContext): readonly RequestSpec[] {
  const { cell } = context;
  const own = [betweenPluses(query, context)];
  if (!sendsMore(context)) return own;
  const others = authStyles
    .flatMap((auth) => alternativesOf(withoutHits({ ...context, cell: { ...cell, auth } })))
    .filter(({ blanks }) => blanks === "plus");
  return others.length > 0 ? others : own;
}
