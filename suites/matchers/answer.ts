import { isObject } from "../../contracts/json.ts";
import type { Answer, Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { blocked, type Found, skip } from "../model/check.ts";
import { credentialText } from "./credential-text.ts";

/** Skips a check that only a 200 shows; others judge whether the request is served. */
export function skipUnserved(): never {
  return skip("not served: another requirement covers that");
}

/** The response of an exchange; blocked if it has none. */
export function answerOf(exchange: Exchange): Answer {
  return exchange.answer ?? blocked(exchange.failure?.message ?? "no response");
}

/**
 * How a required response failed below the level of a status, as text for a finding. null if there is a
 * response, or if the network may be the cause.
 */
export function brokenAnswer({ failure }: Exchange): string | null {
  if (failure?.kind === "dropped") return "a dropped connection";
  return failure?.kind === "malformed" ? "a malformed HTTP message" : null;
}

/** The status, or what was received instead of one; blocked if neither is known. */
export function statusText(exchange: Exchange): string {
  return brokenAnswer(exchange) ?? String(answerOf(exchange).status);
}

/** Whether a request was answered with a 200 and JSON. */
export function isServed({ answer }: Exchange): boolean {
  return answer?.status === 200 && answer.json.ok;
}

/** The parsed body of a 200; undefined if there is none. */
export function bodyServed({ answer }: Exchange): unknown {
  return answer?.status === 200 && answer.json.ok ? answer.json.value : undefined;
}

/** The parsed body of a 200; blocked if there is none, which other requirements report. */
export function successBody(exchange: Exchange): unknown {
  const { status, json } = answerOf(exchange);
  if (status !== 200) blocked(`needs a success body, but the status is ${status}`);
  if (!json.ok) blocked(`needs a JSON body, but it does not parse: ${json.error}`);
  return json.value;
}

/** The parsed body of a 4xx; skipped for any other status, which other requirements report. */
export function errorBody(exchange: Exchange): unknown {
  needRefusal(exchange);
  const { json } = answerOf(exchange);
  return json.ok ? json.value : undefined;
}

/** Skips any status but a 4xx, which other requirements report. */
export function needRefusal(exchange: Exchange): void {
  const { status } = answerOf(exchange);
  if (!isRefusal(status)) skip(`the request was not refused, but answered with ${status}`);
}

export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Expects exactly this status. */
export function expectStatus(exchange: Exchange, ...wanted: readonly number[]): readonly Found[] {
  const actual = statusText(exchange);
  if (wanted.some((status) => String(status) === actual)) return [];
  const sent = credentialText(exchange.spec.credential);
  const expected = wanted.join(" or ") + (sent === null ? "" : ` for ${sent}`);
  return [{ path: "status", expected, actual }];
}

/** Expects a 200; blocked if it has no JSON body, since an empty 200 shows nothing. */
export function expectServed(exchange: Exchange): readonly Found[] {
  const findings = expectStatus(exchange, 200);
  if (findings.length === 0) successBody(exchange);
  return findings;
}

/** Expects a status below 500; blocked if the body can't be read. */
export function expectBelowServerError(exchange: Exchange): readonly Found[] {
  const actual = statusText(exchange);
  const { answer } = exchange;
  if (answer === null || answer.status >= 500) {
    return [{ path: "status", expected: "below 500", actual }];
  }
  if (!answer.json.ok) blocked("needs a JSON body to be sure that the server itself responded");
  return [];
}

/** Whether a response refuses the key. */
export function isKeyRefused(answer: Answer | null): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** Blocked if a valid key was refused, which auth.style-accepted reports. */
export function needKeyAccepted({ answer }: Exchange): void {
  if (isKeyRefused(answer))
    blocked(`the key was refused with ${answer?.status}: see auth.style-accepted`);
}

/** Expects a refusal: any 4xx. A 5xx is a server error, not a refusal. */
export function expectRefused(exchange: Exchange): readonly Found[] {
  const status = statusText(exchange);
  if (exchange.answer !== null && isRefusal(exchange.answer.status)) return [];
  const actual = isRefusalInBody(exchange) ? `${status}, with a refusal in the body` : status;
  return [{ path: "status", expected: refusalText(exchange.spec), actual }];
}

/** Whether a success status comes with an error envelope. */
function isRefusalInBody({ answer }: Exchange): boolean {
  if (answer?.status !== 200 || !answer.json.ok || !isObject(answer.json.value)) return false;
  const { success, errors } = answer.json.value;
  return success === false || Array.isArray(errors);
}

/** The refusal that a request with such a credential should get, in words. */
export function refusalText({
  credential,
  furtherHeader,
  cookies,
}: Pick<RequestSpec, "credential" | "furtherHeader" | "cookies">): string {
  const what = credentialText(credential);
  const further = furtherHeader === undefined ? "" : ` sent with "${furtherHeader.join(": ")}"`;
  const received = cookies === undefined ? "" : " sent with the cookies that the server has set";
  return `a refusal (4xx)${what === null ? "" : ` of ${what}`}${further}${received}`;
}

/**
 * A text in quotation marks, such as the value of a parameter of a media type. One that does not end is matched too, so
 * that no text is searched again from each of its quotation marks.
 */
const quoted = /"(?:[^"\\]|\\.)*(?:(")|\\?$)/gs;

const withoutQuoted = (text: string): string =>
  text.replace(quoted, (whole: string, end?: string) => (end === undefined ? whole : ""));

/** Expects `application/json`, in any letter case and with any parameters. */
export function expectJsonMediaType(exchange: Exchange): readonly Found[] {
  const header = answerOf(exchange).headers["content-type"];
  // A repeated header is joined with a comma; the same value twice is not a contradiction. Within quotation marks, a comma
  // or a semicolon separates nothing.
  const mediaTypes = (header === undefined ? undefined : withoutQuoted(header))
    ?.split(",")
    .map((part) => part.split(";")[0]?.trim().toLowerCase());
  if (mediaTypes?.every((mediaType) => mediaType === "application/json")) return [];
  return [
    {
      path: "header:content-type",
      expected: "application/json",
      actual: header === undefined ? "absent" : header,
    },
  ];
}

/** Whether a response came that may be compared with others: comparing those that are large takes long. */
export function isSmall({ answer }: Exchange): boolean {
  return answer !== null && !answer.isLarge;
}
