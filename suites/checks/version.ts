import { DateTime } from "luxon";
import type { Operation } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion, type Version } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { otherSurface } from "../../harness/requests/key-names.ts";
import {
  answerOf,
  errorBody,
  expectBelowServerError,
  expectServed,
  isRefusal,
  isServed,
  skipUnserved,
  statusText,
  successBody,
} from "../matchers/answer.ts";
import { describeErrorBody, errorEnvelopesOf } from "../matchers/error-envelope.ts";
import { hasMember } from "../matchers/json.ts";
import {
  envelopeText,
  expectNoForeignMembers,
  generationsOf,
} from "../matchers/success-envelope.ts";
import { cells, datedVersions, only, union } from "../model/cells.ts";
import {
  blocked,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type Observed,
} from "../model/check.ts";
import { isAggregatorSearch, operationOf } from "../model/operation.ts";
import { rotate, rowOf } from "../model/rotation.ts";
import {
  cellsOfSpellings,
  pingWithOtherSpelling,
  withOtherSpellings,
} from "../requests/header-spellings.ts";
import {
  keyed,
  ordinary,
  ordinaryInAnyStyle,
  ordinaryOnce,
  ordinaryOrPing,
  ping,
  styleOf,
} from "../requests/ordinary-requests.ts";
import { successCheck } from "./success-check.ts";
import { defaultIsLatest, expectVersionInEffect } from "./version-default.ts";

/** A date between the two latest versions of a surface, for which a server may take the earlier one. */
function dateBetween(versions: readonly Version[]): string {
  const [latest = Number.NaN, earlier = latest] = versions.map((version) => Date.parse(version));
  const between = DateTime.fromMillis((latest + earlier) / 2, { zone: "utc" });
  return between.toISODate() ?? "2999-01-01";
}

/**
 * A value that an endpoint does not have: by turns a date between two versions, or a version of the other surface; and
 * one that another endpoint of its own surface has, or else a listed one with a letter more, a part of one, or a future
 * date.
 */
function unknownVersion({ cell, contracts }: CheckContext): string {
  const { surface, endpoint } = cell;
  const versionsOf = (...paths: readonly string[]) =>
    contracts.operations.filter(
      (one) => one.surface === surface && (paths.length === 0 || paths.includes(one.endpoint)),
    );
  const isAt = (operations: readonly Operation[], version: Version) =>
    operations.some((one) => one.version === version);
  const [oldest = "1999-12-31"] = contracts.versions(surface).slice(-1);
  const invented = [`${oldest}x`, oldest.slice(0, "2022-01".length), "2999-01-01"] as const;
  const row = rowOf(contracts, cell);
  const own = versionsOf(endpoint);
  // The specification names no versions for article search.
  const isStated = own.some(({ availability }) => availability === "stated");
  const elsewhere = isStated ? versionsOf().find(({ version }) => !isAt(own, version)) : undefined;
  if (row % 2 === 0) return elsewhere?.version ?? rotate(invented, row / 2);
  const foreign = contracts
    .versions(otherSurface(surface))
    .findLast((version) => !isAt(versionsOf(), version));
  const between = dateBetween(contracts.versions(surface));
  return rotate([between, foreign ?? rotate(invented, row)], (row - 1) / 2);
}

/** An ordinary request with a version value that the surface does not list. */
function withUnknownVersion(context: CheckContext) {
  const { protected: guarded } = operationOf(context);
  const usual = guarded ? ordinaryOnce(context, keyed(styleOf(context))) : ping(context);
  return [{ ...usual, version: unknownVersion(context) }];
}

/** Whether it is what the specification calls a version of the aggregator, `v1` first: a server may know it by this too. */
function isVersionName(text: string, { contracts }: Pick<CheckContext, "contracts">): boolean {
  const number = Number(/^v([1-9]\d?)$/i.exec(text)?.[1]);
  return number <= contracts.versions("aggregator").length;
}

/** A request without a key is refused for that reason. */
const unlistedVersions: Observed = {
  in: ["unknown-version"],
  when: ({ spec }, context) =>
    spec.credential.kind !== "none" && !isVersionName(spec.version, context),
};

function expectOwnEnvelope(body: unknown, { generation }: Operation): readonly Found[] {
  const found = generationsOf(body);
  if (found.includes(generation)) return [];
  if (found[0] === undefined) {
    blocked("the body has no complete envelope of any version: see envelope.members-present");
  }
  return [{ path: "", expected: envelopeText(generation), actual: envelopeText(found[0]) }];
}

/** Expects the body of the cell's version; ping reports its version itself. */
function expectOwnVersion(exchange: Exchange, context: CheckContext): readonly Found[] {
  const operation = operationOf(context);
  return operation.protected
    ? expectOwnEnvelope(successBody(exchange), operation)
    : expectVersionInEffect(exchange, context);
}

/** Whether the specification shows nothing of the body of this version, and of that of the latest. */
function isNotShown({ protected: isProtected, requiredMembers, generation }: Operation): boolean {
  return isProtected && requiredMembers.length === 0 && !hasMetadata({ generation });
}

/**
 * Expects that a 200 does not have the members of the latest version, unless the response to the usual spelling has them
 * too. Whether the request is refused for its key, which is spelled otherwise too, or for its version, is not known.
 */
function expectMembersOf(
  usual: Exchange | undefined,
  exchange: Exchange,
  { cell, contracts }: CheckContext,
): readonly Found[] {
  if (!isServed(exchange)) skipUnserved();
  const latest = contracts.operation(cell.surface, cell.endpoint, defaultVersion);
  if (usual === undefined || latest === null) return [];
  const hasAll = (one: Exchange) =>
    latest.requiredMembers.every((name) => hasMember(successBody(one), name));
  if (!hasAll(exchange) || hasAll(usual)) return [];
  const expected = `the members of ${cell.version}, as with api-version in small letters`;
  const actual = `those of ${latest.version}: ${latest.requiredMembers.join(", ")}`;
  return [{ path: "", expected, actual, exchange: exchange.id, beside: usual.id }];
}

export const versionChecks: readonly Check[] = [
  defaultIsLatest,
  {
    // must · Versioning, second table, row "Envelope"; Versioning, "The version is chosen"; What
    // the service does, item 5
    // A response has the envelope of the requested version, not that of another version.
    ...successCheck("version.own-envelope", {
      operations: isAggregatorSearch,
      expect: (body, { operation }) => expectOwnEnvelope(body, operation),
    }),
    // version.default-is-latest judges the default cell.
    observed: { in: ["success"], named: true },
    where: cells({ protected: true, default: "without", operation: isAggregatorSearch }, "each"),
  },
  // must · Versioning, "Changes v2 to v3"
  // The current version replaces the legacy envelope; no legacy envelope member occurs in addition
  // to the new ones.
  successCheck("version.no-legacy-members", {
    operations: (operation) => isAggregatorSearch(operation) && hasMetadata(operation),
    expect: (body, { operation, context: { contracts } }) =>
      expectNoForeignMembers(body, operation, contracts),
  }),
  // should · Versioning, second table, row "Envelope"
  // A legacy body has no top-level envelope member of another version.
  successCheck("version.no-foreign-members", {
    operations: (operation) => isAggregatorSearch(operation) && !hasMetadata(operation),
    expect: (body, { operation, context: { contracts } }) =>
      expectNoForeignMembers(body, operation, contracts),
  }),
  // must · Ping response, row "version"
  // The version in the ping response is the requested version, or the latest version if none is
  // requested.
  eachAnswer("version.ping-tells-version", {
    observed: { in: ["ping"] },
    where: cells({ protected: false }, "none"),
    send: (context) => [ping(context)],
    expect: expectVersionInEffect,
  }),
  // should · Versioning, first table
  // A value of api-version that the endpoint does not have is refused with an error envelope.
  eachAnswer("version.unknown-value-refused", {
    observed: unlistedVersions,
    where: cells({ default: "only" }, "none"),
    send: withUnknownVersion,
    expect: (exchange) => {
      const actual = statusText(exchange);
      if (exchange.answer === null || !isRefusal(exchange.answer.status)) {
        return [{ path: "status", expected: "a 4xx status", actual }];
      }
      const body = errorBody(exchange);
      if (errorEnvelopesOf(body).size > 0) return [];
      return [{ path: "", expected: "an error envelope", actual: describeErrorBody(body) }];
    },
  }),
  // should · Versioning, first table
  // A value of api-version that the endpoint does not have does not cause a server error.
  eachAnswer("version.unknown-value-no-server-error", {
    observed: unlistedVersions,
    where: cells({ default: "only" }, "none"),
    send: withUnknownVersion,
    expect: expectBelowServerError,
  }),
  // should · Versioning, "The version is chosen"; Endpoints, "All accept the optional header"
  // The name of the api-version header is case-insensitive, as HTTP requires.
  eachAnswer("version.header-name-case-ignored", {
    where: union(
      only(cellsOfSpellings, ({ cell, contracts }) => {
        const operation = contracts.operation(cell.surface, cell.endpoint, cell.version);
        return operation !== null && (isAggregatorSearch(operation) || isNotShown(operation));
      }),
      // Ping, if it is the only response of the surface that shows its version.
      only(
        cells({ protected: false, default: "without" }, "none"),
        ({ cell, contracts }) =>
          cell.version === datedVersions(contracts, cell).at(-1) &&
          !contracts.operations.some(
            (one) => one.surface === cell.surface && isAggregatorSearch(one),
          ),
      ),
    ),
    control: ordinaryOrPing,
    send: (context) => [
      operationOf(context).protected ? withOtherSpellings(context) : pingWithOtherSpelling(context),
    ],
    expect: (exchange, context) => {
      const { status } = answerOf(exchange);
      if (status === 401) blocked("the key was refused: see auth.header-name-case-ignored");
      const { control } = context;
      if (isNotShown(operationOf(context))) return expectMembersOf(control, exchange, context);
      if (control !== undefined && expectOwnVersion(control, context).length > 0) {
        blocked(
          "another version answers anyway: see version.own-envelope, version.ping-tells-version",
        );
      }
      const findings = expectServed(exchange);
      return findings.length > 0 ? findings : expectOwnVersion(exchange, context);
    },
  }),
  // should · Endpoints, "All accept the optional header"; Versioning, first table
  // Article search, for which the specification names no versions, accepts the versions of its
  // surface.
  eachAnswer("version.articles-explicit-version", {
    unconditional: true,
    where: cells({ availability: ["unstated"] }, "each"),
    send: (context) => [ordinary(context)],
    expect: expectServed,
  }),
  // should · Versioning, first table, row "News: topics info"
  // At /info/topics, version 2022-01-01, which only one description lists, is either served or
  // refused.
  eachAnswer("version.topics-2022-no-server-error", {
    observed: { in: ["success", "refusal", "server-error"] },
    unconditional: true,
    where: cells({ availability: ["contested"] }, "none"),
    send: (context) => [ordinaryInAnyStyle(context)],
    expect: (exchange) => {
      // A refusal need not have a readable body.
      if (isRefusal(exchange.answer?.status ?? 0)) return [];
      const expected = "200, or a refusal (4xx)";
      return expectServed(exchange).map((found) =>
        found.path === "status" ? { ...found, expected } : found,
      );
    },
  }),
];
