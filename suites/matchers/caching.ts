import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { credentialHeaders } from "../../harness/requests/credential-header.ts";
import { type CheckContext, type Judgement, notOwed } from "../model/check.ts";
import { operationAsked } from "../model/operation.ts";

/** The values of a header that is a list, in lower case. */
function listed(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "");
}

/** Whether `Expires` says that a response is out of date at once, as a value that is no date does (RFC 9111, 5.3). */
function isExpired({ expires, date }: Readonly<Record<string, string>>): boolean {
  if (expires === undefined) return false;
  const [until, from] = [Date.parse(expires), date === undefined ? Date.now() : Date.parse(date)];
  return !(until > from);
}

/** Whether a cache that serves several clients may answer with this response without asking the server. */
function isShared(headers: Readonly<Record<string, string>>, isAuthorized: boolean): boolean {
  const control = headers["cache-control"];
  const directives = new Map(
    listed(control).map((one) => {
      const [name = "", value = ""] = one.split("=", 2);
      return [name, value] as const;
    }),
  );
  if (["private", "no-store", "no-cache"].some((name) => directives.has(name))) return false;
  // Responses to requests with the header Authorization are for one client, unless they say otherwise (RFC 9111, 3.5).
  const isForAll = !isAuthorized || directives.has("public") || directives.has("s-maxage");
  const age = directives.get("s-maxage") ?? directives.get("max-age");
  if (age !== undefined) return isForAll && Number(age) > 0;
  // `public` without an age lets a cache choose one.
  const mayBeKept = directives.has("public") || headers.expires !== undefined;
  return isForAll && mayBeKept && !isExpired(headers);
}

/** The header that lets caches keep a response. */
function allowanceIn(headers: Readonly<Record<string, string>>): string {
  const control = headers["cache-control"];
  return control === undefined ? `Expires: ${headers.expires}` : `Cache-Control: ${control}`;
}

const keyHeaders = ["authorization", "api-key", "x-api-key"];

/**
 * Expects that a response that a shared cache may give to other clients says which headers of the request it depends on:
 * the version, and the one with the key, since a client without a key gets no data, and one with a key no refusal of a
 * request without. Such a refusal names one of the three headers at least. Ping depends on no key.
 */
export function expectKeptApart(
  { spec, answer }: Exchange,
  { isProtected }: { readonly isProtected: boolean },
): Judgement {
  const headers = answer?.headers ?? {};
  const keys = credentialHeaders(spec.credential).map(({ name }) => name.toLowerCase());
  if (!isShared(headers, keys.includes("authorization")))
    return notOwed("no shared cache may keep it");
  const stated = headers.vary;
  const vary = listed(stated);
  const isKeyNamed = keys.length > 0 || keyHeaders.some((name) => vary.includes(name));
  const needed = isKeyNamed ? keys : keyHeaders;
  const missing = ["api-version", ...(isProtected ? needed : [])].filter(
    (name) => !vary.includes(name),
  );
  if (vary.includes("*") || missing.length === 0) return [];
  return [
    {
      path: "header:vary",
      expected: `${missing.join(", ")}, since shared caches may keep the response (${allowanceIn(headers)})`,
      actual: stated ?? "absent",
    },
  ];
}

const etagOf = ({ answer }: Exchange): string | null => answer?.headers.etag?.trim() || null;

/** What a cache knows a response by, besides the headers that Vary names. */
function targetOf({ spec }: Exchange): string {
  return JSON.stringify([spec.surface, spec.endpoint, spec.query]);
}

/**
 * Expects different ETags where the version, and with it the envelope, changes: a client that asks whether its copy is
 * still current would be told so of the other version's. Pairs that agree, as ETags made from a time may, are ignored if
 * another pair differs.
 */
export function expectOwnEtags(all: readonly Exchange[], context: CheckContext): Judgement {
  const generationAt = ({ spec }: Exchange) => operationAsked(spec, context)?.generation;
  const tagged = all.filter((one) => etagOf(one) !== null);
  const own = tagged.filter(({ spec }) => spec.version === context.cell.version);
  if (own.length === 0) return notOwed("no response has an ETag");
  const pairs = own.flatMap((one) =>
    tagged
      .filter((other) => targetOf(other) === targetOf(one))
      .filter((other) => generationAt(other) !== generationAt(one))
      .map((other) => ({ one, other })),
  );
  const [first] = pairs;
  if (first === undefined) return notOwed("no response of another version has an ETag");
  if (!pairs.every(({ one, other }) => etagOf(one) === etagOf(other))) return [];
  const { one, other } = first;
  return [
    {
      path: "header:etag",
      expected: `an ETag different from that at ${other.spec.version}, which has another envelope`,
      actual: `${etagOf(one)} at both`,
      exchange: one.id,
      beside: other.id,
    },
  ];
}
