import { group } from "../../contracts/group.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { cells, type Where } from "../engine/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
  skip,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { isServed, successBody } from "../matchers/answer.ts";
import { member } from "../matchers/json.ts";
import { expectSameAnswer } from "../matchers/same-answer.ts";
import { ordinary } from "../requests/ordinary-requests.ts";

/**
 * Endpoints that search, at their dated versions: what comes without the header is compared with the latest. The lists
 * of countries and topics are compared entry by entry (`plan.lists-agree`).
 */
const searches: Where = cells(
  {
    protected: true,
    default: "without",
    availability: ["stated"],
    operation: ({ endpoint, list }) => list !== null && !endpoint.startsWith("/info/"),
  },
  "none",
);

/**
 * Whether the response may be compared: to an ordinary client, which may be in no other language, before anything is
 * revoked, and not in a sequence, which other requirements judge. Without its list it has another shape.
 */
function isComparable(exchange: Exchange, context: CheckContext): boolean {
  const { spec, answer } = exchange;
  const { negotiation, group: sequence, after, versionHeader } = spec;
  if (answer?.isLarge === true || !isServed(exchange)) return false;
  const special = [negotiation, sequence, after, versionHeader];
  const { list } = operationOf(context);
  return (
    special.every((one) => one === undefined) &&
    list !== null &&
    Array.isArray(member(successBody(exchange), list))
  );
}

/** The same for requests of one version that ask for the same. */
function askedFor({ spec: { query } }: Exchange): string {
  return JSON.stringify(query.map((pair) => pair.join("=")).sort());
}

function expectSameAnswers(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const comparable = Object.values(exchanges).filter((one) => isComparable(one, context));
  if (comparable.length === 0) skip("not served: another requirement is about that");
  return [...group(comparable, askedFor).values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((a, b) => a.sentAt - b.sentAt);
    if (first === undefined) return [];
    return others.flatMap((other) => expectSameAnswer(first, other, context));
  });
}

/** What the same request finds again. */
export const sameAnswerChecks: readonly Check[] = [
  // should · What the service does, item 5; Versioning, "When omitted"; Authentication, item 4
  // The same request returns about the same result again, whichever listed header carries its key,
  // and whether or not the latest version is named.
  answersTogether("consistency.same-request-same-answer", {
    where: searches,
    send: (context) => ({ first: ordinary(context) }),
    others: isComparable,
    expect: expectSameAnswers,
  }),
];
