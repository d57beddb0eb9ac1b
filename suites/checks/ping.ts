import type { Catalogue } from "../../contracts/catalogue.ts";
import { cellsOf } from "../engine/cells.ts";
import type { Check, CheckContext } from "../engine/check.ts";
import { pingSchemaCheck } from "../engine/schema-checks.ts";
import type { Subject } from "../engine/subject.ts";
import { expectServed, successBody } from "../matchers/answer.ts";
import { pingTimestampIsNow } from "../matchers/times.ts";
import { keyed, ping, styleOf } from "../requests/ordinary-requests.ts";

const pingCells = (subject: Subject, contracts: Catalogue) =>
  cellsOf(subject, contracts, { protected: false }, "none");

export const pingChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "ping.public",
    observed: { in: ["ping"] },
    cells: pingCells,
    asks: (context) => [ping(context)],
    judge: expectServed,
  },
  {
    kind: "each",
    requirement: "ping.own-key-accepted",
    plain: (context) => ping(context),
    // Each style where the version header is omitted; elsewhere they take turns.
    cells: (subject, contracts) => [
      ...cellsOf(subject, contracts, { protected: false, default: "only" }, "each"),
      ...cellsOf(subject, contracts, { protected: false, default: "without" }, "turns"),
    ],
    asks: (context) => [ping(context, keyed(styleOf(context)))],
    judge: expectServed,
  },
  {
    kind: "each",
    requirement: "ping.wrong-key-tolerated",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { protected: false, default: "only" }, "turns"),
    asks: (context: CheckContext) => [ping(context, keyed(styleOf(context), "unknown"))],
    judge: expectServed,
  },
  pingSchemaCheck("ping.members-present"),
  pingSchemaCheck("ping.member-types"),
  pingSchemaCheck("ping.message-pong"),
  pingSchemaCheck("ping.version-listed"),
  {
    kind: "each",
    requirement: "ping.timestamp-is-now",
    observed: { in: ["ping"] },
    cells: pingCells,
    asks: (context) => [ping(context)],
    judge: (exchange) => pingTimestampIsNow(exchange, successBody(exchange)),
  },
];
