import { describeValue } from "../../contracts/describe-value.ts";
import type { Credential } from "../../harness/requests/request-spec.ts";
import { expectServed, successBody } from "../matchers/answer.ts";
import { isNeverName } from "../matchers/filled-texts.ts";
import { member } from "../matchers/json.ts";
import { expectPingTimestampNow } from "../matchers/times.ts";
import { cells } from "../model/cells.ts";
import { type Check, type CheckContext, eachAnswer, skip } from "../model/check.ts";
import { keyed, ping, styleOf } from "../requests/ordinary-requests.ts";
import { pingSchemaCheck } from "./schema-checks.ts";

const pingCells = cells({ protected: false }, "none");

/**
 * An unknown key as a bearer token, which frameworks check even where none is needed; and the key of the other product,
 * on the other surface a revoked one.
 */
function invalidCredentials(context: CheckContext): readonly Credential[] {
  const { surface } = context.cell;
  const stale = surface === "aggregator" ? "other-product" : "revoked";
  const known = context.target.hasKey(surface, stale) ? [keyed(styleOf(context), stale)] : [];
  return [keyed("bearer", "unknown"), ...known];
}

export const pingChecks: readonly Check[] = [
  // must · What the service does, item 3; Aggregator GET /ping, "Public"; News GET /ping, "Public"
  // GET /ping returns status 200 without a key.
  eachAnswer("ping.public", {
    observed: { in: ["ping"] },
    where: pingCells,
    send: (context) => [ping(context)],
    expect: expectServed,
  }),
  // must · Authentication, item 1; Authentication, item 4
  // GET /ping also returns status 200 with a valid key of the surface in any of the three listed
  // headers.
  eachAnswer("ping.own-key-accepted", {
    control: (context) => ping(context),
    where: cells({ protected: false }, "each"),
    send: (context) => [ping(context, keyed(styleOf(context)))],
    expect: expectServed,
  }),
  // should · Authentication, item 1
  // GET /ping, being public, also returns status 200 with an invalid key.
  eachAnswer("ping.wrong-key-tolerated", {
    where: cells({ protected: false, default: "only" }, "rotated"),
    control: (context) => ping(context, keyed(styleOf(context))),
    send: (context) => invalidCredentials(context).map((credential) => ping(context, credential)),
    expect: expectServed,
  }),
  // must · Ping response, table
  // The ping response has id, message, version and timestamp.
  pingSchemaCheck("ping.members-present"),
  // must · Ping response, table
  // In the ping response, id, message and version are strings and timestamp is an integer.
  pingSchemaCheck("ping.member-types"),
  // must · Ping response, row "message"
  // The message of the ping response is always "pong".
  pingSchemaCheck("ping.message-pong"),
  // must · Ping response, row "version"
  // The version in the ping response is one of the surface's version values.
  pingSchemaCheck("ping.version-listed"),
  // should · Ping response, row "id"
  // The id of the ping response is not blank.
  eachAnswer("ping.id-filled", {
    observed: { in: ["ping"] },
    where: pingCells,
    send: (context) => [ping(context)],
    expect: (exchange) => {
      const id = member(successBody(exchange), "id");
      if (typeof id !== "string") skip("id is not a string");
      if (id.trim() !== "" && !isNeverName(id)) return [];
      return [{ path: "/id", expected: "an id", actual: describeValue(id) }];
    },
  }),
  // should · Ping response, row "timestamp"
  // The timestamp in the ping response is the current time, in seconds or milliseconds since 1970.
  eachAnswer("ping.timestamp-is-now", {
    observed: { in: ["ping"] },
    where: pingCells,
    send: (context) => [ping(context)],
    expect: (exchange) => expectPingTimestampNow(exchange, successBody(exchange)),
  }),
];
