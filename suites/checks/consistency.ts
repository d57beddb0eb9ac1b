import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { cells, union, type Where } from "../engine/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
} from "../engine/check.ts";
import { type AnswerStamp, metadataOf } from "../matchers/metadata.ts";
import { type Mixture, mixtures, notItsOwn } from "../matchers/own-answer.ts";
import { haveMoved } from "../matchers/times.ts";
import { alone, burst, walk } from "../requests/neighbouring-requests.ts";
import { ordinary } from "../requests/ordinary-requests.ts";

const everyEndpoint: Where = cells({ protected: true, default: "only" }, "rotated");

const pings: Where = cells({ protected: false, default: "only" }, "none");

/** Endpoints whose responses have a metadata object with an identifier and a time. */
const withMetadata: Where = cells(
  {
    default: "only",
    operation: ({ successRequirements }) => successRequirements.has("metadata.members-present"),
  },
  "rotated",
);

function named(requests: readonly RequestSpec[]): RequestChoices {
  return Object.fromEntries(requests.map((spec, position) => [String(position), spec]));
}

/** The exchanges in the order of their group, without those that were sent alone. */
function membersIn(exchanges: NamedExchanges): readonly (readonly [string, Exchange])[] {
  return Object.entries(exchanges)
    .filter(([name]) => /^\d+$/.test(name))
    .sort(([a], [b]) => Number(a) - Number(b));
}

/** A finding about an exchange of a group, with its name. */
interface Suspect {
  readonly name: string;
  readonly exchange: Exchange;
  readonly found: Found;
}

function suspectsIn(
  exchanges: NamedExchanges,
  wrong: readonly Mixture[],
  { cell, contracts }: CheckContext,
): readonly Suspect[] {
  const members = membersIn(exchanges);
  const neighbours = members.map(([, { spec }]) => spec);
  return members
    .filter(([, { spec }]) => spec.endpoint === cell.endpoint)
    .flatMap(([name, exchange]) => {
      const [found] = wrong.flatMap(
        (mixture) => notItsOwn(mixture, exchange, neighbours, contracts) ?? [],
      );
      return found === undefined ? [] : [{ name, exchange, found }];
    });
}

/** The maximum number of wrong responses of a group that are examined. */
const mostSuspects = 2;

/**
 * Judges the responses to requests that were sent as a group. A response that does not belong to its
 * request breaks the requirement if the same request has a correct response when it is sent alone;
 * otherwise other requirements report it.
 */
function ownAnswers(
  requirement: string,
  wrong: readonly Mixture[],
  group: (context: CheckContext) => readonly RequestSpec[],
  where: Where,
): Check {
  return answersTogether(requirement, {
    generated: true,
    where,
    send: (context) => named(group(context)),
    thenSend: (exchanges, context) =>
      Object.fromEntries(
        suspectsIn(exchanges, wrong, context)
          .slice(0, mostSuspects)
          .flatMap(({ name, exchange: { spec } }) =>
            alone(spec, context).map((one, time) => [`${name} alone ${time}`, one]),
          ),
      ),
    expect: (exchanges, context) => {
      const members = membersIn(exchanges).map(([, exchange]) => exchange);
      const isHere = ({ spec }: Exchange) => spec.endpoint === context.cell.endpoint;
      if (!members.some((one) => isHere(one) && isSuccess(one))) {
        blocked("needs a response with a success body, but there is none");
      }
      const neighbours = members.map(({ spec }) => spec);
      const isRight = (exchange: Exchange) =>
        mixtures.every(
          (mixture) => notItsOwn(mixture, exchange, neighbours, context.contracts) === null,
        );
      const suspects = suspectsIn(exchanges, wrong, context);
      const isRightAlone = ({ name }: Suspect) =>
        Object.entries(exchanges).some(
          ([other, one]) => other.startsWith(`${name} alone `) && isRight(one),
        );
      const shown = suspects.filter(
        (suspect) => isRightAlone(suspect) || members.some((one) => isCopy(suspect.exchange, one)),
      );
      if (suspects.length > 0 && shown.length === 0) {
        return notOwed(
          "the response is the same when sent alone: another requirement is about that",
        );
      }
      return shown.map((suspect) => ({
        ...suspect.found,
        expected: `${suspect.found.expected}${isRightAlone(suspect) ? ", as when sent alone" : ""}`,
        beside: culprit(suspect.exchange, members).id,
      }));
    },
  });
}

function isSuccess({ answer }: Exchange): boolean {
  return answer?.status === 200 && answer.json.ok && isObject(answer.json.value);
}

/** Whether a response is identical to that of another request. */
function isCopy(exchange: Exchange, other: Exchange): boolean {
  const [own, others] = [metadataOf(exchange), metadataOf(other)];
  return (
    own !== null &&
    own.id === others?.id &&
    own.timestamp === others.timestamp &&
    !isSameRequest(exchange.spec, other.spec)
  );
}

/**
 * The other request whose response a wrong one resembles most: an identical one, one of the same kind, or
 * the previous one.
 */
function culprit(exchange: Exchange, members: readonly Exchange[]): Exchange {
  const own = members.indexOf(exchange);
  const inTurn = exchange.spec.group?.of.order === "one-by-one";
  const others = inTurn ? members.slice(0, own).reverse() : members.filter((_, at) => at !== own);
  const kind = ({ answer }: Exchange) =>
    `${answer?.status} ${answer?.json.ok ? Object.keys(Object(answer.json.value)).sort() : ""}`;
  return (
    others.find((one) => isCopy(exchange, one)) ??
    others.find((one) => kind(one) === kind(exchange)) ??
    others[0] ??
    exchange
  );
}

/** An exchange with its metadata. */
interface Stamped extends AnswerStamp {
  readonly exchange: Exchange;
}

function stamped(exchanges: NamedExchanges): readonly Stamped[] {
  return Object.values(exchanges).flatMap((exchange) => {
    const metadata = metadataOf(exchange);
    return metadata === null ? [] : [{ ...metadata, exchange }];
  });
}

/** All pairs of a list, the earlier entry first. */
function pairsOf<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}

/** Whether two requests are equal, regardless of their group. */
function isSameRequest(...[one, other]: readonly [RequestSpec, RequestSpec]): boolean {
  const [a, b] = [one, other].map(({ group: _, ...spec }) => canonicalRequest(spec));
  return a === b;
}

export const consistencyChecks: readonly Check[] = [
  // must · What the service does, item 5; Versioning, "The version is chosen"
  // A response has the shape of the requested version, whatever version the same URL was requested
  // with before, and in any order.
  ownAnswers("consistency.version-not-mixed", ["version"], walk, everyEndpoint),
  // must · Authentication, item 1; What the service does, item 4
  // A key is judged by itself. A request with an invalid key or without a key is refused although
  // the same URL was just served to a valid key, and a valid key is served although the same URL
  // was just refused.
  ownAnswers("consistency.key-not-mixed", ["key"], walk, everyEndpoint),
  // must · Parameters object, "parameters is an object"
  // The parameters that a response echoes are those of its own request, whatever was requested
  // before.
  ownAnswers("consistency.query-not-mixed", ["query"], walk, everyEndpoint),
  // must · Endpoints, every "Success 200"
  // A request that is answered with status 200 once is answered with status 200 again, whatever was
  // requested before.
  ownAnswers("consistency.same-request-same-status", ["status"], walk, everyEndpoint),
  // must · What the service does, item 5; Parameters object, "parameters is an object";
  // Authentication, item 1
  // Responses to requests in flight together belong to their own requests, with the version, the
  // key and the parameters of each.
  ownAnswers("consistency.concurrent-answers-own", mixtures, burst, union(everyEndpoint, pings)),
  // should · Metadata object, row "id"
  // Request identifiers do not repeat, neither one after the other nor at the same time.
  answersTogether("consistency.request-id-distinct", {
    generated: true,
    where: withMetadata,
    // Responses of other endpoints are included, since they are in flight together.
    send: (context) => ({
      ...named(walk(context)),
      ...Object.fromEntries(burst(context).map((spec, position) => [`with ${position}`, spec])),
    }),
    expect: (exchanges, { cell }) => {
      const answers = stamped(exchanges);
      const isHere = ({ exchange }: Stamped) => exchange.spec.endpoint === cell.endpoint;
      const pairs = pairsOf(answers);
      if (answers.length < 2) blocked("needs two responses with an id and a timestamp");
      // metadata.id-distinct reports a single id for all responses.
      if (new Set(answers.map(({ id }) => id)).size < 2) return notOwed("there is only one id");
      return (
        pairs
          .filter(([a, b]) => a.id === b.id && (isHere(a) || isHere(b)))
          // An identical response comes from a cache.
          .filter(
            ([a, b]) =>
              a.timestamp !== b.timestamp || !isSameRequest(a.exchange.spec, b.exchange.spec),
          )
          .map(([a, b]) => ({
            path: "/metadata/id",
            expected: "an id that differs from that of another response",
            actual: b.id,
            exchange: b.exchange.id,
            beside: a.exchange.id,
          }))
      );
    },
  }),
  // should · Metadata object, row "timestamp"
  // The timestamp in metadata moves on with time.
  answersTogether("consistency.timestamp-moves", {
    generated: true,
    where: withMetadata,
    send: (context) => ({ early: ordinary(context), ...named(walk(context)) }),
    expect: (exchanges) => {
      const answers = [...stamped(exchanges)].sort(
        (a, b) => a.exchange.receivedAt - b.exchange.receivedAt,
      );
      if (answers.length < 2) blocked("needs two responses with an id and a timestamp");
      // A response with the id of another one is the same response from a cache.
      const apart = pairsOf(answers).filter(
        ([a, b]) => a.id !== b.id && haveMoved(a.exchange, b.exchange, [a.timestamp, b.timestamp]),
      );
      if (apart.length === 0) return notOwed("no two responses are more than two seconds apart");
      return apart
        .filter(([a, b]) => a.timestamp === b.timestamp)
        .map(([a, b]) => ({
          path: "/metadata/timestamp",
          expected: "a later time than in a response from seconds before",
          actual: b.timestamp,
          exchange: b.exchange.id,
          beside: a.exchange.id,
        }));
    },
  }),
];
