import type { Operation } from "../../contracts/catalogue.ts";
import type { Generation } from "../../contracts/generations.ts";
import { isObject, pointerToken } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { type CellFilter, cells } from "../engine/cells.ts";
import {
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  type Observed,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { expectRefused, expectServedWithKey, successBody } from "../matchers/answer.ts";
import { entries, member } from "../matchers/json.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { needRole, request, withoutParameters } from "../requests/ordinary-requests.ts";
import { oddlySpelled, resultCountsRefused } from "../requests/refused-requests.ts";
import { isBadResultCount, isGoodResultCount, sentAs } from "../requests/result-counts.ts";
import { goodResultCounts } from "../requests/success-requests.ts";

const publishers: CellFilter = { endpoints: ["/search/publishers"], default: "without" };

/** The default cell too. */
const anyPublishers: CellFilter = { endpoints: ["/search/publishers"] };

/** Asked for with the name of the role that the configuration gives. */
function asksFor(
  roleName: "limit" | "query",
  values: readonly string[] | ((context: CheckContext) => readonly string[]),
) {
  return (context: CheckContext): readonly RequestSpec[] => {
    const name = needRole(context, "publishers", roleName);
    const chosen = typeof values === "function" ? values(context) : values;
    return chosen.map((value) => request(context, [[name, value]]));
  };
}

type Lists = readonly (readonly [path: string, list: readonly unknown[]])[];

/** The list of the results; where the shape is not shown every list at the top, or the body itself. */
function listsOf(body: unknown, { list }: Operation): Lists {
  if (list !== null) return [[pointerToken(list), entries(member(body, list))]];
  if (Array.isArray(body)) return [["", body]];
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? [[pointerToken(name), value] as const] : [],
  );
}

/** Whether anybody's request was refused or served, and not for its key. */
const isSettled = ({ answer }: Exchange): boolean =>
  answer !== null && answer.status !== 401 && answer.status !== 403;

/** A 200 with no list that is longer than the number of results that was asked for. */
function honoursCount(exchange: Exchange, context: CheckContext): readonly Found[] {
  const findings = expectServedWithKey(exchange);
  if (findings.length > 0) return findings;
  const asked = Number(sentAs(exchange, "limit", context));
  return listsOf(successBody(exchange), operationOf(context))
    .filter(([, list]) => list.length > asked)
    .map(([path, list]) => ({
      path,
      expected: `at most ${asked} entries, as asked for`,
      actual: `${list.length} entries`,
    }));
}

/** The refusal of what the request asked for, with the value in the finding. */
function refuses(exchange: Exchange): readonly Found[] {
  const sent = exchange.spec.query.map(([name, value]) => `${name}=${value}`).join("&");
  return expectRefused(exchange).map((found) => ({
    ...found,
    expected: `${found.expected} to ${sent}`,
  }));
}

/** The same rule as a `must` at the versions with metadata and as a `should` at the legacy ones. */
function inBothGenerations(
  requirement: string,
  send: EachCheck["send"],
  expect: EachCheck["expect"],
  filter: CellFilter = publishers,
  observed?: Observed,
): readonly Check[] {
  const at = (id: string, ...generation: readonly Generation[]): Check =>
    eachAnswer(id, {
      where: cells({ ...filter, generation }, "rotated"),
      control: withoutParameters,
      send,
      expect,
      ...(observed && { observed }),
    });
  return [at(requirement, "metadata-and-errors"), at(`${requirement}-2024`, "2024", "2022")];
}

export const limitChecks: readonly Check[] = [
  ...inBothGenerations(
    "limit.result-count-honoured",
    asksFor("limit", goodResultCounts),
    honoursCount,
    publishers,
    {
      in: ["success"],
      when: (exchange, context) => isGoodResultCount(sentAs(exchange, "limit", context)),
    },
  ),
  ...inBothGenerations(
    "limit.out-of-range-refused",
    asksFor("limit", resultCountsRefused),
    refuses,
    anyPublishers,
    {
      in: ["success", "refusal"],
      when: (exchange, context) =>
        isSettled(exchange) && isBadResultCount(sentAs(exchange, "limit", context)),
    },
  ),
  eachAnswer("limit.odd-spelling-refused", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: asksFor("limit", oddlySpelled),
    expect: refuses,
  }),
  ...inBothGenerations(
    "limit.empty-query-refused",
    asksFor("query", [""]),
    refuses,
    anyPublishers,
    {
      in: ["success", "refusal"],
      when: (exchange, context) => isSettled(exchange) && sentAs(exchange, "query", context) === "",
    },
  ),
  // Zero is a character too, although many languages take it for nothing.
  ...inBothGenerations(
    "limit.one-character-accepted",
    asksFor("query", ["a", "0"]),
    expectServedLikeControl,
  ),
];
