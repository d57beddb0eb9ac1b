import { withNothingInFlight } from "../../contracts/in-flight.ts";
import { isObject } from "../../contracts/json.ts";
import { unavailable } from "../../contracts/unavailable.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import {
  canonicalRequest,
  carriesKey,
  carriesOwnKeyAsListed,
  isUsualGet,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { isKeyRefused, statusText } from "../matchers/answer.ts";
import { isOrdinaryRefused } from "../matchers/client-refused.ts";
import { metadataOf } from "../matchers/metadata.ts";
import { type Mixture, mixtures, notItsOwn } from "../matchers/own-answer.ts";
import { asksTheSame } from "../matchers/same-query.ts";
import type { Where } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
} from "../model/check.ts";
import { alone, inSequence, timesAlone } from "../requests/neighbouring-requests.ts";
import { hasRefusedParameter } from "../requests/refused-parameters.ts";

interface NotMixedUp {
  readonly where: Where;
  /** In which respects a response may belong to another request. */
  readonly wrong: readonly Mixture[];
  readonly send: (context: CheckContext) => RequestChoices;
  /** Which requests of other checks are examined too. */
  readonly others?: (exchange: Exchange, context: CheckContext) => boolean;
  /** The cells that these are sent to, if there are others than that of the check. */
  readonly othersAt?: (context: CheckContext) => readonly Cell[];
}

/** The maximum number of wrong responses that are examined. */
const mostSuspects = 2;

/** The maximum number of requests that a check repeats: alone, and right after the one before. */
export const mostRepeats = mostSuspects * (timesAlone + 2);

/**
 * Judges whether responses belong to their requests. A response that does not breaks the requirement if the
 * same request has a correct response elsewhere in its group or when it is sent alone, or if the response is
 * a copy of another one; otherwise other requirements report it.
 */
export function answersNotMixedUp(
  requirement: string,
  { where, wrong, send, others, othersAt }: NotMixedUp,
): Check {
  return answersTogether(requirement, {
    generated: true,
    where,
    send,
    ...(others && { others }),
    ...(othersAt && { othersAt }),
    thenSend: (exchanges, context) =>
      Object.fromEntries(
        suspectsIn(exchanges, wrong, context).flatMap(({ name, exchange }) => {
          const { spec } = exchange;
          const other = culpritOf(exchange, exchanges, context);
          const both = other === undefined ? [] : inSequence(other.spec, spec, context);
          return [
            ...alone(spec, context).map(
              (one, time) => [`${name}${aloneMark}${time}`, one] as const,
            ),
            ...both.map((one, place) => [`${name}${sequenceMark}${place}`, one] as const),
          ];
        }),
      ),
    expect: (exchanges, context) => {
      if (!membersIn(exchanges).some((one) => isHere(one, context) && isSuccess(one, context))) {
        blocked("needs a response with a success body, but there is none");
      }
      const suspects = suspectsIn(exchanges, wrong, context);
      const shown = suspects.flatMap((suspect) => findingOf(suspect, exchanges, context) ?? []);
      return suspects.length > 0 && shown.length === 0
        ? notOwed(
            "the response is the same when the request is sent alone: another requirement covers that",
          )
        : shown;
    },
  });
}

/** What a suspect shows compared with the responses to the same request; null if it was wrong each time. */
function findingOf(
  { name, exchange, found, isRight, isMixture }: Suspect,
  exchanges: NamedExchanges,
  context: CheckContext,
): Found | null {
  const members = membersIn(exchanges);
  const right = [...equalTo(exchange, members), ...aloneOf(name, exchanges)].find(isRight);
  const copied = members.some((one) => isCopy(exchange, one, context));
  if (right === undefined && !copied) return null;
  const other = culpritOf(exchange, exchanges, context);
  const told = (how: string, beside: Exchange | undefined): Found => ({
    ...found,
    expected: `${found.expected} (${how})`,
    ...(beside && { beside: beside.id }),
  });
  // The first of a group has no previous one: sending it alone is the same.
  const quiet =
    other === undefined
      ? aloneOf(name, exchanges).find(isRight)
      : exchanges[`${name}${sequenceMark}1`];
  // It was not changed by the previous request, but by one that was in flight with it.
  if (isMixture && quiet !== undefined && isRight(quiet)) {
    const isOther = isTogether(exchange) || copied;
    return told(withNothingInFlight, isOther ? (other ?? quiet) : quiet);
  }
  return told(
    right === undefined
      ? "not the response to another request"
      : "as in other responses to this request",
    other ?? right,
  );
}

/** Part of the names of requests that are sent alone, after the name of the request that they repeat. */
const aloneMark = " alone ";

/** Part of the names of the two requests that are sent in sequence, likewise. */
const sequenceMark = " in sequence ";

function aloneOf(name: string, exchanges: NamedExchanges): readonly Exchange[] {
  return Object.entries(exchanges).flatMap(([other, exchange]) =>
    other.startsWith(`${name}${aloneMark}`) ? [exchange] : [],
  );
}

const isMemberName = (name: string): boolean => /^\d+$/.test(name);

/** The exchanges in the order of their group, without those that were sent alone. */
function membersIn(exchanges: NamedExchanges): readonly Exchange[] {
  return Object.entries(exchanges)
    .filter(([name]) => isMemberName(name))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, exchange]) => exchange);
}

function isHere({ spec }: Exchange, { cell }: CheckContext): boolean {
  return spec.endpoint === cell.endpoint;
}

/** Any JSON is one where the shape is not shown, as at an older version of the news surface. */
function isSuccess({ answer, spec }: Exchange, { contracts }: CheckContext): boolean {
  if (answer?.status !== 200 || !answer.json.ok) return false;
  const operation = contracts.operation(spec.surface, spec.endpoint, spec.version);
  return operation?.requiredMembers.length === 0 || isObject(answer.json.value);
}

/**
 * Whether a documented request got a server error that is not an outage, or a refusal of its key or its method, or
 * whether the ordinary request of another client was refused for a reason other than the client.
 */
export function isUnexpected(exchange: Exchange, context: CheckContext): boolean {
  const { contracts } = context;
  const { answer, spec } = exchange;
  if (answer === null || unavailable.has(answer.status)) return false;
  if (!carriesKey(spec.credential, "own")) return false;
  if (contracts.operation(spec.surface, spec.endpoint, spec.version) === null) return false;
  return (
    answer.status >= 500 ||
    isKeyRefused(answer) ||
    (isOrdinaryRefused(exchange) && !hasRefusedParameter(spec, context)) ||
    isMethodRefused(exchange)
  );
}

/**
 * Whether a documented request got the response to a request with another key or version, as far as it alone shows
 * that. The revocable key is valid before it is revoked.
 */
export function belongsToAnother(
  mixture: "key" | "version",
): (exchange: Exchange, context: CheckContext) => boolean {
  return (exchange, { contracts }) => {
    const { credential } = exchange.spec;
    if (!isUsualGet(exchange.spec)) return false;
    if (carriesKey(credential, "revocable")) return false;
    if (carriesKey(credential, "own") && !carriesOwnKeyAsListed(credential)) return false;
    return notItsOwn(mixture, exchange, noNeighbours, contracts) !== null;
  };
}

const noNeighbours = { all: [], before: undefined };

/** Whether a server says that an endpoint has no GET. */
function isMethodRefused({ answer, spec }: Exchange): boolean {
  return answer?.status === 405 && (spec.method ?? "GET") === "GET";
}

/** A wrong response that may be correct when its request is sent alone. */
interface Suspect {
  readonly name: string;
  readonly exchange: Exchange;
  readonly found: Found;
  /** Whether a response to the same request is correct. */
  readonly isRight: (again: Exchange) => boolean;
  /** Whether the response is one that another request should get, rather than one that no request should get. */
  readonly isMixture: boolean;
}

function suspectsIn(
  exchanges: NamedExchanges,
  wrong: readonly Mixture[],
  context: CheckContext,
): readonly Suspect[] {
  const members = membersIn(exchanges);
  const all = members.map(({ spec }) => spec);
  const suspects = Object.entries(exchanges).flatMap(([name, exchange]): readonly Suspect[] => {
    const isRepeated = name.includes(aloneMark) || name.includes(sequenceMark);
    if (isRepeated || !isHere(exchange, context)) return [];
    const isMember = isMemberName(name);
    if (!isMember && wrong.includes("status")) return [unexpected(name, exchange)];
    const before = isTogether(exchange) ? undefined : all[members.indexOf(exchange) - 1];
    const neighbours = isMember ? { all, before } : noNeighbours;
    const judge = (mixture: Mixture, one: Exchange) =>
      notItsOwn(mixture, one, neighbours, context.contracts);
    const isRight = (one: Exchange) => mixtures.every((mixture) => judge(mixture, one) === null);
    const found = wrong.flatMap((mixture): readonly Suspect[] => {
      const found = judge(mixture, exchange);
      const isMixture = mixture !== "status";
      return found === null ? [] : [{ name, exchange, found, isRight, isMixture }];
    });
    return found.slice(0, 1);
  });
  return suspects.slice(0, mostSuspects);
}

function unexpected(name: string, exchange: Exchange): Suspect {
  const isRefused = isKeyRefused(exchange.answer);
  const isAny = isOrdinaryRefused(exchange) || isMethodRefused(exchange);
  const expected = isRefused ? "the valid key to be accepted" : isAny ? "200" : "no server error";
  return {
    name,
    exchange,
    found: { path: "status", expected, actual: statusText(exchange), exchange: exchange.id },
    isRight: ({ answer }) =>
      isAny
        ? answer?.status === 200
        : answer !== null && answer.status < 500 && !isKeyRefused(answer),
    isMixture: false,
  };
}

/**
 * Whether a response is byte for byte that of another request, which a cache may not answer alike. Only responses with
 * an identifier count, since others may be equal by chance.
 */
function isCopy(exchange: Exchange, other: Exchange, { contracts }: CheckContext): boolean {
  const specs = [exchange.spec, other.spec] as const;
  const isOwned = specs.every(({ credential }) => carriesOwnKeyAsListed(credential));
  const mayBeShared = isSameRequest(...specs) || (isOwned && asksTheSame(...specs, contracts));
  if (metadataOf(exchange) === null || mayBeShared) return false;
  const [own, others] = [exchange.answer?.body ?? [], other.answer?.body ?? []];
  return Buffer.from(own).equals(Buffer.from(others));
}

/** The exchanges of the group with an equal request. */
function equalTo(exchange: Exchange, members: readonly Exchange[]): readonly Exchange[] {
  return members.filter((one) => isSameRequest(one.spec, exchange.spec));
}

/** Whether two requests are equal, regardless of their group. */
function isSameRequest(...both: readonly [RequestSpec, RequestSpec]): boolean {
  const [a, b] = both.map(({ group: _, ...spec }) => canonicalRequest(spec));
  return a === b;
}

function isTogether({ spec }: Exchange): boolean {
  return spec.group?.of.order === "at-once";
}

/** The other request of the group with which a member may be mixed up. */
function culpritOf(
  exchange: Exchange,
  exchanges: NamedExchanges,
  context: CheckContext,
): Exchange | undefined {
  const members = membersIn(exchanges);
  return members.includes(exchange) ? culprit(exchange, members, context) : undefined;
}

/**
 * The other request whose response a wrong one resembles most: an identical one, one of the same kind, or
 * the previous one. The first of a group that is sent one by one has none.
 */
function culprit(
  exchange: Exchange,
  members: readonly Exchange[],
  context: CheckContext,
): Exchange | undefined {
  const own = members.indexOf(exchange);
  const inTurn = exchange.spec.group?.of.order === "one-by-one";
  const before = inTurn ? members.slice(0, own).reverse() : members;
  // An equal request owes the same response, so it is not the one with which this was mixed up.
  const others = before.filter(({ spec }) => !isSameRequest(spec, exchange.spec));
  const kind = ({ answer }: Exchange) =>
    `${answer?.status} ${answer?.json.ok ? Object.keys(Object(answer.json.value)).sort() : ""}`;
  return (
    others.find((one) => isCopy(exchange, one, context)) ??
    others.find((one) => kind(one) === kind(exchange)) ??
    others[0]
  );
}
