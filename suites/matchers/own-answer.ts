import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { isObject } from "../../contracts/json.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesKey, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import type { Found } from "../model/check.ts";
import { isKeyRefused, refusalText, statusText } from "./answer.ts";
import { echoesValue } from "./echo.ts";
import { hasMember, member } from "./json.ts";
import { otherVersion } from "./version-members.ts";

/** How a response may belong to another request: by version, key, query, or otherwise. */
export const mixtures = ["version", "key", "query", "status"] as const;
export type Mixture = (typeof mixtures)[number];

/** Whether the request has the surface's key, or needs none. */
function isOwed({ credential }: RequestSpec, operation: Operation): boolean {
  return !operation.protected || carriesKey(credential, "own");
}

/** The requests of a group. */
export interface Neighbours {
  /** All of them, which may include the one that is judged. */
  readonly all: readonly RequestSpec[];
  /** The one right before it, if they are sent one after the other. */
  readonly before: RequestSpec | undefined;
}

/** A finding if a response does not belong to its own request; otherwise null. */
export function notItsOwn(
  mixture: Mixture,
  exchange: Exchange,
  neighbours: Neighbours,
  contracts: Catalogue,
): Found | null {
  const { spec } = exchange;
  const operation = contracts.operation(spec.surface, spec.endpoint, spec.version);
  // The specification does not state the response to an unlisted version.
  if (operation === null) return null;
  const found = symptom(mixture, exchange, operation, neighbours, contracts);
  return found === null ? null : { ...found, exchange: exchange.id };
}

function symptom(
  mixture: Mixture,
  exchange: Exchange,
  operation: Operation,
  neighbours: Neighbours,
  contracts: Catalogue,
): Found | null {
  const { spec, answer } = exchange;
  const owed = isOwed(spec, operation);
  if (mixture === "key") {
    if (owed ? !isKeyRefused(answer) : answer?.status !== 200) return null;
    const expected = owed ? "the valid key to be accepted" : refusalText(spec);
    return { path: "status", expected, actual: statusText(exchange) };
  }
  if (mixture === "status") return wrongStatus(exchange, owed);
  if (!owed || answer?.status !== 200 || !answer.json.ok) return null;
  const body = answer.json.value;
  return mixture === "version"
    ? foreignVersion(body, spec, operation, contracts)
    : foreignQuery(body, spec, operation, neighbours);
}

function wrongStatus(exchange: Exchange, owed: boolean): Found | null {
  const { answer } = exchange;
  if (!owed) {
    if (answer !== null && answer.status < 500) return null;
    const expected = "a refusal (4xx)";
    return { path: "status", expected, actual: statusText(exchange) };
  }
  // Keys are judged separately.
  if (isKeyRefused(answer)) return null;
  if (answer?.status !== 200) {
    return { path: "status", expected: "200", actual: statusText(exchange) };
  }
  if (answer.json.ok && isObject(answer.json.value)) return null;
  return { path: "", expected: "a JSON object", actual: "none" };
}

function foreignVersion(
  body: unknown,
  { version }: RequestSpec,
  operation: Operation,
  contracts: Catalogue,
): Found | null {
  if (!operation.protected) {
    const actual = member(body, "version");
    if (typeof actual !== "string" || actual === operation.version) return null;
    return { path: "/version", expected: `"${operation.version}"`, actual: describeValue(actual) };
  }
  const missing = operation.requiredMembers.find((name) => !hasMember(body, name));
  const at = version === defaultVersion ? `${operation.version}, the latest` : version;
  // A body with all required members belongs to this request.
  if (missing === undefined && operation.requiredMembers.length > 0) return null;
  const other = otherVersion(body, operation, contracts);
  if (missing !== undefined) {
    const actual = other === undefined ? "absent" : `absent, as in the body at ${other.version}`;
    return { path: `/${missing}`, expected: `a member of the body at ${at}`, actual };
  }
  // If the contract does not show the body, it may still be recognised as that of another version.
  if (other === undefined) return null;
  return { path: "", expected: `the body at ${at}`, actual: `the body at ${other.version}` };
}

function foreignQuery(
  body: unknown,
  { query }: RequestSpec,
  operation: Operation,
  { all, before }: Neighbours,
): Found | null {
  const parameters = member(body, "parameters");
  if (!hasMetadata(operation) || !isObject(parameters)) return null;
  const lost = query.find(([, value]) => !echoesValue(parameters, value));
  if (lost !== undefined) {
    const [name, value] = lost;
    const expected = `${JSON.stringify(value)}, sent as ${name}`;
    const echoed = parameters[name];
    const actual = echoed === undefined ? "`parameters` without that value" : describeValue(echoed);
    return { path: "/parameters", expected, actual };
  }
  const foreign = all
    .flatMap((spec) => spec.query)
    .find(([, value]) => isTelling(value, query) && echoesValue(parameters, value));
  if (foreign !== undefined) {
    const expected = "no value that another request sent";
    return { path: "/parameters", expected, actual: JSON.stringify(foreign[1]) };
  }
  // Its own default may be the same: then it is echoed too when the request is sent alone.
  const kept = before?.query.find(
    ([name, value]) => !sends({ query }, name) && echoesValue(parameters[name], value),
  );
  if (kept === undefined) return null;
  const [name, value] = kept;
  const expected = `no ${name} that the previous request sent`;
  return { path: `/parameters/${name}`, expected, actual: JSON.stringify(value) };
}

/** Whether a value is a text that this request did not send and that is not a default. */
function isTelling(value: string, query: RequestSpec["query"]): boolean {
  const text = value.toLowerCase();
  return /\p{L}{3}/u.test(value) && !query.some(([, own]) => own.toLowerCase() === text);
}
