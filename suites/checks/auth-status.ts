import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesKey, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { expectStatus, isServed, needRefusal } from "../matchers/answer.ts";
import { askedFor } from "../matchers/same-query.ts";
import { type CellFilter, cells, type StyleRule } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  skip,
} from "../model/check.ts";
import { namesKnown } from "../model/parameter-names.ts";
import { ordinary } from "../requests/ordinary-requests.ts";
import {
  keyRefusals,
  malformedCredential,
  requestsWithoutKey,
  unknownKey,
  wrongKey,
} from "../requests/refused-keys.ts";
import { everyParameterRefusal } from "../requests/refused-parameters.ts";

const geolocation: CellFilter = { endpoints: ["/geolocation"] };

/** The status of a refusal at `/geolocation`, which is stated for every version. */
function geolocationStatus(
  requirement: string,
  style: StyleRule,
  send: EachCheck["send"],
  expect: EachCheck["expect"],
): EachCheck {
  const where = cells(geolocation, style);
  return eachAnswer(requirement, { unconditional: true, where, send, expect });
}

const expect401: EachCheck["expect"] = (exchange) => expectStatus(exchange, 401);

/**
 * Whether a 401 is about a key in the cell's own header. Other spellings of headers, and responses after a
 * revocation, are judged by the requirements that send them.
 */
function blamesTheKey({ answer, spec }: Exchange, { cell }: CheckContext): boolean {
  const { credential, versionHeader, after } = spec;
  if (credential.kind !== "key" || credential.form !== cell.auth) return false;
  return answer?.status === 401 && versionHeader === undefined && after === undefined;
}

/** Whether a request has a parameter that the service does not define, which a server may refuse before the key. */
function hasUnknownName({ query }: RequestSpec, context: CheckContext): boolean {
  const known = namesKnown(context);
  return query.some(([name]) => !known.has(name));
}

/**
 * Whether nothing but its key can be why a request was refused: a server may look first at parameters that must be
 * refused, or that the service does not define.
 */
function isRefusedForItsKey({ spec }: Exchange, context: CheckContext): boolean {
  const { credential, after } = spec;
  const isValid =
    carriesKey(credential, "own") || (carriesKey(credential, "revocable") && after === undefined);
  if (isValid || hasUnknownName(spec, context)) return false;
  const asked = askedFor(spec);
  return everyParameterRefusal(context).every((refused) => askedFor(refused) !== asked);
}

/** The status with which a key is refused, and that nothing else is refused with it. */
export const authStatusChecks: readonly Check[] = [
  // should · Authentication, item 7
  // A missing or invalid key is refused with status 401 even where the specification does not state
  // the status.
  eachAnswer("auth.refusal-status-401", {
    where: cells({ protected: true }, "each"),
    send: keyRefusals,
    observed: { in: ["refusal"], when: isRefusedForItsKey, ownOnly: true },
    expect: (exchange, context) => {
      needRefusal(exchange);
      const { credential } = exchange.spec;
      const isOdd =
        credential.kind === "malformed" ||
        credential.kind === "several" ||
        hasUnknownName(exchange.spec, context);
      const isForeign = credential.kind === "key" && credential.key === "other-product";
      return expectStatus(exchange, 401, ...(isOdd ? [400] : []), ...(isForeign ? [403] : []));
    },
  }),
  // must · Authentication, item 7
  // A request to /geolocation without a key is refused with status 401.
  geolocationStatus("auth.geolocation-missing-key-401", "none", requestsWithoutKey, expect401),
  // must · Authentication, item 7
  // A request to /geolocation with an invalid key is refused with status 401.
  geolocationStatus(
    "auth.geolocation-unknown-key-401",
    "each",
    (context) => [unknownKey(context)],
    expect401,
  ),
  // must · Authentication, item 7
  // A request to /geolocation with a revoked key, or with a key header that contains no key, is
  // refused with status 401.
  geolocationStatus(
    "auth.geolocation-invalid-credentials-401",
    "each",
    (context) => [
      malformedCredential(context),
      ...(context.target.hasKey(context.cell.surface, "revoked")
        ? [wrongKey(context, "revoked")]
        : []),
    ],
    (exchange) => {
      needRefusal(exchange);
      return expectStatus(exchange, 401);
    },
  ),
  // should · Authentication, item 7
  // A request is not refused with status 401 if its key is accepted in the same header at the same
  // endpoint and version.
  answersTogether("auth.accepted-key-not-blamed", {
    where: cells({ protected: true }, "each"),
    send: (context) => ({ accepted: ordinary(context) }),
    others: blamesTheKey,
    expect: ({ accepted, ...others }) => {
      if (accepted === undefined || !isServed(accepted))
        return skip("not served: another requirement judges whether the key is accepted");
      return Object.values(others).map(({ id }) => ({
        path: "status",
        expected: "a status other than 401, since the key is accepted here",
        actual: "401",
        exchange: id,
        beside: accepted.id,
      }));
    },
  }),
];
