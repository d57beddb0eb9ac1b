import { defaultVersion } from "../../contracts/vocabulary.ts";
import { expectBelowServerError, skipUnserved } from "../matchers/answer.ts";
import { expectSameInOrder } from "../matchers/publishers-found.ts";
import { expectFirstInOrder } from "../matchers/sorted-publishers.ts";
import { isComparable } from "../matchers/steady-answers.ts";
import { type CellFilter, cells } from "../model/cells.ts";
import { answersTogether, type Check, eachAnswer, type TogetherCheck } from "../model/check.ts";
import { needParameterName } from "../model/parameter-names.ts";
import { withoutParameters } from "../requests/ordinary-requests.ts";
import { inSortOrder } from "../requests/publisher-values.ts";

/** The differences of the old version are not shown. */
const publishers: CellFilter = {
  endpoints: ["/search/publishers"],
  default: "without",
  generation: ["metadata-and-errors"],
};

/** Compares the searches with a sort order that others send with those without. */
function sortedCheck(requirement: string, expect: typeof expectSameInOrder): TogetherCheck {
  return answersTogether(requirement, {
    where: cells(publishers, "none"),
    send: (context) => {
      needParameterName(context, "publishers", "sort");
      return { first: withoutParameters(context) };
    },
    others: isComparable,
    othersAt: ({ cell }) => [{ ...cell, version: defaultVersion, auth: null }],
    expect: (exchanges, context) => {
      const served = Object.values(exchanges).filter((one) => isComparable(one, context));
      if (served.length === 0) skipUnserved();
      return expect(served, context);
    },
  });
}

/** What a sort order of publisher search does. */
export const sortChecks: readonly Check[] = [
  // should · News GET /search/publishers, row "sort order"
  // A sort order, known to the server or not, does not cause a server error.
  eachAnswer("parameter.sort-no-server-error", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      needParameterName(context, "publishers", "sort");
      const sorted = inSortOrder(context);
      return sorted === null ? [] : [sorted];
    },
    expect: expectBelowServerError,
  }),
  // should · News GET /search/publishers, row "sort order"; News GET /search/publishers, "Query
  // parameters"
  // A sort order changes the order of publishers, not which ones are found.
  sortedCheck("parameter.sort-finds-the-same", expectSameInOrder),
  // should · News GET /search/publishers, rows "sort order", "number of results"
  // A number of results beside a sort order leaves the first publishers of that order.
  sortedCheck("parameter.sort-before-count", expectFirstInOrder),
];
