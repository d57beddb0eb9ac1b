import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { errorEnvelopeOwed, isGeolocationRule } from "../../contracts/error-envelope-owed.ts";
import { type ErrorEnvelope, errorEnvelopes, hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isListedForm } from "../../harness/requests/request-spec.ts";
import {
  answerOf,
  errorBody,
  expectJsonMediaType,
  expectStatus,
  isServed,
  statusText,
} from "../matchers/answer.ts";
import {
  describeErrorBody,
  errorEnvelopesOf,
  errorEnvelopeText,
  errorEnvelopeToJudge,
} from "../matchers/error-envelope.ts";
import { saysNothing, textsThatSayNothing } from "../matchers/filled-texts.ts";
import { entries, member } from "../matchers/json.ts";
import { expectNoInternalMessage, expectNoTrace } from "../matchers/leaks.ts";
import { textsInShape } from "../matchers/listed-texts.ts";
import { expectNoPlaceholders, hasPlaceholder } from "../matchers/placeholders.ts";
import { expectSentNames } from "../matchers/refused-names.ts";
import { availabilityOf, type CellFilter, cells } from "../model/cells.ts";
import {
  blocked,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  type Judgement,
  notOwed,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { namesKnown, skipForRole } from "../model/parameter-names.ts";
import { parameterRefusals, withoutLocation } from "../requests/refused-parameters.ts";
import { refusals } from "../requests/refused-requests.ts";

/** Whether a valid key was accepted in a form that is not listed, which the specification does not forbid. */
function isAcceptedForm(exchange: Exchange): boolean {
  const { credential } = exchange.spec;
  const isOwn = credential.kind === "key" && credential.key === "own";
  return isOwn && !isListedForm(credential.form) && isServed(exchange);
}

/** Judged on every refusal of a cell: of keys, and of parameters. */
function refusalCheck(
  requirement: string,
  expect: EachCheck["expect"],
  filter: CellFilter = {},
  send: EachCheck["send"] = refusals,
): EachCheck {
  return eachAnswer(requirement, {
    // For recorded traffic it is not known which parameter was refused.
    ...(send === refusals ? { observed: { in: ["refusal"] as const } } : {}),
    where: cells({ ...filter, protected: true }, "each"),
    send,
    // With a small budget, it may be the only refusal of its cell.
    expect: (exchange, context) =>
      isAcceptedForm(exchange)
        ? notOwed("a valid key may be accepted in another form")
        : expect(exchange, context),
  });
}

/** Where the specification says that the envelope matches the version (Errors, rule 2). */
const ruled = new Set([
  "/search",
  "/topics",
  "/search/publishers",
  "/info/countries",
  "/info/topics",
]);
const newsWithMetadata = (operation: Operation): boolean =>
  operation.surface === "news" && hasMetadata(operation);
/** A server may respond to a contested version as it does to the latest one. */
const isRuled = ({ endpoint, availability }: Operation): boolean =>
  ruled.has(endpoint) && availability === "stated";
const mustMatch = (operation: Operation): boolean =>
  isRuled(operation) && !newsWithMetadata(operation);
const mayDiffer = (operation: Operation): boolean =>
  isRuled(operation) && newsWithMetadata(operation);
const isOpen = (operation: Operation): boolean => !isRuled(operation);

/** Judges the refusals whose envelope the specification leaves open. */
function whereOpen(
  judgeBody: (body: unknown, operation: Operation) => Judgement,
): EachCheck["expect"] {
  return (exchange, context) => {
    const body = errorBody(exchange);
    const operation = operationOf(context);
    return isGeolocationRule(operation, answerOf(exchange).status)
      ? notOwed("judged by error.geolocation-legacy-envelope")
      : judgeBody(body, operation);
  };
}

function expectEnvelope(body: unknown, wanted: ErrorEnvelope): readonly Found[] {
  if (errorEnvelopesOf(body).has(wanted)) return [];
  return [{ path: "", expected: errorEnvelopeText(wanted), actual: describeErrorBody(body) }];
}

function expectMatching(exchange: Exchange, context: CheckContext): readonly Found[] {
  return expectEnvelope(errorBody(exchange), operationOf(context).errorEnvelope);
}

/** A further member may have the name of one of another envelope; a body that has all of both is in both. */
function expectOneEnvelope(exchange: Exchange, { contracts }: CheckContext): readonly Found[] {
  const body = errorBody(exchange);
  const isComplete = (one: ErrorEnvelope) => contracts.errors[one].validate(body).length === 0;
  if (!errorEnvelopes.every(isComplete)) return [];
  return [{ path: "", expected: "the members of one envelope", actual: "those of both" }];
}

function expectKnown(body: unknown): readonly Found[] {
  if (errorEnvelopesOf(body).size > 0) return [];
  return [
    { path: "", expected: "one of the two error envelopes", actual: describeErrorBody(body) },
  ];
}

/**
 * Judges the body of a refusal in one of the envelopes. A body in the other envelope passes. A body in
 * neither can't be judged here; the requirements on envelopes report it.
 */
function inEnvelope(
  envelope: ErrorEnvelope,
  judgeBody: (body: unknown, exchange: Exchange, context: CheckContext) => Judgement,
): EachCheck["expect"] {
  return (exchange, context) => {
    const body = errorBody(exchange);
    const operation = operationOf(context);
    const { status } = answerOf(exchange);
    const mayBeEither = !mustMatch(operation) && !isGeolocationRule(operation, status);
    const isComplete = (one: ErrorEnvelope) =>
      context.contracts.errors[one].validate(body).length === 0;
    const found =
      errorEnvelopeToJudge(
        body,
        errorEnvelopeOwed(operation, status),
        mayBeEither ? isComplete : null,
      ) ?? skip("not in a known error envelope");
    return found === envelope
      ? judgeBody(body, exchange, context)
      : notOwed(`the body is in ${errorEnvelopeText(found)}`);
  };
}

/** Operations some of whose errors may be in this envelope. */
const mayAnswerIn: Readonly<Record<ErrorEnvelope, CellFilter>> = {
  "metadata-and-errors": {
    operation: (operation) => operation.errorEnvelope !== "legacy" || isOpen(operation),
  },
  legacy: {
    operation: (operation) => operation.errorEnvelope === "legacy" || !mustMatch(operation),
  },
};

/** Judged on every refusal that is in this envelope. */
function envelopeCheck(
  requirement: string,
  envelope: ErrorEnvelope,
  judgeBody: (body: unknown, exchange: Exchange, context: CheckContext) => Judgement,
): EachCheck {
  return {
    ...refusalCheck(requirement, inEnvelope(envelope, judgeBody), mayAnswerIn[envelope]),
    // Whichever envelope a refusal has, its members are those of that envelope.
    observed: { in: ["refusal", "other-refusal", "unknown-version"] },
  };
}

/** The part of an error schema that a requirement owns. */
function memberCheck(requirement: string, envelope: ErrorEnvelope): EachCheck {
  return envelopeCheck(requirement, envelope, (body, _, { contracts }) =>
    contracts.errors[envelope].validate(body).filter((found) => found.requirement === requirement),
  );
}

/** The texts of every refusal that is in this envelope. */
function textsCheck(requirement: string, envelope: ErrorEnvelope): EachCheck {
  return envelopeCheck(requirement, envelope, (body, { spec }, { contracts }) => {
    const { shape } = contracts.errors[envelope];
    const { endpoint, version, query, rawQuery = "" } = spec;
    const sent = [endpoint, version, rawQuery, ...query.flat()].join("\n");
    return [
      ...textsThatSayNothing(textsInShape(body, shape, saysNothing)),
      ...expectNoPlaceholders(textsInShape(body, shape, (text) => hasPlaceholder(text, sent))),
    ];
  });
}

const publishers: CellFilter = { endpoints: ["/search/publishers"] };

function needParameterRefusals(context: CheckContext) {
  const send = parameterRefusals(context);
  return send.length > 0 ? send : skipForRole(context, "publishers", "limit");
}

export const errorChecks: readonly Check[] = [
  // must · Errors, rule 2; Versioning, second table, row "Error format"
  // An error of search, topics, publishers, countries or topics-info uses the error envelope of the
  // requested version.
  refusalCheck("error.envelope-matches-version", expectMatching, { operation: mustMatch }),
  // should · Errors, rule 2
  // An error of the news surface at its current version uses the current error envelope, although
  // the specification also shows the legacy one on some operations.
  refusalCheck("error.current-on-news", expectMatching, { operation: mayDiffer }),
  // must · Errors, rule 2
  // Where the specification does not say which error envelope applies, an error uses one of the two
  // that it defines.
  refusalCheck("error.known-envelope", whereOpen(expectKnown), {
    operation: (operation) => mayDiffer(operation) || isOpen(operation),
  }),
  // should · Errors, rule 2
  // Where the specification does not say which error envelope applies, an error uses the one of the
  // requested version.
  refusalCheck(
    "error.matching-envelope-elsewhere",
    whereOpen((body, { endpoint, errorEnvelope }) =>
      // The specification gives it the legacy envelope, although not for every status.
      endpoint === "/geolocation" && errorEnvelopesOf(body).has("legacy")
        ? []
        : expectEnvelope(body, errorEnvelope),
    ),
    { operation: (one) => isOpen(one) && one.availability !== "contested" },
  ),
  // must · Errors, rule 1; Aggregator GET /geolocation, "Error 400 and 401"
  // At /geolocation, errors with status 400 or 401 use the legacy envelope at every version.
  refusalCheck(
    "error.geolocation-legacy-envelope",
    (exchange) => {
      const { status } = answerOf(exchange);
      if (status !== 400 && status !== 401) skip(`the rule covers 400 and 401, not ${status}`);
      return expectEnvelope(errorBody(exchange), "legacy");
    },
    { endpoints: ["/geolocation"] },
  ),
  // should · Versioning, second table, row "Error format"; Versioning, "Changes v2 to v3"
  // An error of search, topics, publishers, countries or topics-info is in one of the envelopes,
  // not in both.
  refusalCheck("error.one-envelope", expectOneEnvelope, { operation: isRuled }),
  // must · Current-version error envelope, table
  // A current-version error has metadata with id, took_ms and timestamp, and an errors array whose
  // entries have a code and a message.
  memberCheck("error.current-members", "metadata-and-errors"),
  // should · Current-version error envelope, row "errors"
  // The errors array of a current-version error is not empty.
  envelopeCheck("error.current-errors-not-empty", "metadata-and-errors", (body) => {
    const errors = member(body, "errors");
    if (!Array.isArray(errors)) skip("errors is not an array");
    if (errors.length > 0) return [];
    return [{ path: "/errors", expected: "at least one error", actual: describeValue(errors) }];
  }),
  // should · Current-version error envelope, row "errors"
  // Every entry of errors has details.
  envelopeCheck("error.details-present", "metadata-and-errors", (body) => {
    const errors = entries(member(body, "errors"));
    if (errors.length === 0) skip("errors has no entry to judge");
    return errors.flatMap((entry, index) =>
      member(entry, "details") === undefined
        ? [{ path: `/errors/${index}/details`, expected: "details", actual: "absent" }]
        : [],
    );
  }),
  // should · Current-version error envelope, table
  // The required texts of a current-version error are not blank, and none stands for a missing
  // value.
  textsCheck("error.current-texts-filled", "metadata-and-errors"),
  // should · Versioning, second table, row "Error format"; Legacy error envelope, row "success"
  // A current-version error does not say that it is a success.
  envelopeCheck("error.does-not-claim-success", "metadata-and-errors", (body) =>
    member(body, "success") === true
      ? [{ path: "/success", expected: "false, or absent", actual: "true" }]
      : [],
  ),
  // must · Legacy error envelope, rows "success", "code", "message"
  // A legacy error has success, which is false, a numeric code and a message.
  memberCheck("error.legacy-members", "legacy"),
  // must · Legacy error envelope, row "code"
  // The code of a legacy error is the HTTP status of the response.
  envelopeCheck("error.legacy-code-equals-status", "legacy", (body, exchange) => {
    const { status } = answerOf(exchange);
    const code = member(body, "code");
    if (typeof code !== "number") skip("code is not a number");
    return code === status
      ? []
      : [{ path: "/code", expected: `${status}, the HTTP status`, actual: String(code) }];
  }),
  // must · Legacy error envelope, row "fields"
  // Where a legacy error has fields, it is an array of objects whose name, type and description are
  // strings.
  memberCheck("error.legacy-fields", "legacy"),
  // should · Legacy error envelope, rows "message", "fields"
  // The message of a legacy error is not blank, and none of its texts stands for a missing value.
  textsCheck("error.legacy-texts-filled", "legacy"),
  // should · Current-version error envelope, "The error code INVALID_PARAMETER"
  // The error for an invalid parameter has the code INVALID_PARAMETER.
  refusalCheck(
    "error.invalid-parameter-code",
    inEnvelope("metadata-and-errors", (body) => {
      const codes = entries(member(body, "errors")).map((entry) => member(entry, "code"));
      if (codes.includes("INVALID_PARAMETER")) return [];
      const actual = describeValue(codes[0]);
      return [{ path: "/errors/0/code", expected: '"INVALID_PARAMETER"', actual }];
    }),
    { ...publishers, generation: ["metadata-and-errors"] },
    needParameterRefusals,
  ),
  // should · Legacy error envelope, row "fields"; Current-version error envelope, row "errors"
  // The error for an invalid or a missing parameter does not name only others.
  refusalCheck(
    "error.names-the-parameter",
    (exchange, context) => expectSentNames(exchange, namesKnown(context)),
    { endpoints: ["/search/publishers", "/geolocation"] },
    (context) =>
      context.cell.endpoint === "/geolocation"
        ? [withoutLocation(context)]
        : needParameterRefusals(context),
  ),
  // should · Errors, rule 3
  // An invalid parameter is refused with status 400 even where the specification does not state the
  // status.
  refusalCheck(
    "error.parameter-status-400",
    (exchange) => {
      errorBody(exchange);
      return expectStatus(exchange, 400);
    },
    publishers,
    needParameterRefusals,
  ),
  {
    // must · Endpoints, "All endpoints are GET"
    // An error response has the media type application/json.
    ...refusalCheck("error.json-content-type", (exchange) => {
      errorBody(exchange);
      return expectJsonMediaType(exchange);
    }),
    observed: {
      in: ["refusal", "other-refusal", "unknown-version"],
      // An unlisted version may be refused before the service is reached; an error envelope shows that it was reached.
      when: ({ spec, answer }, { contracts }) =>
        contracts.operation(spec.surface, spec.endpoint, spec.version) !== null ||
        (answer?.json.ok === true && errorEnvelopesOf(answer.json.value).size > 0),
    },
  },
  {
    // should · Current-version error envelope, table; Legacy error envelope, table
    // An error contains no stack trace, nor the path of a library.
    ...refusalCheck("error.no-stack-trace", expectNoTrace),
    observed: { in: ["refusal", "other-refusal", "server-error"] },
  },
  {
    // should · Current-version error envelope, table; Legacy error envelope, table
    // An error contains no message of a database, of a connection or of a programming language, and
    // no query to a database.
    ...refusalCheck("error.no-internal-messages", expectNoInternalMessage),
    observed: { in: ["refusal", "other-refusal", "server-error"] },
  },
  {
    // must · Endpoints, every "Success 200"; Errors, rule 2
    // A documented request is served, and a client error is refused with a 4xx status: neither ends
    // in a server error.
    ...refusalCheck("error.never-5xx", (exchange, { cell, contracts }) => {
      const actual = statusText(exchange);
      if (exchange.answer === null || exchange.answer.status >= 500)
        return [{ path: "status", expected: "a status below 500", actual }];
      // If the version need not exist, its refusal need not even have a body.
      const owesBody = availabilityOf(contracts, cell) === "stated";
      if (errorBody(exchange) === undefined && owesBody)
        blocked("needs a JSON body to be sure that the server itself responded");
      return [];
    }),
    observed: {
      in: ["refusal", "server-error"],
      // For other statuses it is not known whether the client made a mistake.
      when: (_, { cell, contracts }) => availabilityOf(contracts, cell) === "stated",
    },
    unconditional: true,
  },
];
