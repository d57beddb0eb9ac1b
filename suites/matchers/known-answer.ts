import type { ErrorEnvelope } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { styleSent } from "../model/sent-at.ts";
import { answerOf, isRefusal, statusText } from "./answer.ts";
import { dataIn } from "./data-in-body.ts";
import { describeErrorBody, errorEnvelopesOf, errorEnvelopeToJudge } from "./error-envelope.ts";
import { hasMember } from "./json.ts";
import { isServiceError } from "./service-body.ts";

/** A few words about a body that no client of this service can expect. */
export function describeBody(exchange: Exchange): string {
  const { body, json } = answerOf(exchange);
  if (json.ok) return describeErrorBody(json.value);
  const text = new TextDecoder().decode(body).trimStart();
  if (text === "") return "an empty body";
  return text.startsWith("<") ? "an HTML page" : "a body that is not JSON";
}

function expectStatusOf(exchange: Exchange, expected: string): readonly Found[] {
  return [{ path: "status", expected, actual: statusText(exchange) }];
}

/** Expects a refusal in either error envelope; other requirements judge which one. */
export function expectKnownRefusal(exchange: Exchange): readonly Found[] {
  const { answer } = exchange;
  // 501 is HTTP's status for a method that a server does not implement.
  const isAllowed = (status: number) =>
    isRefusal(status) || (status === 501 && exchange.spec.method !== undefined);
  if (answer === null || !isAllowed(answer.status)) {
    return expectStatusOf(exchange, "a refusal (4xx)");
  }
  if (answer.json.ok && errorEnvelopesOf(answer.json.value).size > 0) return expectGet(exchange);
  return [{ path: "", expected: "one of the two error envelopes", actual: describeBody(exchange) }];
}

/**
 * Expects a refusal with all members of either error envelope, where the requirements on errors do not judge them: at a
 * path that is no endpoint, and if by a part of its members the body may be that of a framework.
 */
export function expectWholeRefusal(
  exchange: Exchange,
  { contracts }: Pick<CheckContext, "contracts">,
): readonly Found[] {
  const found = expectKnownRefusal(exchange);
  const { surface, endpoint, version } = exchange.spec;
  const { json } = answerOf(exchange);
  if (found.length > 0 || !json.ok) return found;
  const operation = contracts.operation(surface, endpoint, version);
  if (isServiceError(json.value) && operation !== null) return [];
  const brokenIn = (envelope: ErrorEnvelope) => contracts.errors[envelope].validate(json.value);
  const expected = operation?.errorEnvelope ?? "metadata-and-errors";
  const isComplete = (envelope: ErrorEnvelope) => brokenIn(envelope).length === 0;
  return brokenIn(errorEnvelopeToJudge(json.value, expected, isComplete) ?? expected);
}

/** All operations are GET, so a server that lists the methods it allows lists this one. */
function expectGet({ answer, spec }: Exchange): readonly Found[] {
  const allow = answer?.status === 405 && spec.method !== undefined ? answer.headers.allow : null;
  if (typeof allow !== "string" || /(^|[\s,])GET($|[\s,])/i.test(allow)) return [];
  return [{ path: "header:allow", expected: "GET among the methods", actual: allow }];
}

/**
 * Expects the success body of the version or a refusal in an error envelope. In the success body, only
 * the envelope members that the response to the control request has too are required: a defect of every
 * body is reported by the requirement that it breaks.
 */
export function expectKnownAnswer(exchange: Exchange, context: CheckContext): readonly Found[] {
  const { answer } = exchange;
  if (answer !== null && isRefusal(answer.status)) return expectKnownRefusal(exchange);
  if (answer?.status !== 200) return expectStatusOf(exchange, "200, or a refusal (4xx)");
  const { json } = answer;
  if (!json.ok) {
    return [{ path: "body", expected: "a success body in JSON", actual: describeBody(exchange) }];
  }
  const { surface, endpoint, version } = exchange.spec;
  const operation = context.contracts.operation(surface, endpoint, version);
  const plain = context.control?.answer?.json;
  return (operation?.requiredMembers ?? [])
    .filter((name) => plain?.ok && hasMember(plain.value, name))
    .filter((name) => !hasMember(json.value, name))
    .map((name) => ({
      path: `/${name}`,
      expected: "a member of the success body",
      actual: "absent",
    }));
}

/** Expects a 200 or a 4xx. No body is required. */
export function expectKnownHead(exchange: Exchange): readonly Found[] {
  const status = exchange.answer?.status ?? 0;
  return status === 200 || isRefusal(status)
    ? []
    : expectStatusOf(exchange, "200, or a refusal (4xx)");
}

/**
 * Expects any 2xx, as for a preflight, or a refusal in an error envelope; an HTML page is neither, and a request without
 * a key gets no data.
 */
export function expectKnownPreflight(
  exchange: Exchange,
  { contracts }: Pick<CheckContext, "contracts">,
): readonly Found[] {
  const status = exchange.answer?.status ?? 0;
  if (status < 200 || status >= 300) return expectKnownRefusal(exchange);
  const body = describeBody(exchange);
  if (body === "an HTML page") return [{ path: "body", expected: "no HTML", actual: body }];
  const { spec } = exchange;
  const { json } = answerOf(exchange);
  if (styleSent(spec) !== null || !json.ok) return [];
  const data = dataIn(json.value, spec.surface, contracts);
  if (data === null) return [];
  const expected = "no data without a key";
  return [{ path: data.path, expected, actual: `${data.entries} entries` }];
}
