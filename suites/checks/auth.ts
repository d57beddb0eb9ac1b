import { authStyles } from "../../contracts/words.ts";
import type { AuthForm } from "../../harness/exchanges/request-spec.ts";
import {
  availabilityOf,
  type CellFilter,
  cellsOf,
  rowOf,
  type StyleRule,
} from "../engine/cells.ts";
import { type Check, type CheckContext, type EachCheck, skip } from "../engine/check.ts";
import { otherProductKey, revocableKey, revokedKey } from "../engine/remedies.ts";
import {
  answerOf,
  expectRefused,
  expectServed,
  expectStatus,
  isRefusal,
  statusText,
  successBody,
} from "../matchers/answer.ts";
import { keyed, ordinary, ordinaryOnce } from "../requests/ordinary-requests.ts";
import {
  keyRefusals,
  malformedAuthorization,
  missingKey,
  otherScheme,
  recasedKey,
  stylesTried,
  twoInvalidKeys,
  unknownKey,
  unlistedForm,
  wrongKey,
} from "../requests/refused-requests.ts";

/** The cells of the protected endpoints that a filter leaves. */
const protectedCells =
  (style: StyleRule, filter: CellFilter = {}): Check["cells"] =>
  (subject, contracts) =>
    cellsOf(subject, contracts, { ...filter, protected: true }, style);

/** The cells in which an unknown key is tried: fewer where the version header is omitted. */
function triedCells(filter: CellFilter = {}): Check["cells"] {
  return (subject, contracts) =>
    protectedCells("each", filter)(subject, contracts).filter(
      (cell) => cell.auth !== null && stylesTried({ cell, subject, contracts }).includes(cell.auth),
    );
}

const geolocation: CellFilter = { endpoints: ["/geolocation"] };

/** A refusal of a key that is owed whatever version is asked for. */
function refusalCheck(
  requirement: string,
  cells: Check["cells"],
  asks: EachCheck["asks"],
  judge: EachCheck["judge"] = expectRefused,
): EachCheck {
  return { kind: "each", requirement, unconditional: true, cells, asks, judge };
}

function wrongKeyCheck(requirement: string, key: "other-product" | "revoked") {
  return refusalCheck(requirement, protectedCells("none"), (context) => {
    const { surface } = context.cell;
    if (!context.subject.hasKey(surface, key)) {
      const remedy = key === "revoked" ? revokedKey(surface) : otherProductKey(surface);
      skip(`${remedy.wants} is not at hand`, remedy);
    }
    return [wrongKey(context, key)];
  });
}

/** The valid key in a form that is not listed, at the default version of the endpoints whose turn it is. */
function formRefused(
  requirement: string,
  formAt: (context: CheckContext) => AuthForm | null,
): EachCheck {
  return {
    kind: "each",
    requirement,
    cells: (subject, contracts) =>
      protectedCells("none", { default: "only" })(subject, contracts).filter(
        (cell) => formAt({ cell, subject, contracts }) !== null,
      ),
    asks: (context) => [unlistedForm(context, formAt(context) ?? "bare")],
    judge: expectRefused,
  };
}

/**
 * Every other endpoint, at the default version: how a header is spelled is a matter of the HTTP library,
 * which is the same at all endpoints of a surface.
 */
function everyOther(parity: 0 | 1): Check["cells"] {
  return (subject, contracts) =>
    protectedCells("turns", { default: "only" })(subject, contracts).filter(
      (cell) => rowOf(contracts, cell) % 2 === parity,
    );
}

/** The key headers in upper case, one of them at each endpoint in turns. */
const upperCase: Readonly<Record<(typeof authStyles)[number], AuthForm>> = {
  "api-key": "api-key-upper-case",
  "x-api-key": "x-api-key-upper-case",
  bearer: "authorization-upper-case",
};

function needRevocation({ cell, subject }: CheckContext): void {
  if (!subject.canRevoke(cell.surface)) {
    skip("no key may be revoked here", revocableKey(cell.surface));
  }
}

/** One cheap endpoint of each surface, where what concerns all keys alike is tried. */
const cheapCells: Check["cells"] = (subject, contracts) =>
  cellsOf(subject, contracts, { protected: true, default: "only" }, "turns").filter(
    ({ endpoint }) => endpoint === "/search" || endpoint === "/info/topics",
  );

export const authChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "auth.style-accepted",
    cells: (subject, contracts) =>
      protectedCells("each")(subject, contracts).filter(
        (cell) => availabilityOf(contracts, cell) !== "unstated",
      ),
    asks: (context) => [ordinary(context)],
    judge: (exchange) => {
      const { status } = answerOf(exchange);
      if (status !== 401 && status !== 403) {
        successBody(exchange);
        return [];
      }
      return [{ path: "status", expected: "the key to be accepted", actual: String(status) }];
    },
  },
  refusalCheck("auth.missing-key-refused", protectedCells("none"), (context) => [
    missingKey(context),
  ]),
  refusalCheck("auth.unknown-key-refused", triedCells(), (context) => [
    unknownKey(context, context.cell.auth ?? authStyles[0]),
  ]),
  wrongKeyCheck("auth.other-product-key-refused", "other-product"),
  wrongKeyCheck("auth.revoked-key-refused", "revoked"),
  {
    kind: "together",
    requirement: "auth.revocation-immediate",
    cells: cheapCells,
    asks: (context) => {
      needRevocation(context);
      const form = context.cell.auth ?? "bearer";
      const before = ordinaryOnce(context, { kind: "key", key: "revocable", form });
      return { before, after: { ...before, after: "revocation" } };
    },
    judge: ({ before, after }) => {
      if (before === undefined || after === undefined) return [];
      const wrongBefore = expectServed(before);
      return wrongBefore.length > 0
        ? skip(
            `the revocable key got ${statusText(before)} before it was revoked: is it a live one?`,
            revocableKey(before.ask.surface),
          )
        : expectRefused(after);
    },
  },
  {
    kind: "each",
    requirement: "auth.revocation-spares-other-keys",
    cells: cheapCells,
    plain: (context) => ordinary(context),
    asks: (context) => {
      needRevocation(context);
      const own = ordinaryOnce(context, {
        kind: "key",
        key: "own",
        form: context.cell.auth ?? "bearer",
      });
      return [{ ...own, after: "revocation" }];
    },
    judge: expectServed,
  },
  refusalCheck(
    "auth.malformed-authorization-refused",
    (subject, contracts) =>
      protectedCells("none")(subject, contracts).filter(
        (cell) => availabilityOf(contracts, cell) === "stated",
      ),
    (context) => [malformedAuthorization(context)],
  ),
  refusalCheck(
    "auth.several-invalid-keys-refused",
    protectedCells("none", { default: "only" }),
    (context) => [twoInvalidKeys(context)],
  ),
  refusalCheck("auth.key-case-matters", cheapCells, (context) => [
    recasedKey(context) ?? skip("the key has no letters"),
  ]),
  formRefused("auth.bare-authorization-refused", () => "bare"),
  formRefused("auth.basic-authorization-refused", (context) =>
    otherScheme(context) === "basic" ? "basic" : null,
  ),
  formRefused("auth.other-scheme-refused", (context) => {
    const form = otherScheme(context);
    return form === "basic" ? null : form;
  }),
  {
    kind: "each",
    requirement: "auth.header-name-case-ignored",
    plain: (context) => ordinary(context),
    cells: everyOther(0),
    asks: (context) => {
      const form = upperCase[context.cell.auth ?? "api-key"];
      return [ordinaryOnce(context, { kind: "key", key: "own", form })];
    },
    judge: expectServed,
  },
  {
    kind: "each",
    requirement: "auth.scheme-case-ignored",
    plain: (context) => ordinary(context, keyed("bearer")),
    asks: (context) => {
      const form = context.cell.auth === "bearer" ? "bearer-lower-case" : "bearer-upper-case";
      return [ordinaryOnce(context, { kind: "key", key: "own", form })];
    },
    judge: expectServed,
    cells: everyOther(1),
  },
  {
    kind: "each",
    requirement: "auth.refusal-status-401",
    cells: protectedCells("none"),
    asks: keyRefusals,
    judge: (exchange) => {
      const { status } = answerOf(exchange);
      if (!isRefusal(status)) skip(`was not refused, but answered with ${status}`);
      const { credential } = exchange.ask;
      const isOdd = credential.kind === "malformed" || credential.kind === "several";
      if (isOdd) return expectStatus(exchange, 401, 400);
      const foreign = credential.kind === "key" && credential.key === "other-product";
      return foreign ? expectStatus(exchange, 401, 403) : expectStatus(exchange, 401);
    },
  },
  refusalCheck(
    "auth.geolocation-missing-key-401",
    protectedCells("none", geolocation),
    (context) => [missingKey(context)],
    (exchange) => expectStatus(exchange, 401),
  ),
  refusalCheck(
    "auth.geolocation-unknown-key-401",
    triedCells(geolocation),
    (context) => [unknownKey(context, context.cell.auth ?? authStyles[0])],
    (exchange) => expectStatus(exchange, 401),
  ),
  refusalCheck(
    "auth.geolocation-invalid-credentials-401",
    protectedCells("none", geolocation),
    (context) => [
      malformedAuthorization(context),
      ...(context.subject.hasKey(context.cell.surface, "revoked")
        ? [wrongKey(context, "revoked")]
        : []),
    ],
    (exchange) => {
      const { status } = answerOf(exchange);
      if (!isRefusal(status)) skip(`was not refused, but answered with ${status}`);
      return expectStatus(exchange, 401);
    },
  ),
];
