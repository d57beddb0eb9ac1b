import type { authStyles } from "../../contracts/vocabulary.ts";
import type { AuthForm } from "../../harness/exchanges/request-spec.ts";
import {
  availabilityOf,
  type CellFilter,
  cells,
  only,
  rowOf,
  type StyleRule,
  type Where,
} from "../engine/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  skip,
} from "../engine/check.ts";
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
  malformedCredential,
  missingKey,
  otherScheme,
  recasedKey,
  twoInvalidKeys,
  unknownKey,
  unlistedForm,
  wrongKey,
} from "../requests/refused-requests.ts";

/** The cells of the protected endpoints that a filter leaves. */
const protectedCells = (style: StyleRule, filter: CellFilter = {}): Where =>
  cells({ ...filter, protected: true }, style);

const geolocation: CellFilter = { endpoints: ["/geolocation"] };

/** A refusal of a key that is owed whatever version is asked for. */
function refusalCheck(
  requirement: string,
  where: Where,
  send: EachCheck["send"],
  expect: EachCheck["expect"] = expectRefused,
): EachCheck {
  return eachAnswer(requirement, { unconditional: true, where, send, expect });
}

function wrongKeyCheck(requirement: string, key: "other-product" | "revoked") {
  return refusalCheck(requirement, protectedCells("each"), (context) => {
    const { surface } = context.cell;
    if (!context.target.hasKey(surface, key)) {
      const remedy = key === "revoked" ? revokedKey(surface) : otherProductKey(surface);
      skip(`${remedy.wants} is not at hand`, remedy);
    }
    return [wrongKey(context, key)];
  });
}

/** The valid key in a form that is not listed. */
function formRefused(requirement: string, formAt: (context: CheckContext) => AuthForm): EachCheck {
  return eachAnswer(requirement, {
    where: protectedCells("none", { availability: ["stated"] }),
    send: (context) => [unlistedForm(context, formAt(context))],
    expect: expectRefused,
  });
}

/**
 * Every other endpoint, at the default version: how a header is spelled is a matter of the HTTP library,
 * which is the same at all endpoints of a surface.
 */
function everyOther(parity: 0 | 1): Where {
  return only(
    protectedCells("rotated", { default: "only" }),
    ({ cell, contracts }) => rowOf(contracts, cell) % 2 === parity,
  );
}

/** The key headers in upper case, one of them at each endpoint by rotation. */
const upperCase: Readonly<Record<(typeof authStyles)[number], AuthForm>> = {
  "api-key": "api-key-upper-case",
  "x-api-key": "x-api-key-upper-case",
  bearer: "authorization-upper-case",
};

function needRevocation({ cell, target }: CheckContext): void {
  if (!target.canRevoke(cell.surface)) {
    skip("no key may be revoked here", revocableKey(cell.surface));
  }
}

/** One cheap endpoint of each surface, where what concerns all keys alike is tried. */
const cheapCells: Where = cells(
  { endpoints: ["/search", "/info/topics"], default: "only" },
  "rotated",
);

export const authChecks: readonly Check[] = [
  eachAnswer("auth.style-accepted", {
    where: only(
      protectedCells("each"),
      ({ cell, contracts }) => availabilityOf(contracts, cell) !== "unstated",
    ),
    send: (context) => [ordinary(context)],
    expect: (exchange) => {
      const { status } = answerOf(exchange);
      if (status !== 401 && status !== 403) {
        successBody(exchange);
        return [];
      }
      return [{ path: "status", expected: "the key to be accepted", actual: String(status) }];
    },
  }),
  refusalCheck("auth.missing-key-refused", protectedCells("none"), (context) => [
    missingKey(context),
  ]),
  refusalCheck("auth.unknown-key-refused", protectedCells("each"), (context) => [
    unknownKey(context),
  ]),
  wrongKeyCheck("auth.other-product-key-refused", "other-product"),
  wrongKeyCheck("auth.revoked-key-refused", "revoked"),
  answersTogether("auth.revocation-immediate", {
    where: cheapCells,
    send: (context) => {
      needRevocation(context);
      const form = context.cell.auth ?? "bearer";
      const before = ordinaryOnce(context, { kind: "key", key: "revocable", form });
      return { before, after: { ...before, after: "revocation" } };
    },
    expect: ({ before, after }) => {
      if (before === undefined || after === undefined) return [];
      const wrongBefore = expectServed(before);
      return wrongBefore.length > 0
        ? skip(
            `the revocable key got ${statusText(before)} before it was revoked: is it a live one?`,
            revocableKey(before.spec.surface),
          )
        : expectRefused(after);
    },
  }),
  eachAnswer("auth.revocation-spares-other-keys", {
    where: cheapCells,
    control: (context) => ordinary(context),
    send: (context) => {
      needRevocation(context);
      const own = ordinaryOnce(context, {
        kind: "key",
        key: "own",
        form: context.cell.auth ?? "bearer",
      });
      return [{ ...own, after: "revocation" }];
    },
    expect: expectServed,
  }),
  refusalCheck(
    "auth.malformed-authorization-refused",
    only(
      protectedCells("each"),
      ({ cell, contracts }) => availabilityOf(contracts, cell) === "stated",
    ),
    (context) => [malformedCredential(context)],
  ),
  refusalCheck(
    "auth.several-invalid-keys-refused",
    protectedCells("none", { availability: ["stated"] }),
    (context) => [twoInvalidKeys(context)],
  ),
  refusalCheck("auth.key-case-matters", cheapCells, (context) => [
    recasedKey(context) ?? skip("the key has no letters"),
  ]),
  formRefused("auth.bare-authorization-refused", () => "bare"),
  formRefused("auth.basic-authorization-refused", () => "basic"),
  formRefused("auth.other-scheme-refused", otherScheme),
  eachAnswer("auth.header-name-case-ignored", {
    control: (context) => ordinary(context),
    where: everyOther(0),
    send: (context) => {
      const form = upperCase[context.cell.auth ?? "api-key"];
      return [ordinaryOnce(context, { kind: "key", key: "own", form })];
    },
    expect: expectServed,
  }),
  eachAnswer("auth.scheme-case-ignored", {
    control: (context) => ordinary(context, keyed("bearer")),
    send: (context) => {
      const form = context.cell.auth === "bearer" ? "bearer-lower-case" : "bearer-upper-case";
      return [ordinaryOnce(context, { kind: "key", key: "own", form })];
    },
    expect: expectServed,
    where: everyOther(1),
  }),
  eachAnswer("auth.refusal-status-401", {
    where: protectedCells("each"),
    send: keyRefusals,
    expect: (exchange) => {
      const { status } = answerOf(exchange);
      if (!isRefusal(status)) skip(`was not refused, but answered with ${status}`);
      const { credential } = exchange.spec;
      const isOdd = credential.kind === "malformed" || credential.kind === "several";
      if (isOdd) return expectStatus(exchange, 401, 400);
      const foreign = credential.kind === "key" && credential.key === "other-product";
      return foreign ? expectStatus(exchange, 401, 403) : expectStatus(exchange, 401);
    },
  }),
  refusalCheck(
    "auth.geolocation-missing-key-401",
    protectedCells("none", geolocation),
    (context) => [missingKey(context)],
    (exchange) => expectStatus(exchange, 401),
  ),
  refusalCheck(
    "auth.geolocation-unknown-key-401",
    protectedCells("each", geolocation),
    (context) => [unknownKey(context)],
    (exchange) => expectStatus(exchange, 401),
  ),
  refusalCheck(
    "auth.geolocation-invalid-credentials-401",
    protectedCells("each", geolocation),
    (context) => [
      malformedCredential(context),
      ...(context.target.hasKey(context.cell.surface, "revoked")
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
