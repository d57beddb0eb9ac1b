import { answerOf, isRefusal, isServed, skipUnserved, successBody } from "../matchers/answer.ts";
import { expectKeptApart, expectOwnEtags } from "../matchers/caching.ts";
import { otherVersionsOf } from "../matchers/steady-answers.ts";
import { cells, datedVersions, only, union } from "../model/cells.ts";
import { answersTogether, type Check, eachAnswer } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";
import { furtherRequests, successRequests } from "../requests/success-requests.ts";

/** What caches between a server and its clients may do with responses. Nothing is sent for it. */
export const cachingChecks: readonly Check[] = [
  // should · What the service does, item 5; Authentication, item 1
  // A response that shared caches may keep says that it depends on the version and on the key.
  eachAnswer("transport.caches-kept-apart", {
    observed: { in: ["success", "refusal", "ping"] },
    where: union(cells({ protected: true }, "each"), cells({ protected: false }, "none")),
    send: (context) =>
      operationOf(context).protected
        ? [...successRequests(context), ...furtherRequests(context)]
        : [ping(context)],
    expect: (exchange, context) => {
      if (!isServed(exchange) && !isRefusal(answerOf(exchange).status)) skipUnserved();
      return expectKeptApart(exchange, { isProtected: operationOf(context).protected });
    },
  }),
  // should · What the service does, item 5
  // Responses of versions with different envelopes do not have the same ETag at one URL.
  answersTogether("transport.etag-of-version", {
    where: only(
      cells(
        {
          protected: true,
          default: "without",
          availability: ["stated"],
          // Searches are compared anyway. Elsewhere a test that runs alone would send the requests of others for it.
          operation: ({ endpoint }) => !endpoint.startsWith("/info/"),
        },
        "none",
      ),
      ({ cell, contracts }) => {
        const { surface, endpoint } = cell;
        const generations = datedVersions(contracts, cell).map(
          (version) => contracts.operation(surface, endpoint, version)?.generation,
        );
        return new Set(generations).size > 1;
      },
    ),
    send: (context) => ({ first: ordinary(context) }),
    others: isServed,
    othersAt: otherVersionsOf,
    expect: ({ first, ...others }, context) => {
      if (first === undefined || !isServed(first)) skipUnserved();
      successBody(first);
      return expectOwnEtags([first, ...Object.values(others).filter(isServed)], context);
    },
  }),
];
