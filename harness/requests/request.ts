import { encodeComponent } from "../../contracts/encode-component.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Keys, SurfaceConfiguration } from "../settings/types.ts";
import { suiteVersion } from "../suite-version.ts";
import { type CredentialHeader, credentialHeaders } from "./credential-header.ts";
import { keyExpression, keyValue } from "./key-names.ts";
import type { Method, Negotiation, RequestSpec } from "./request-spec.ts";

/** A request as it is sent: header names in their exact spelling and order. */
export interface WireRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The codings that the client decodes. */
export const acceptedCodings = "gzip, deflate, br";

/** Not sent by a client without them, even if the configuration has them. */
const negotiated = ["accept", "accept-encoding", "user-agent"];

/** Sent with every request that does not say otherwise. */
const usualNegotiation: Negotiation = {
  accept: "application/json",
  acceptEncoding: acceptedCodings,
};

/**
 * The HTTP request that a spec stands for. Extra headers have lower precedence: one with the name of a
 * header of ours, in any spelling, is omitted from that request, so that a header for a gateway can't
 * change what is tested.
 *
 * @param extraHeaders sent with every request, values ready for the wire
 * @param cookies those that the surface has set; null if there are none
 * @throws Error if the spec needs a key that does not exist: a defect of the caller
 */
export function buildRequest(
  spec: RequestSpec,
  surface: SurfaceConfiguration,
  keys: Keys,
  extraHeaders: Readonly<Record<string, string>>,
  cookies: string | null = null,
): WireRequest {
  const value = (header: CredentialHeader): string => {
    if (header.kind === "literal") return header.value;
    const key = keyValue(spec.surface, header.key, keys);
    return header.scheme + (header.basic ? Buffer.from(`${key}:${key}`).toString("base64") : key);
  };
  return assemble(spec, surface, value, extraHeaders, cookies);
}

/**
 * The same request in redacted form: keys appear as `$VARIABLE`, extra headers as `[redacted header
 * NAME]`. It is built without secrets, so none can leak.
 */
export function describeRequest(
  spec: RequestSpec,
  surface: SurfaceConfiguration,
  extraHeaders: readonly string[],
): WireRequest {
  const value = (header: CredentialHeader): string => {
    if (header.kind === "literal") return header.value;
    if (header.key === "unknown")
      return header.scheme + shown(keyValue(spec.surface, "unknown", noKeys), header);
    return header.scheme + shown(keyExpression(spec.surface, header.key, surface.revoke), header);
  };
  const extras = extraHeaders.map((name) => [name, redactedHeader(name)] as const);
  return assemble(spec, surface, value, Object.fromEntries(extras), "[cookies of the server]");
}

const noKeys: Keys = {
  aggregator: { own: null, revoked: null, revocable: null },
  news: { own: null, revoked: null, revocable: null },
};

function shown(key: string, header: { readonly basic: boolean }): string {
  return header.basic ? `base64(${key}:${key})` : key;
}

/** The placeholder for the value of a configured header in all output. */
export function redactedHeader(name: string): string {
  return `[redacted header ${name}]`;
}

function assemble(
  spec: RequestSpec,
  surface: SurfaceConfiguration,
  credentialValue: (header: CredentialHeader) => string,
  extraHeaders: Readonly<Record<string, string>>,
  cookies: string | null,
): WireRequest {
  const { accept, acceptEncoding, acceptLanguage, origin, userAgent, others } =
    spec.negotiation ?? usualNegotiation;
  const ours: [string, string][] = [
    ...(accept === null ? [] : [["accept", accept] satisfies [string, string]]),
    ...(acceptEncoding === null
      ? []
      : [["accept-encoding", acceptEncoding] satisfies [string, string]]),
    ...(acceptLanguage === undefined
      ? []
      : [["accept-language", acceptLanguage] satisfies [string, string]]),
    ...(origin === undefined ? [] : [["origin", origin] satisfies [string, string]]),
    ...(userAgent === null
      ? []
      : [
          ["user-agent", userAgent ?? `news-conformance/${suiteVersion}`] satisfies [
            string,
            string,
          ],
        ]),
  ];
  if (spec.version !== defaultVersion) {
    ours.push([spec.versionHeader ?? "api-version", spec.version]);
  }
  for (const header of credentialHeaders(spec.credential)) {
    ours.push([header.name, credentialValue(header)]);
  }
  const taken = new Set([...negotiated, ...ours.map(([name]) => name.toLowerCase())]);
  const extras = Object.entries(extraHeaders).filter(([name]) => !taken.has(name.toLowerCase()));
  // What a gateway needs, such as a cookie, stays as it is configured.
  const configured = new Set(extras.map(([name]) => name.toLowerCase()));
  const added = [
    ...Object.entries(others ?? {}),
    ...(spec.furtherHeader === undefined ? [] : [spec.furtherHeader]),
    ...(spec.cookies === undefined || cookies === null ? [] : [["cookie", cookies] as const]),
  ].filter(([name]) => !configured.has(name));
  return {
    method: spec.method ?? "GET",
    url: `${surface.baseUrl}${spec.endpoint}${queryString(spec)}`,
    headers: Object.fromEntries([...ours, ...added, ...extras]),
  };
}

/** `?name=value&…` in the given order, or an empty text for no parameters. */
function queryString({ query, rawQuery, blanks }: RequestSpec): string {
  if (rawQuery !== undefined) return `?${rawQuery}`;
  if (query.length === 0) return "";
  const escaped = query.map((pair) => pair.map(percentEncode).join("=")).join("&");
  return `?${blanks === "plus" ? escaped.replaceAll("%20", "+") : escaped}`;
}

/** RFC 3986: escapes everything except unreserved characters, as UTF-8 with upper-case digits. */
function percentEncode(text: string): string {
  return encodeComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
