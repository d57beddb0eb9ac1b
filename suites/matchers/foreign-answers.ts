import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import { isObject } from "../../contracts/json.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { oneLine } from "../../harness/http/failures.ts";
import { unavailable } from "../engine/judgement.ts";
import { looksLikeService } from "../engine/recorded-answers.ts";
import { answerOf } from "./answer.ts";
import { describeBody } from "./known-answer.ts";

/**
 * Whether an answer is one of this service's, wrong as it may be: a body with members of the one that is
 * owed, cut off or not, or an error envelope. A 404 and a redirect say only that there is nothing here.
 */
export function isOfService(exchange: Exchange, contracts: Catalogue): boolean {
  const { answer } = exchange;
  if (answer === null || isMissing(answer.status) || isRedirect(answer.status)) return false;
  const { json } = answer;
  const text = json.ok ? "" : new TextDecoder().decode(answer.body);
  if (json.ok ? looksLikeService(json.value) : pong.test(text)) return true;
  const { surface, endpoint, version } = exchange.spec;
  const operation = contracts.operation(surface, endpoint, version);
  const names = operation?.requiredMembers ?? [];
  const list = operation?.list ?? null;
  const has = json.ok ? memberOf(json.value) : memberIn(text);
  const known = names.filter(has).length;
  // An object of another service may well have an id, a message or a version.
  return known >= (operation?.protected === false ? 3 : 2) || (list !== null && has(list));
}

/** The surface whose version ping tells, where only one of them has that version; else null. */
export function surfaceOfPing({ answer }: Exchange, contracts: Catalogue): Surface | null {
  if (answer?.status !== 200 || !answer.json.ok || !isObject(answer.json.value)) return null;
  const { version } = answer.json.value;
  const having = surfaces.filter((surface) =>
    contracts.versions(surface).some((v) => v === version),
  );
  return having.length === 1 ? (having[0] ?? null) : null;
}

/** In one line: one surface answers at the base URL that was given for another. */
export function describeOtherSurface(surface: Surface, told: Surface, pinged: Exchange): string {
  const url = clip(pinged.recorded.request.url, 80);
  return clip(
    `the ${surface} surface is not at this base URL: GET ${url} tells a version of the ${told} surface; ` +
      "usually the two base URLs are swapped",
    longest,
  );
}

const pong = /["']message["'] ?: ?["']pong["']/;

function memberOf(body: unknown): (name: string) => boolean {
  return (name) => isObject(body) && Object.hasOwn(body, name);
}

/** In a text that is no JSON: cut off, wrapped into something, or in another language's notation. */
function memberIn(text: string): (name: string) => boolean {
  return (name) => text.includes(`"${name}":`) || text.includes(`'${name}':`);
}

function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** What else answers at a base URL than the service. */
type Kind =
  | "missing"
  | "redirect"
  | "credentials"
  | "unavailable"
  | "failure"
  | "tls"
  | "page"
  | "other";

/** How web servers answer plain HTTP where they expect TLS. */
const wantsTls =
  /HTTP request (was sent )?to (an )?HTTPS (port|server)|speaking plain HTTP to an SSL/i;

function kindOf(exchange: Exchange): Kind {
  const { status, headers, body } = answerOf(exchange);
  if (isMissing(status)) return "missing";
  if (isRedirect(status)) return "redirect";
  if (status === 401 || status === 403 || status === 407) return "credentials";
  if (unavailable.has(status)) return "unavailable";
  if (status >= 500) return "failure";
  const text = new TextDecoder().decode(body.subarray(0, 1000));
  if (status === 400 && wantsTls.test(text)) return "tls";
  const isHtml =
    headers["content-type"]?.toLowerCase().includes("html") === true ||
    /^\s*<(!doctype|html)/i.test(text);
  return isHtml && status < 300 ? "page" : "other";
}

/** What each usually means, as the end of a sentence. */
const meanings: Readonly<Record<Kind, (exchange: Exchange) => string>> = {
  missing: ({ answer }) =>
    answer?.json.ok === true && looksLikeService(answer.json.value)
      ? "the error is this service's own, so the base URL lacks its path prefix or has a wrong one"
      : "usually the base URL lacks its path prefix, or has a wrong one",
  redirect: redirectMeaning,
  credentials: () =>
    "something in front of the service wants credentials of its own (network.headers)",
  unavailable: () => "it is down for now, or throttles",
  tls: () => "it speaks TLS: begin the base URL with https://",
  failure: () => "whatever answers there fails at every request: its own log says why",
  page: () => "this is a web page, not the API",
  other: () => "this is another service",
};

/** What is wrong altogether: something else stands there, or what stands there is down. */
function claimOf(kind: Kind): string {
  return kind === "unavailable" || kind === "failure"
    ? "does not answer properly at this base URL"
    : "is not at this base URL";
}

/** Results clip their messages there; a problem has to be the same text. */
const longest = 300;

/**
 * In one line: what answers in place of the service, at which URL, and what that usually means.
 * @param exchanges ping's first; at least one of them was answered
 */
export function describeForeign(surface: Surface, exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter(({ answer }) => answer !== null);
  const byKind = [...group(answered, kindOf).values()];
  const [same = []] = byKind.sort((one, other) => other.length - one.length);
  const [shown] = same;
  if (shown === undefined) throw new Error("nothing was answered at all");
  const others = [...new Set(same.map(({ spec }) => spec.endpoint))].slice(1);
  const alike =
    byKind.length === 1 ? "every other request" : new Intl.ListFormat("en").format(others);
  const url = clip(shown.recorded.request.url.replace(/\?.*$/, ""), 80);
  return clip(
    `the ${surface} surface ${claimOf(kindOf(shown))}: GET ${url} is answered ${outline(shown)}` +
      `${others.length === 0 ? "" : `, like ${alike}`}; ${meanings[kindOf(shown)](shown)}`,
    longest,
  );
}

/** The status, and what else of the answer tells something. */
function outline(exchange: Exchange): string {
  const { status, headers } = answerOf(exchange);
  if (isRedirect(status)) return String(status);
  const challenge = headers["www-authenticate"];
  return challenge === undefined
    ? `${status} with ${bodyText(exchange)}`
    : `${status} (WWW-Authenticate: ${clip(oneLine(challenge), 40)})`;
}

/** What kind of body it is, or its beginning. */
function bodyText(exchange: Exchange): string {
  const body = describeBody(exchange);
  if (body === "an HTML page" || body === "an empty body") return body;
  return clip(oneLine(exchange.recorded.response?.body ?? body), 60);
}

function redirectMeaning({ spec, recorded }: Exchange): string {
  const { location } = recorded.response?.headers ?? {};
  if (location === undefined) return "a redirect that leads nowhere";
  const { url } = recorded.request;
  const target = (URL.canParse(location, url) ? new URL(location, url).href : location)
    .replace(/[?#].*$/, "")
    .replace(/\/$/, "");
  return target.endsWith(spec.endpoint)
    ? `it redirects to ${clip(target.slice(0, -spec.endpoint.length), 80)}: name that URL instead`
    : `it redirects to ${clip(target, 80)}, usually a login page or a service that has moved`;
}

/** A problem is one line, whatever a server says. */
function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
