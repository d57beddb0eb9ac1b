import {
  ask,
  ordinary,
  withDocumentedCodes,
  withLowerCaseCodes,
  withoutParameters,
  withZero,
} from "./asks.ts";
import { cellsOf } from "./cells.ts";
import { blocked, type Check, type CheckContext, type Need, type Needs, notOwed } from "./check.ts";
import { namesKnown } from "./known-parameters.ts";
import { hasStatus, isRefusal, isServedWithKey, needKeyAccepted } from "./matchers/answer.ts";
import { withoutHits } from "./success.ts";

/** What may be left out, what may not, and which spellings are accepted. */
/** Codes of a country and of a language beside the ordinary request of an endpoint. */
function codesAccepted(
  requirement: string,
  endpoint: string,
  withCodes: (context: CheckContext) => Need,
): Check {
  return {
    kind: "each",
    requirement,
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { endpoints: [endpoint], default: "without" }, "turns"),
    plain: ordinary,
    asks: (context) => [withCodes(context)],
    judge: isServedWithKey,
  };
}

export const acceptanceChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "parameter.optional-can-be-left-out",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { endpoints: ["/search", "/topics", "/search/publishers"], default: "without" },
        "turns",
      ),
    asks: (context) => [withoutParameters(context)],
    judge: isServedWithKey,
  },
  {
    kind: "each",
    requirement: "parameter.location-required",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { operation: ({ parameters }) => parameters.includes("location") },
        "turns",
      ),
    asks: (context) => [withoutParameters(context)],
    observed: {
      in: ["success", "refusal"],
      // Any other refusal may be for the key, and another parameter may be an extension's.
      when: (exchange, context) => {
        const names = exchange.ask.query.map(([name]) => name);
        const known = namesKnown(context);
        const status = exchange.answer?.status;
        return (
          (status === 200 || status === 400) &&
          names.every((name) => name !== "location" && known.has(name))
        );
      },
    },
    judge: (exchange) => {
      needKeyAccepted(exchange);
      return hasStatus(exchange, 400);
    },
  },
  {
    kind: "together",
    requirement: "parameter.query-accepted-at-older-versions",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { default: "without", operation: ({ parameters }) => parameters.includes("q") },
        "turns",
      ),
    asks: (context) => {
      const text = context.subject.samples(context.cell.surface).query;
      return { query: ask(context, [["query", text]]), q: ask(context, [["q", text]]) };
    },
    judge: ({ query, q }) => {
      if (query === undefined || q === undefined) return [];
      return isServedWithKey(query.answer?.status === 200 ? query : q);
    },
  },
  {
    kind: "together",
    requirement: "parameter.zero-accepted",
    cells: (subject, contracts) => [
      ...cellsOf(
        subject,
        contracts,
        { endpoints: ["/search", "/geolocation"], default: "without" },
        "turns",
      ),
      ...cellsOf(subject, contracts, { endpoints: ["/search/articles"], default: "only" }, "turns"),
    ],
    plain: ordinary,
    asks: (context): Needs => {
      const nothing = withoutHits(context);
      return { zero: withZero(context), ...(nothing && { nothing }) };
    },
    judge: ({ zero: asked, nothing }, { cell }) => {
      if (asked === undefined) return [];
      if (nothing !== undefined && isRefusal(nothing.answer?.status ?? 0)) {
        return cell.endpoint === "/geolocation"
          ? notOwed("a place that there is not may be refused")
          : blocked("a text without hits is refused too: see envelope.lists-when-empty");
      }
      return isServedWithKey(asked);
    },
  },
  codesAccepted("parameter.lower-case-accepted", "/search", withLowerCaseCodes),
  codesAccepted("parameter.geolocation-codes-accepted", "/geolocation", withDocumentedCodes),
  codesAccepted("parameter.geolocation-lower-case-accepted", "/geolocation", withLowerCaseCodes),
];
