import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import {
  type AuthForm,
  exchangeId,
  isUsualGet,
  noCredential,
} from "../../harness/requests/request-spec.ts";
import {
  answerOf,
  bodyServed,
  expectRefused,
  expectServed,
  isKeyRefused,
  successBody,
} from "../matchers/answer.ts";
import { dataIn } from "../matchers/data-in-body.ts";
import { expectNoKey } from "../matchers/leaks.ts";
import { looksLikeService } from "../matchers/service-body.ts";
import { availabilityOf, cells, only, union, type Where } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  notOwed,
  type Observed,
  type RequestChoice,
  type RequestChoices,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { otherProductKey, revokedKey } from "../model/remedies.ts";
import { styleSent } from "../model/sent-at.ts";
import { sendsMore } from "../model/turns.ts";
import { heads, isHeadWithoutKey, isPostWithoutKey, post } from "../requests/careless-requests.ts";
import { cellsOfSpellings, withOtherSpellings } from "../requests/header-spellings.ts";
import { keyed, ordinary, ordinaryOnce, ping, styleOf } from "../requests/ordinary-requests.ts";
import {
  hasOtherSpelling,
  malformedCredential,
  otherScheme,
  recasedKey,
  requestsWithoutKey,
  severalInvalidKeys,
  spelledOtherwise,
  unknownKey,
  unlistedForm,
  unlistedForms,
  wrongKey,
} from "../requests/refused-keys.ts";
import { refusedTwice } from "../requests/refused-requests.ts";
import { cheapCells, revocationChecks } from "./auth-revocation.ts";
import { authStatusChecks } from "./auth-status.ts";

/** A refusal of a key that is required whatever version is requested. */
function refusalCheck(
  requirement: string,
  where: Where,
  send: EachCheck["send"],
  expect: EachCheck["expect"] = expectRefusedWithoutData,
  observed?: Observed,
): EachCheck {
  const also = observed && { observed };
  return eachAnswer(requirement, {
    unconditional: true,
    where,
    send,
    further: plainestWithSameKey,
    expect,
    ...also,
  });
}

/**
 * The plainest request with the same credential, after a refusal that a valid key may get too, since it may be about a
 * parameter. One with 401 or 403 is about the key.
 */
function plainestWithSameKey({ answer, spec }: Exchange, context: CheckContext) {
  if (!sendsMore(context) || isKeyRefused(answer)) return null;
  const plainest = ordinaryOnce(context, spec.credential);
  const isOther = isUsualGet(spec) && exchangeId(plainest) !== exchangeId(spec);
  return isOther ? plainest : null;
}

/**
 * Without a key, no request gets data, whatever it is sent for: a client that accepts other media types may get a page of
 * any status instead.
 */
const dataWithoutKey: Observed = {
  in: ["success", "unknown-version"],
  when: ({ spec, answer }) =>
    styleSent(spec) === null &&
    answer?.status === 200 &&
    answer.json.ok &&
    looksLikeService(answer.json.value),
  ownOnly: true,
};

const setsCookie = ({ answer }: Exchange): boolean => answer?.headers["set-cookie"] !== undefined;

/** A refusal does not contain the data. */
function expectRefusedWithoutData(
  exchange: Exchange,
  { contracts }: CheckContext,
): readonly Found[] {
  const findings = expectRefused(exchange);
  const { spec, answer } = exchange;
  if (findings.length > 0 || answer?.json.ok !== true) return findings;
  const data = dataIn(answer.json.value, spec.surface, contracts);
  if (data === null) return [];
  const expected = "no data in a refusal of the key";
  const actual = `${data.entries} entries, with status ${answer.status}`;
  return [{ path: data.path, expected, actual }];
}

function wrongKeyCheck(requirement: string, key: "other-product" | "revoked") {
  return refusalCheck(requirement, cells({ protected: true }, "each"), (context) => {
    const { surface } = context.cell;
    if (!context.target.hasKey(surface, key)) {
      const remedy = key === "revoked" ? revokedKey(surface) : otherProductKey(surface);
      skip(`${remedy.wants} is not available`, remedy);
    }
    return [wrongKey(context, key)];
  });
}

/** Expects no data of the endpoint: another path or method may not exist or lead elsewhere, so no other response is wrong. */
function expectNoData(exchange: Exchange, { control }: CheckContext): readonly Found[] {
  const [shown, served] = [exchange, control].map((one) => one && bodyServed(one));
  const isData = isObject(served)
    ? isObject(shown) && Object.keys(served).every((name) => name in shown)
    : Array.isArray(served) && Array.isArray(shown);
  if (!isData) return [];
  const expected = `no data without a key at ${exchange.spec.endpoint}`;
  return [{ path: "status", expected, actual: "200, with the members of the endpoint's data" }];
}

/** The valid key in a form that is not listed. */
function formRefused(
  requirement: string,
  formAt: (place: Pick<CheckContext, "cell" | "contracts">) => AuthForm,
): EachCheck {
  return eachAnswer(requirement, {
    where: only(cells({ protected: true }, "none"), (place) =>
      unlistedForms(place).includes(formAt(place)),
    ),
    send: (context) => [unlistedForm(context, formAt(context))],
    expect: expectRefused,
  });
}

/** The ordinary request with the surface's key; ping gets the key as well. */
function ordinaryAlsoOfPing(context: CheckContext): readonly RequestChoice[] {
  return [
    operationOf(context).protected ? ordinary(context) : ping(context, keyed(styleOf(context))),
  ];
}

export const authChecks: readonly Check[] = [
  // should · Authentication, item 3
  // No response contains the key that was sent, in its body or its headers.
  eachAnswer("auth.key-not-echoed", {
    where: union(cells({ protected: true }, "each"), cells({ protected: false }, "each")),
    send: ordinaryAlsoOfPing,
    observed: { in: ["success", "refusal", "server-error", "ping"], ownOnly: true },
    unconditional: true,
    expect: expectNoKey,
  }),
  // must · Authentication, item 4; Aggregator GET /geolocation, "Security"
  // Every protected endpoint and version accepts a valid key in each of the three listed headers
  // (api-key, x-api-key and Authorization with the Bearer scheme).
  eachAnswer("auth.style-accepted", {
    where: only(
      cells({ protected: true }, "each"),
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
  // must · Authentication, item 1; What the service does, item 4; Endpoints, "Authentication is
  // required"
  // A request without a key is refused at every endpoint except ping.
  refusalCheck(
    "auth.missing-key-refused",
    cells({ protected: true }, "none"),
    (context) => [...requestsWithoutKey(context), ...refusedTwice(context, "missing")],
    expectRefusedWithoutData,
    dataWithoutKey,
  ),
  // must · Authentication, item 1; Authentication, item 4
  // Cookies set by the server do not replace a key: a request with them and without a key is
  // refused.
  answersTogether("auth.cookies-no-key", {
    unconditional: true,
    where: cheapCells,
    send: (context) => ({ served: ordinary(context) }),
    thenSend: ({ served }, context): RequestChoices =>
      served !== undefined && setsCookie(served)
        ? { refused: { ...ordinaryOnce(context, noCredential), cookies: "received" } }
        : {},
    expect: ({ served, refused }, context) => {
      if (served !== undefined) successBody(served);
      return refused === undefined
        ? notOwed("the response sets no cookie")
        : expectRefusedWithoutData(refused, context).map((found) => ({
            ...found,
            exchange: refused.id,
          }));
    },
  }),
  // should · Authentication, item 1
  // HEAD without a key is refused wherever GET without a key must be refused.
  refusalCheck(
    "auth.head-without-key-refused",
    only(cells({ protected: true, default: "only" }, "none"), isHeadWithoutKey),
    heads,
    // Another requirement judges a server that does not know the method.
    (exchange, context) =>
      exchange.answer?.status === 501
        ? notOwed("HEAD is not implemented")
        : expectRefusedWithoutData(exchange, context),
  ),
  // must · Authentication, item 7
  // A key that was never issued is refused in each of the three listed headers.
  refusalCheck("auth.unknown-key-refused", cells({ protected: true }, "each"), (context) => [
    unknownKey(context),
    ...refusedTwice(context, "unknown"),
  ]),
  // must · Authentication, item 2
  // A key of the other product is refused on this surface.
  wrongKeyCheck("auth.other-product-key-refused", "other-product"),
  // must · Authentication, item 6
  // A revoked key is refused.
  wrongKeyCheck("auth.revoked-key-refused", "revoked"),
  ...revocationChecks,
  // must · Authentication, item 1
  // A request whose Authorization header or other key header contains no key is refused like a
  // request without a key.
  refusalCheck(
    "auth.malformed-authorization-refused",
    cells({ protected: true }, "each"),
    (context) => [malformedCredential(context)],
  ),
  // must · Authentication, item 1; Authentication, item 7
  // A request with invalid keys in several headers is refused.
  refusalCheck(
    "auth.several-invalid-keys-refused",
    cells({ protected: true }, "none"),
    (context) => [severalInvalidKeys(context)],
  ),
  // should · Authentication, item 1
  // A valid key with its letter case swapped is refused.
  refusalCheck("auth.key-case-matters", cheapCells, (context) => [
    recasedKey(context) ?? skip("the key has no letters"),
  ]),
  // should · Authentication, item 4, row "Authorization"
  // A valid key in the Authorization header without the Bearer scheme is refused, since this form
  // is not listed.
  formRefused("auth.bare-authorization-refused", () => "bare"),
  // should · Authentication, item 4, row "Authorization"
  // A valid key in the Authorization header with the Basic scheme is refused, since this form is
  // not listed.
  formRefused("auth.basic-authorization-refused", () => "basic"),
  // should · Authentication, item 4, row "Authorization"
  // A valid key in the Authorization header with another scheme, such as Token or ApiKey, is
  // refused, since this form is not listed.
  formRefused("auth.other-scheme-refused", otherScheme),
  // must · Authentication, item 1
  // No spelling of an endpoint's path returns its data without a key.
  eachAnswer("auth.path-spelling-needs-key", {
    where: only(cells({ protected: true, default: "only" }, "rotated"), hasOtherSpelling),
    control: (context) => ordinary(context),
    send: (context) => [spelledOtherwise(context)],
    expect: expectNoData,
  }),
  // should · Authentication, item 1
  // POST returns no data of an endpoint without a key.
  eachAnswer("auth.post-needs-key", {
    where: only(cells({ protected: true, default: "only" }, "none"), isPostWithoutKey),
    control: (context) => ordinary(context),
    send: (context) => [post(context)],
    expect: expectNoData,
  }),
  // should · Authentication, item 4
  // The names of the key headers are case-insensitive, as HTTP requires.
  eachAnswer("auth.header-name-case-ignored", {
    control: (context) => ordinary(context),
    where: cellsOfSpellings,
    send: (context) => [withOtherSpellings(context)],
    expect: expectServed,
  }),
  // should · Authentication, item 4, row "Authorization"
  // The Bearer scheme is case-insensitive, as HTTP requires.
  eachAnswer("auth.scheme-case-ignored", {
    control: (context) => ordinary(context, keyed("bearer")),
    send: (context) => {
      const form = context.cell.auth === "bearer" ? "bearer-lower-case" : "bearer-upper-case";
      return [ordinaryOnce(context, { kind: "key", key: "own", form })];
    },
    expect: expectServed,
    where: cheapCells,
  }),
  ...authStatusChecks,
];
