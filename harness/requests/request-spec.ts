import { hash } from "node:crypto";
import type { AuthStyle, Surface, Version } from "../../contracts/vocabulary.ts";

/** Which sixth of what follows `bk_` in a key has its first character altered. */
export const alteredWithin = [
  "altered-within-1",
  "altered-within-2",
  "altered-within-3",
  "altered-within-4",
  "altered-within-5",
  "altered-within-6",
] as const;
export type AlteredWithin = (typeof alteredWithin)[number];

/**
 * Which key a request carries. `unknown`, `lengthened`, `shortened`, `altered`, `altered-within-…`, `unprefixed` and
 * `recased` were never issued: an invented key, and the surface's key with one more character, with one less, with
 * another last one, with another one before that, without its first three (`bk_`), and with the case of its letters
 * swapped, for servers that compare only a part or ignore case.
 */
export type KeyName =
  | "own"
  | "unknown"
  | "lengthened"
  | "shortened"
  | "altered"
  | AlteredWithin
  | "unprefixed"
  | "recased"
  | "other-product"
  | "revoked"
  | "revocable";

/**
 * How a request carries a key: one of the listed styles, one of their spellings that HTTP treats as
 * equal, or a form that the specification does not list.
 */
export type AuthForm =
  | AuthStyle
  | "api-key-upper-case"
  | "x-api-key-upper-case"
  | "authorization-upper-case"
  | "bearer-lower-case"
  | "bearer-upper-case"
  | "bare"
  | "basic"
  | "token-scheme"
  | "api-key-scheme";

const notListed: ReadonlySet<AuthForm> = new Set<AuthForm>([
  "bare",
  "basic",
  "token-scheme",
  "api-key-scheme",
]);

/** Whether the specification lists a form, in any spelling that HTTP treats as equal. */
export function isListedForm(form: AuthForm): boolean {
  return !notListed.has(form);
}

/** The content of one header. */
export type SingleCredential =
  | { readonly kind: "key"; readonly key: KeyName; readonly form: AuthForm }
  /** A header that normally carries a key, with a literal value that is not a key. */
  | {
      readonly kind: "malformed";
      readonly header: "authorization" | "api-key" | "x-api-key";
      readonly value: string;
    };

export type Credential =
  | { readonly kind: "none" }
  | SingleCredential
  /** Several headers at once, each with a name of its own. */
  | { readonly kind: "several"; readonly of: readonly SingleCredential[] };

/** The individual credentials, in the order of sending. */
export function singleCredentials(credential: Credential): readonly SingleCredential[] {
  if (credential.kind === "none") return [];
  return credential.kind === "several" ? credential.of : [credential];
}

/** Whether one of these keys is sent. */
export function carriesKey(credential: Credential, ...keys: readonly KeyName[]): boolean {
  return singleCredentials(credential).some((one) => one.kind === "key" && keys.includes(one.key));
}

/** Whether the surface's key is sent in a form that the specification lists, and nothing else. */
export function carriesOwnKeyAsListed(credential: Credential): boolean {
  return credential.kind === "key" && credential.key === "own" && isListedForm(credential.form);
}

/** All operations are GET; other methods are sent to test their refusal. */
export type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "DELETE" | "PATCH";

export const noCredential: Credential = { kind: "none" };

/** The headers with which a client says what it can read, what it is and where it is; null omits one. */
export interface Negotiation {
  readonly accept: string | null;
  readonly acceptEncoding: string | null;
  /** Omitted if absent, like `origin`. */
  readonly acceptLanguage?: string;
  readonly origin?: string;
  /** The name of the suite if absent. */
  readonly userAgent?: string | null;
  /** What else it sends, by names in lower case; no key depends on it. */
  readonly others?: Readonly<Record<string, string>>;
}

/**
 * A request that a check needs, before it is sent: endpoint, version, query and credential. Two equal
 * specs share one exchange.
 */
export interface RequestSpec {
  readonly surface: Surface;
  readonly endpoint: string;
  /** `default` omits the header; any other value is sent unchanged. */
  readonly version: Version;
  readonly credential: Credential;
  /** In the order in which they are sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** GET if absent. */
  readonly method?: Method;
  /** Sent unchanged instead of `query`: printable ASCII that a URL may contain, `%` in any form. */
  readonly rawQuery?: string;
  /** How blanks in the query are written, `%20` if absent: `+`, as forms and many libraries do. */
  readonly blanks?: "plus";
  /** `revocation`: sent only after the revocable key of this surface has been revoked. */
  readonly after?: "revocation";
  /** `application/json` in every coding that the client decodes if absent, and nothing else. */
  readonly negotiation?: Negotiation;
  /** A header on which no key depends, unless the configuration sends it too. */
  readonly furtherHeader?: readonly [name: string, value: string];
  /** Whether the cookies are sent that the surface has set in its responses to the own key; none are, otherwise. */
  readonly cookies?: "received";
  /** How the name of the version header is spelled, which HTTP treats as equal; in lower case if absent. */
  readonly versionHeader?: "API-VERSION" | "Api-Version";
  /** The requests with which it is sent; `request-group.ts` makes it. */
  readonly group?: GroupMembership;
}

/**
 * Requests whose order matters. They may be to both surfaces, and two of them may be equal: in a group each
 * is an exchange of its own.
 *
 * - `one-by-one`: each is sent when the one before it has been answered, on one connection of their own
 * - `alone`: the same, and while they are sent nothing else is under way
 * - `at-once`: all are in flight together, as far as concurrency and rate allow
 */
export interface RequestGroup {
  readonly order: "one-by-one" | "alone" | "at-once";
  /** None of them is in a group itself. */
  readonly requests: readonly RequestSpec[];
}

/** The place of a request among those with which it is sent. */
export interface GroupMembership {
  readonly of: RequestGroup;
  /** From 0. */
  readonly position: number;
}

/** A spec is immutable, and many checks share one. */
const canonical = new WeakMap<RequestSpec, string>();

/** A text that is the same for equal specs, regardless of the order of their members. */
export function canonicalRequest(spec: RequestSpec): string {
  const known = canonical.get(spec);
  if (known !== undefined) return known;
  const text = writeRequest(spec);
  canonical.set(spec, text);
  return text;
}

function writeRequest(spec: RequestSpec): string {
  const credentials = singleCredentials(spec.credential).map((one) =>
    one.kind === "key"
      ? `${one.key} key as ${one.form}`
      : `${one.header} ${JSON.stringify(one.value)}`,
  );
  const sent = credentials.length === 0 ? "no key" : credentials.join(" and ");
  return JSON.stringify([
    spec.surface,
    spec.endpoint,
    spec.version,
    sent,
    spec.query,
    spec.after ?? "any time",
    // Only if not the default, so that recordings keep their ids.
    ...(spec.method === undefined || spec.method === "GET" ? [] : [spec.method]),
    ...(spec.rawQuery === undefined ? [] : [`?${spec.rawQuery}`]),
    ...(spec.blanks === undefined ? [] : [spec.blanks]),
    ...(spec.negotiation === undefined ? [] : [canonicalNegotiation(spec.negotiation)]),
    ...(spec.furtherHeader === undefined ? [] : [`with ${spec.furtherHeader.join(": ")}`]),
    ...(spec.cookies === undefined ? [] : ["with the cookies received"]),
    ...(spec.versionHeader === undefined ? [] : [`named ${spec.versionHeader}`]),
    ...(spec.group === undefined ? [] : [spec.group.position, canonicalGroup(spec.group.of)]),
  ]);
}

function canonicalNegotiation(negotiation: Negotiation): readonly (string | null)[] {
  const { accept, acceptEncoding, acceptLanguage, origin, userAgent, others } = negotiation;
  return [
    ...["accepts", accept, acceptEncoding],
    ...(acceptLanguage === undefined ? [] : ["in", acceptLanguage]),
    ...(origin === undefined ? [] : ["from", origin]),
    ...(userAgent === undefined ? [] : ["as", userAgent]),
    ...(others === undefined ? [] : ["with", ...Object.entries(others).flat()]),
  ];
}

const canonicalGroups = new WeakMap<RequestGroup, string>();

/** The same text for equal groups. */
export function canonicalGroup(group: RequestGroup): string {
  const text =
    canonicalGroups.get(group) ??
    JSON.stringify([group.order, ...group.requests.map(canonicalRequest)]);
  canonicalGroups.set(group, text);
  return text;
}

const ids = new WeakMap<RequestSpec, string>();

/** Whether a request is a GET whose query is written as usual. */
export function isUsualGet({ method = "GET", rawQuery }: RequestSpec): boolean {
  return method === "GET" && rawQuery === undefined;
}

/** A short stable id for the exchange of a request spec: the same in every run and on every machine. */
export function exchangeId(spec: RequestSpec): string {
  const known = ids.get(spec);
  if (known !== undefined) return known;
  const id = `x${hash("sha256", canonicalRequest(spec)).slice(0, 12)}`;
  ids.set(spec, id);
  return id;
}
