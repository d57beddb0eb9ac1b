import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isSmall } from "../matchers/answer.ts";
import { type AnswerStamp, mayBeCopies, metadataOf, stampOf } from "../matchers/metadata.ts";
import { type Mixture, mixtures } from "../matchers/own-answer.ts";
import { mustDiffer } from "../matchers/times.ts";
import { cells, datedVersions, union, type Where } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type NamedExchanges,
  notOwed,
} from "../model/check.ts";
import { hasMetadataMembers } from "../model/operation.ts";
import { concurrentRequests, sequentialRequests } from "../requests/neighbouring-requests.ts";
import { numbered } from "../requests/numbered.ts";
import { ordinary } from "../requests/ordinary-requests.ts";
import { sameAnswerChecks } from "./consistency-answers.ts";
import { answersNotMixedUp, belongsToAnother, isUnexpected } from "./mixed-up-responses.ts";

const everyEndpoint: Where = cells({ protected: true, default: "only" }, "rotated");

const pings: Where = cells({ protected: false, default: "only" }, "none");

/** Endpoints whose responses have a metadata object with an identifier and a time. */
const withMetadata: Where = cells(
  {
    default: "only",
    operation: hasMetadataMembers,
  },
  "rotated",
);

/** The cells of these endpoints at versions that are named. */
const whereNamed: Where = cells(
  {
    default: "without",
    operation: hasMetadataMembers,
  },
  "rotated",
);

/** Judges the requests to an endpoint that are sent one after the other. */
function askedInSequence(mixture: Mixture) {
  return {
    where: everyEndpoint,
    wrong: [mixture],
    send: (context: CheckContext) => numbered(sequentialRequests(context)),
  };
}

/** Judges these requests, and every other one to the endpoint, at any version, whose response shows the mix-up. */
function askedAnyhow(mixture: "key" | "version") {
  return {
    ...askedInSequence(mixture),
    others: belongsToAnother(mixture),
    othersAt: ({ cell, contracts }: CheckContext) =>
      [defaultVersion, ...datedVersions(contracts, cell)].map((version) => ({
        ...cell,
        version,
        auth: null,
      })),
  };
}

/** An exchange with its metadata. */
interface Stamped extends AnswerStamp {
  readonly exchange: Exchange;
}

/**
 * The responses whose version has a metadata object.
 * @param stamp finds what identifies a response
 */
function stamped(
  exchanges: NamedExchanges,
  { contracts }: CheckContext,
  stamp: typeof stampOf,
): readonly Stamped[] {
  return Object.values(exchanges).flatMap((exchange) => {
    const { surface, endpoint, version } = exchange.spec;
    const operation = contracts.operation(surface, endpoint, version);
    const metadata = operation !== null && hasMetadata(operation) ? stamp(exchange) : null;
    return metadata === null ? [] : [{ ...metadata, exchange }];
  });
}

/** The response that was received first of those with the same id, in the order in which they were received. */
function firstOfEachId(answers: readonly Stamped[]): readonly Stamped[] {
  const first = new Map<string, Stamped>();
  const received = answers.toSorted((a, b) => a.exchange.receivedAt - b.exchange.receivedAt);
  for (const one of received) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}

/** All pairs of a list, the earlier entry first. */
function pairsOf<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}

export const consistencyChecks: readonly Check[] = [
  // must · What the service does, item 5; Versioning, "The version is chosen"
  // A response has the shape of the requested version, whatever version the same URL was requested
  // with before, and in any order.
  answersNotMixedUp("consistency.version-not-mixed", askedAnyhow("version")),
  // must · Authentication, item 1; What the service does, item 4
  // Each request is authenticated by its own key, and served or refused accordingly, whatever key
  // the same URL was requested with before.
  answersNotMixedUp("consistency.key-not-mixed", askedAnyhow("key")),
  // must · Parameters object, "parameters is an object"
  // The parameters that a response echoes are those of its own request, whatever was requested
  // before.
  answersNotMixedUp("consistency.query-not-mixed", askedInSequence("query")),
  // must · Endpoints, every "Success 200"
  // A request that is answered with status 200 once is answered with status 200 again, whatever was
  // requested before.
  answersNotMixedUp("consistency.same-request-same-status", {
    ...askedInSequence("status"),
    where: cells({ protected: true, availability: ["stated"] }, "none"),
    send: (context) =>
      context.cell.version === defaultVersion
        ? numbered(sequentialRequests(context))
        : { 0: ordinary(context) },
    others: isUnexpected,
  }),
  // must · What the service does, item 5; Parameters object, "parameters is an object";
  // Authentication, item 1
  // Responses to requests in flight together belong to their own requests, with the version, the
  // key and the parameters of each.
  answersNotMixedUp("consistency.concurrent-answers-own", {
    where: union(everyEndpoint, pings),
    wrong: mixtures,
    send: (context) => numbered(concurrentRequests(context)),
  }),
  // should · Metadata object, row "id"
  // Request identifiers do not repeat, neither in successive nor in concurrent responses.
  answersTogether("consistency.request-id-distinct", {
    generated: true,
    where: withMetadata,
    others: isSmall,
    // Responses of other endpoints are included, since they are in flight together.
    send: (context) => ({
      ...numbered(sequentialRequests(context)),
      ...numbered(concurrentRequests(context), "with "),
    }),
    expect: (exchanges, context) => {
      const answers = stamped(exchanges, context, metadataOf);
      const isHere = ({ exchange }: Stamped) => exchange.spec.endpoint === context.cell.endpoint;
      const own = answers.filter(isHere);
      if (own.length < 2) blocked("needs two responses with an id and a timestamp");
      // metadata.id-distinct reports a single id for all responses.
      if (new Set(own.map(({ id }) => id)).size < 2) return notOwed("there is only one id");
      return pairsOf(answers)
        .filter(([a, b]) => a.id === b.id && (isHere(a) || isHere(b)))
        .filter(([a, b]) => !mayBeCopies(a.exchange, b.exchange, context.contracts))
        .map(([a, b]) => ({
          path: "/metadata/id",
          expected: "an id that differs from that of another response",
          actual: b.id,
          exchange: b.exchange.id,
          beside: a.exchange.id,
        }));
    },
  }),
  // should · Metadata object, row "timestamp"
  // The timestamp in metadata advances.
  answersTogether("consistency.timestamp-moves", {
    generated: true,
    where: union(withMetadata, whereNamed),
    others: isSmall,
    send: (context) => ({
      early: ordinary(context),
      // A server may have another cache for requests that name their version.
      ...(context.cell.version === defaultVersion && numbered(sequentialRequests(context))),
    }),
    // A response from a cache may have been stored when the version was named, or when it was not.
    othersAt: ({ cell, contracts }) =>
      [defaultVersion, contracts.defaultOf(cell.surface, cell.endpoint)].flatMap((version) =>
        version === null || version === cell.version ? [] : [{ ...cell, version, auth: null }],
      ),
    expect: (exchanges, context) => {
      const all = stamped(exchanges, context, stampOf);
      const answers = all.filter(({ exchange }) => exchange.spec.version === context.cell.version);
      if (answers.length === 1 && context.cell.version !== defaultVersion) {
        // How many requests name the version depends on what else is judged.
        return notOwed("there are no two responses to compare");
      }
      if (answers.length < 2) blocked("needs two responses with an id and a timestamp");
      // A response with the id of another one is the same response from a cache: its time is that of the first.
      const first = firstOfEachId(all).filter((one) => answers.includes(one));
      const apart = pairsOf(first).filter(([a, b]) =>
        mustDiffer(a.exchange, b.exchange, [a.timestamp, b.timestamp]),
      );
      if (apart.length === 0) return notOwed("no two responses are more than two seconds apart");
      return apart
        .filter(([a, b]) => a.timestamp === b.timestamp)
        .map(([a, b]) => ({
          path: "/metadata/timestamp",
          expected: "a later time than in a response received seconds earlier",
          actual: b.timestamp,
          exchange: b.exchange.id,
          beside: a.exchange.id,
        }));
    },
  }),
  ...sameAnswerChecks,
];
