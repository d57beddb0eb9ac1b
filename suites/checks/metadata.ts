import { hasMetadata } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { bodyServed, isServed, isSmall, successBody } from "../matchers/answer.ts";
import {
  expectOneTimeEach,
  expectOtherId,
  expectOtherIdOfRefusals,
  expectOwnIdEach,
} from "../matchers/distinct-ids.ts";
import { member } from "../matchers/json.ts";
import { mayBeCopies, metadataOf } from "../matchers/metadata.ts";
import {
  expectRfc3339,
  expectTimestampWithinADay,
  expectTimestampWithinFiveMinutes,
} from "../matchers/times.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Judgement,
  notOwed,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { hasMetadataMembers, withoutHeader } from "../model/operation.ts";
import { rotatedStyle } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import { keyed, ordinary } from "../requests/ordinary-requests.ts";
import { missingKey, unknownKey } from "../requests/refused-keys.ts";
import { parameterRefusals } from "../requests/refused-parameters.ts";
import { schemaCheck } from "./schema-checks.ts";
import { type SuccessRule, successCheck } from "./success-check.ts";

function idIn(body: unknown): unknown {
  return member(member(body, "metadata"), "id");
}

/** Two requests whose parameters must be refused, where there are any. */
function badParameters(context: CheckContext): RequestChoices {
  const [bad, badToo] = parameterRefusals(context);
  return bad === undefined || badToo === undefined ? {} : { bad, badToo };
}

/** Milliseconds: a cached response reports how long the first one took. */
const longestBefore = 5000;

/** Of fewer responses, all may be exceptions. */
const fewestTimed = 5;

/** The share of responses that shows another unit. Some requests may have waited longer than all others. */
const mostly = 0.9;

/** Milliseconds that are allowed on top of twice the duration: the clocks of some servers have this resolution. */
const clockStep = 20;

/** Fewer responses may have taken equally long. */
const fewestMeasured = 20;

/** Milliseconds: shorter times are rounded to few different numbers. */
const longEnough = 10;

/** Milliseconds from the request to the response. */
function durationOf({ sentAt, receivedAt }: Exchange): number {
  return Math.round(receivedAt - sentAt);
}

function tookIn(body: unknown): number {
  const value = member(member(body, "metadata"), "took_ms");
  return typeof value === "number" ? value : skip("metadata.took_ms is not a number");
}

/** A response with a processing time of its own. */
interface Timed {
  readonly exchange: Exchange;
  readonly id: string;
  readonly took: number;
}

/** Judges the processing times of all responses of an endpoint without the version header. */
function tookCheck(
  requirement: string,
  expect: (timed: readonly Timed[]) => Judgement,
): TogetherCheck {
  return answersTogether(requirement, {
    where: cells({ operation: hasMetadataMembers, default: "only" }, "rotated"),
    send: (context) => ({ ordinary: ordinary(context) }),
    others: (exchange) => isServed(exchange) && isSmall(exchange),
    expect: (exchanges) => {
      // Nothing is known of an endpoint that is not served, or does not tell the time.
      if (exchanges.ordinary !== undefined) tookIn(successBody(exchanges.ordinary));
      const timed = Object.values(exchanges).flatMap((exchange): readonly Timed[] => {
        const metadata = member(bodyServed(exchange), "metadata");
        const [id, took] = [member(metadata, "id"), member(metadata, "took_ms")];
        return typeof id === "string" && typeof took === "number" ? [{ exchange, id, took }] : [];
      });
      // Several responses with one id come from a cache, and report how long the first one took.
      return expect([...group(timed, ({ id }) => id).values()].flatMap((same) => same.slice(0, 1)));
    },
  });
}

/**
 * A rule on a member of metadata. Where the specification does not say that a response has metadata, as at `/geolocation`,
 * the member may be absent.
 */
function whereStated(name: string, expect: SuccessRule["expect"]): SuccessRule["expect"] {
  return (body, origin) => {
    const isOwed = hasMetadataMembers(origin.operation);
    return isOwed || member(member(body, "metadata"), name) !== undefined
      ? expect(body, origin)
      : notOwed(`the response has no ${name}, and need not have one`);
  };
}

export const metadataChecks: readonly Check[] = [
  // must · Metadata object, table; Metadata object, "The metadata of publisher"; Versioning, "In
  // v3, total_hits"
  // The metadata of search, topics, publishers, countries and topics-info responses has id,
  // timestamp and took_ms, and total_hits on aggregator search and topics.
  schemaCheck("metadata.members-present"),
  // must · Metadata object, table
  // In metadata, id and timestamp are strings; took_ms and total_hits are integers.
  schemaCheck("metadata.member-types"),
  // must · Metadata object, row "id"
  // On aggregator search and topics responses, the request identifier is a UUID.
  schemaCheck("metadata.id-uuid"),
  // should · Metadata object, row "id"
  // The identifier belongs to one request, so two requests have two different identifiers.
  answersTogether("metadata.id-distinct", {
    where: cells({ operation: hasMetadataMembers, default: "without" }, "rotated"),
    send: (context) => {
      const other = withoutHeader(context);
      // The two requests have to differ, since equal requests are sent once.
      const style = rotatedStyle(context.contracts, context.cell, 1);
      return {
        first: ordinary(context),
        second: other === context ? ordinary(context, keyed(style)) : ordinary(other),
        ...(sendsMore(context) && {
          refused: missingKey(context),
          refusedToo: unknownKey(context),
          ...badParameters(context),
        }),
      };
    },
    // If those two are one response from a cache.
    others: isSmall,
    othersAt: ({ cell, contracts }) =>
      contracts.operations
        .filter((other) => hasMetadataMembers(other) && other.surface === cell.surface)
        .filter(({ version }) => version === cell.version)
        .flatMap(({ surface, endpoint, version }) => {
          const here = { ...cell, endpoint, auth: null };
          const isLatest = contracts.defaultOf(surface, endpoint) === version;
          return isLatest ? [here, { ...here, version: defaultVersion }] : [here];
        }),
    expect: ({ first, second, refused, refusedToo, bad, badToo, ...others }, context) => {
      if (first === undefined || second === undefined) return [];
      const ids = [first, second].map((exchange) => idIn(successBody(exchange)));
      if (!ids.every((id) => typeof id === "string")) skip("metadata.id is not a string");
      const compared = mayBeCopies(first, second, context.contracts)
        ? Object.values(others).filter((one) => metadataOf(one) !== null)
        : [second];
      return [
        ...compared
          .filter((one) => !mayBeCopies(first, one, context.contracts))
          .flatMap((one) => expectOtherId(first, one))
          .slice(0, 1),
        ...expectOneTimeEach(
          [first, ...Object.values(others)].filter(
            ({ spec }) => spec.endpoint === context.cell.endpoint,
          ),
        ),
        ...expectOwnIdEach(
          [first, refused, refusedToo, bad, badToo, ...Object.values(others)].filter(
            (one) => one !== undefined,
          ),
          context,
        ),
        // Other requirements judge whether these are refused, and in which envelope.
        ...expectOtherIdOfRefusals(refused, refusedToo),
        ...expectOtherIdOfRefusals(bad, badToo),
      ];
    },
  }),
  // must · Metadata object, row "timestamp"
  // The timestamp in metadata is an ISO 8601 date-time.
  schemaCheck("metadata.timestamp-iso8601"),
  // should · Metadata object, row "timestamp"
  // The timestamp in metadata follows RFC 3339, with a time zone.
  successCheck("metadata.timestamp-rfc3339", {
    operations: hasMetadata,
    expect: whereStated("timestamp", (body) => {
      const value = member(member(body, "metadata"), "timestamp");
      if (typeof value !== "string") skip("metadata.timestamp is not a string");
      return expectRfc3339(value, "/metadata/timestamp");
    }),
    refusals: true,
  }),
  // must · Metadata object, row "timestamp"
  // The timestamp in metadata is the time of the response.
  successCheck("metadata.timestamp-within-a-day", {
    operations: hasMetadataMembers,
    expect: (body, { exchange }) => expectTimestampWithinADay(exchange, body),
    refusals: true,
  }),
  // should · Metadata object, row "timestamp"
  // The timestamp in metadata agrees with the clock.
  successCheck("metadata.timestamp-within-five-minutes", {
    operations: hasMetadata,
    expect: whereStated("timestamp", (body, { exchange }) =>
      expectTimestampWithinFiveMinutes(exchange, body),
    ),
    refusals: true,
  }),
  // should · Metadata object, row "took_ms"
  // The processing time in milliseconds is not negative.
  successCheck("metadata.took-not-negative", {
    operations: hasMetadata,
    expect: whereStated("took_ms", (body) => {
      const took = tookIn(body);
      if (took >= 0) return [];
      return [{ path: "/metadata/took_ms", expected: "0 or more", actual: String(took) }];
    }),
    refusals: true,
  }),
  // should · Metadata object, row "took_ms"
  // The processing time in milliseconds is not longer than the whole request took.
  successCheck("metadata.took-within-duration", {
    operations: hasMetadata,
    expect: whereStated("took_ms", (body, { exchange }) => {
      const took = tookIn(body);
      const duration = durationOf(exchange);
      const most = duration + longestBefore;
      if (took <= most) return [];
      const expected = `at most ${most} (the response took ${duration} ms, and ${longestBefore} more are allowed)`;
      return [{ path: "/metadata/took_ms", expected, actual: String(took) }];
    }),
    refusals: true,
  }),
  // should · Metadata object, row "took_ms"
  // The processing time is in milliseconds.
  tookCheck("metadata.took-in-milliseconds", (timed) => {
    if (timed.length < fewestTimed) return notOwed("fewer than five responses have took_ms");
    const most = (exchange: Exchange) => 2 * durationOf(exchange) + clockStep;
    const long = timed.filter(({ exchange, took }) => took > most(exchange));
    if (long.length < mostly * timed.length) return [];
    return long.slice(0, 1).map(({ exchange, took }) => ({
      path: "/metadata/took_ms",
      expected: `at most ${most(exchange)} ms, since the response took ${durationOf(exchange)} ms (exceeded in ${long.length} of ${timed.length} responses)`,
      actual: String(took),
      exchange: exchange.id,
    }));
  }),
  // should · Metadata object, row "took_ms"
  // The processing time is measured for each response.
  tookCheck("metadata.took-measured", (timed) => {
    if (timed.length < fewestMeasured) return notOwed("too few responses have took_ms to compare");
    const [first, second] = timed;
    if (first === undefined || second === undefined || first.took < longEnough) return [];
    if (timed.some(({ took }) => took !== first.took)) return [];
    return [
      {
        path: "/metadata/took_ms",
        expected: "the time that each response took",
        actual: `${first.took} in all of ${timed.length} responses`,
        exchange: first.exchange.id,
        beside: second.exchange.id,
      },
    ];
  }),
];
