import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import { isObject } from "../../contracts/json.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import { unavailable } from "../../contracts/unavailable.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { oneLine } from "../../harness/http/failures.ts";
import { answerOf } from "./answer.ts";
import { describeBody } from "./known-answer.ts";
import { looksLikeService } from "./service-body.ts";

/**
 * Whether a response comes from this service, even if it is wrong: its body has members of the required
 * one, cut off or not, or an error envelope. A 404 or a redirect only says that nothing is here.
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
  // An object of another service may also have an id, a message or a version.
  return known >= (operation?.protected === false ? 3 : 2) || (list !== null && has(list));
}

/** The surface whose version ping reports, if only one surface has that version; otherwise null. */
export function surfaceOfPing({ answer }: Exchange, contracts: Catalogue): Surface | null {
  if (answer?.status !== 200 || !answer.json.ok || !isObject(answer.json.value)) return null;
  const { version } = answer.json.value;
  const having = surfaces.filter((surface) =>
    contracts.versions(surface).some((v) => v === version),
  );
  return having.length === 1 ? (having[0] ?? null) : null;
}

/** One line that says that another surface responds at this base URL. */
export function describeOtherSurface(surface: Surface, told: Surface, pinged: Exchange): string {
  const url = clip(pinged.recorded.request.url, 80);
  return clip(
    `the ${surface} surface is not at this base URL: GET ${url} returns a version of the ${told} surface; ` +
      "the two base URLs are probably swapped",
    longest,
  );
}

const pong = /["']message["'] ?: ?["']pong["']/;

function memberOf(body: unknown): (name: string) => boolean {
  return (name) => isObject(body) && Object.hasOwn(body, name);
}

/** Finds member names in a text that is not JSON: cut off, wrapped, or in another notation. */
function memberIn(text: string): (name: string) => boolean {
  return (name) => text.includes(`"${name}":`) || text.includes(`'${name}':`);
}

/** Whether a status says that there is nothing at a path. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** What responds at a base URL instead of the service. */
type Kind =
  | "missing"
  | "redirect"
  | "credentials"
  | "unavailable"
  | "failure"
  | "tls"
  | "page"
  | "other";

/** How web servers respond to plain HTTP if they expect TLS. */
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

/** What each probably means, as the end of a sentence. */
const meanings: Readonly<Record<Kind, (exchange: Exchange) => string>> = {
  missing: ({ answer }) =>
    answer?.json.ok === true && looksLikeService(answer.json.value)
      ? "the error comes from this service, so the path prefix of the base URL is missing or wrong"
      : "the path prefix of the base URL is probably missing or wrong",
  redirect: redirectMeaning,
  credentials: () =>
    "a gateway in front of the service requires its own credentials (network.headers)",
  unavailable: () => "it is temporarily down, or it throttles requests",
  tls: () => "it uses TLS: begin the base URL with https://",
  failure: () => "the server there fails on every request: see its own log",
  page: () => "this is a web page, not the API",
  other: () => "this is another service",
};

/** What is wrong in general: another service is there, or the service is down. */
function claimOf(kind: Kind): string {
  return kind === "unavailable" || kind === "failure"
    ? "does not respond properly at this base URL"
    : "is not at this base URL";
}

/** Messages of results are clipped at this length; a problem must be the same text. */
const longest = 300;

/**
 * One line that says what responds instead of the service, at which URL, and what that probably means.
 * @param exchanges ping first; at least one has a response
 */
export function describeForeign(surface: Surface, exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter(({ answer }) => answer !== null);
  const byKind = [...group(answered, kindOf).values()];
  const [same = []] = byKind.sort((one, other) => other.length - one.length);
  const [shown] = same;
  if (shown === undefined) throw new Error("no exchange has a response");
  const others = [...new Set(same.map(({ spec }) => spec.endpoint))].slice(1);
  const alike =
    byKind.length === 1 ? "every other request" : new Intl.ListFormat("en").format(others);
  const url = clip(shown.recorded.request.url.split("?", 1)[0] ?? "", 80);
  return clip(
    `the ${surface} surface ${claimOf(kindOf(shown))}: GET ${url} returns ${outline(shown)}` +
      `${others.length === 0 ? "" : `, like ${alike}`}; ${meanings[kindOf(shown)](shown)}`,
    longest,
  );
}

/** The status and other telling parts of the response. */
function outline(exchange: Exchange): string {
  const { status } = answerOf(exchange);
  if (isRedirect(status)) return String(status);
  // As recorded, so without keys: it is clipped.
  const challenge = exchange.recorded.response?.headers["www-authenticate"];
  return challenge === undefined
    ? `${status} with ${bodyText(exchange)}`
    : `${status} (WWW-Authenticate: ${clip(oneLine(challenge), 40)})`;
}

/** The kind of the body, or its beginning. */
function bodyText(exchange: Exchange): string {
  const body = describeBody(exchange);
  if (body === "an HTML page" || body === "an empty body") return body;
  return clip(oneLine(exchange.recorded.response?.body ?? body), 60);
}

function redirectMeaning({ spec, recorded }: Exchange): string {
  const { location } = recorded.response?.headers ?? {};
  if (location === undefined) return "a redirect without a valid location";
  const { url } = recorded.request;
  // An absolute one as it is: a URL in its normal form may show a key that was spelled differently.
  const relative = parseUrl(location) === null ? parseUrl(location, url) : null;
  const whole = relative?.href ?? location;
  const target = pathOf(whole);
  // Another letter case is another spelling too.
  if (target.toLowerCase() === pathOf(url).toLowerCase()) {
    return "it redirects each path to another spelling of the same one, such as with a slash at the end: serve the paths as the specification writes them";
  }
  return target.endsWith(spec.endpoint)
    ? `it redirects to ${clip(target.slice(0, -spec.endpoint.length), 80)}: use that URL instead`
    : `it redirects to ${clip(target, 80)}, probably a login page, or the service has moved`;
}

/** An address without its query, its fragment, and a slash at the end of its path. */
function pathOf(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? "").replace(/\/$/, "");
}

/** A problem is one line, whatever text a server sends. */
function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
