import { cells } from "../engine/cells.ts";
import { type Check, type CheckContext, eachAnswer } from "../engine/check.ts";
import { expectServed, successBody } from "../matchers/answer.ts";
import { pingTimestampIsNow } from "../matchers/times.ts";
import { keyed, ping, styleOf } from "../requests/ordinary-requests.ts";
import { pingSchemaCheck } from "./schema-checks.ts";

const pingCells = cells({ protected: false }, "none");

export const pingChecks: readonly Check[] = [
  eachAnswer("ping.public", {
    observed: { in: ["ping"] },
    where: pingCells,
    send: (context) => [ping(context)],
    expect: expectServed,
  }),
  eachAnswer("ping.own-key-accepted", {
    control: (context) => ping(context),
    where: cells({ protected: false }, "each"),
    send: (context) => [ping(context, keyed(styleOf(context)))],
    expect: expectServed,
  }),
  eachAnswer("ping.wrong-key-tolerated", {
    where: cells({ protected: false, default: "only" }, "rotated"),
    send: (context: CheckContext) => [ping(context, keyed(styleOf(context), "unknown"))],
    expect: expectServed,
  }),
  pingSchemaCheck("ping.members-present"),
  pingSchemaCheck("ping.member-types"),
  pingSchemaCheck("ping.message-pong"),
  pingSchemaCheck("ping.version-listed"),
  eachAnswer("ping.timestamp-is-now", {
    observed: { in: ["ping"] },
    where: pingCells,
    send: (context) => [ping(context)],
    expect: (exchange) => pingTimestampIsNow(exchange, successBody(exchange)),
  }),
];
