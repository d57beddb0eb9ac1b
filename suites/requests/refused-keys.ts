import { isDeepStrictEqual } from "node:util";
import {
  type AuthStyle,
  authStyles,
  defaultVersion,
  surfaces,
} from "../../contracts/vocabulary.ts";
import {
  type AuthForm,
  alteredWithin,
  type Credential,
  type KeyName,
  noCredential,
  type RequestSpec,
  type SingleCredential,
} from "../../harness/requests/request-spec.ts";
import type { CheckContext } from "../model/check.ts";
import { columnOf, isRotatedStyle, rotate, rotatedStyle, rowOf } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import { documentedRequests } from "./documented-requests.ts";
import { keyed, ordinaryOnce, styleOf } from "./ordinary-requests.ts";

/** Values of `Authorization` without a key: a scheme alone, another scheme, an empty token, garbage. */
const malformed = ["Bearer", "Token nonsense", "Bearer  ,", "Basic Og==", "???"] as const;

/**
 * Headers that are not keys, though some servers let in anyone who sends them: the cookie of a session, a user whom a
 * gateway has recognised, an address of the own network, a condition that any response meets, a page or a script of its
 * own site, and a public path.
 */
const noKeys = [
  // Neither digits nor capitals: a part of a key would be hidden in reports.
  ["cookie", "session=somebody-signed-in"],
  ["x-forwarded-for", "127.0.0.1"],
  ["if-none-match", "*"],
  ["referer", "http://localhost:3000/"],
  ["x-real-ip", "10.0.0.1"],
  ["forwarded", "for=127.0.0.1"],
  ["x-forwarded-for", "10.0.0.1"],
  ["sec-fetch-site", "same-origin"],
  ["x-original-url", "/ping"],
  ["x-requested-with", "XMLHttpRequest"],
  ["x-forwarded-user", "admin"],
] as const;

/** Parameters that are not keys, though some servers let in anyone who sends them. */
const noKeyParameters: readonly [Query, ...Query[]] = [
  [["next", "/ping"]],
  [["debug", "true"]],
  // Any value of a parameter for keys, as other services name it.
  ["apiKey", "api_key", "key", "token", "access_token"].map((name) => [name, "none"] as const),
  [["callback", "done"]],
  [["format", "json"]],
  [["preview", "1"]],
  [],
];
type Query = RequestSpec["query"];

/**
 * A documented request without a key: with all parameters where the version is named, and with others in the default
 * cell. Some of them also have a header, or a parameter, that is not a key. At an endpoint without parameters, where the
 * version is named, only every other one has a header, and none a parameter; nor at `/geolocation`, where the status is
 * stated (Authentication, item 7). A server may refuse an unknown parameter before it looks for a key.
 */
export function missingKey(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const usual = ordinaryOnce(context, noCredential);
  const { everything, others } = documentedRequests(context);
  const column = columnOf(contracts, cell);
  const [first = usual, ...rest] = others;
  const isNamed = cell.version !== defaultVersion;
  const { query } = (isNamed ? everything : null) ?? rotate([first, ...rest], column);
  const hasNone = isNamed && isPlainest(everything, context);
  if (hasNone && column % 2 === 0) return usual;
  const row = rowOf(contracts, cell);
  // With three dated versions, the aggregator's three endpoints have every header once.
  const furtherHeader = rotate([null, ...noKeys], row + 3 * column);
  const isStatusStated = cell.endpoint === "/geolocation";
  const parameters = isStatusStated || hasNone ? [] : rotate(noKeyParameters, row + 2 * column);
  return {
    ...usual,
    query: [...query, ...parameters],
    ...(furtherHeader && { furtherHeader }),
  };
}

/**
 * The requests of the cell without a key: also the plainest one, where the version is named and has parameters, unless
 * the matrix leaves it out. Without the header, the sequences of requests have one at each endpoint.
 */
export function requestsWithoutKey(context: CheckContext): readonly RequestSpec[] {
  const { everything } = documentedRequests(context);
  const isSent = sendsMore(context) && context.cell.version !== defaultVersion;
  const hasPlainer = isSent && !isPlainest(everything, context);
  return [missingKey(context), ...(hasPlainer ? [ordinaryOnce(context, noCredential)] : [])];
}

/** Whether a request with all parameters has no more than the ordinary one. */
function isPlainest(everything: RequestSpec | null, context: CheckContext): boolean {
  const plainest = ordinaryOnce(context, noCredential);
  return everything !== null && isDeepStrictEqual(everything.query, plainest.query);
}

/**
 * A documented request with a credential that is to be refused, since a server may look for the key only where it reads
 * the usual parameters, or where it does not read a certain one: with all parameters in one style of each version, and
 * in the other styles with parameters that differ from version to version.
 * @param turn different for each kind of credential
 */
function asked(context: CheckContext, credential: Credential, turn: number): RequestSpec {
  const { cell, contracts } = context;
  const usual = ordinaryOnce(context, credential);
  const { everything, others } = documentedRequests(context);
  const style = authStyles.indexOf(styleOf(context));
  const column = columnOf(contracts, cell);
  const isTurn = everything !== null && (turn + style + column) % authStyles.length === 0;
  const { query } = isTurn ? everything : rotate([usual, ...others], turn + 2 * style + column);
  return { ...usual, query };
}

/** Spellings of a path that a router may take for the same one, and a list of protected paths for another. */
const pathSpellings: readonly Spelling[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}.json`,
  // A public path after a separator, up to which a server may cut off the path.
  (path) => `${path};/ping`,
  // The last letter, which is below 0x80, with percent-encoding.
  (path) => `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`,
];
type Spelling = (path: string) => string;

/** The spelling that is tried at an endpoint: each has another one, as long as there are any. */
function spellingOf({ cell, contracts }: Place): Spelling | undefined {
  const row = rowOf(contracts, cell);
  // Ping has a row too, but needs no key.
  const pings = surfaces.filter(
    (surface) => rowOf(contracts, { surface, endpoint: "/ping" }) < row,
  );
  return pathSpellings[row - pings.length];
}

/** Whether an endpoint is one of those at which another spelling of the path is tried. */
export function hasOtherSpelling(place: Place): boolean {
  return spellingOf(place) !== undefined;
}

/** The ordinary request without a key at another spelling of its path. */
export function spelledOtherwise(context: CheckContext): RequestSpec {
  const { endpoint } = context.cell;
  const spelled = spellingOf(context)?.(endpoint) ?? endpoint;
  return { ...ordinaryOnce(context, noCredential), endpoint: spelled };
}

/** Keys that were never issued: an invented one, and the surface's key with a small difference. */
function neverIssued(context: CheckContext): readonly KeyName[] {
  const changed = changedKey(context);
  return ["unknown", "lengthened", "shortened", changed, changed, "unprefixed"];
}

/**
 * The surface's key with another character at a place that differs from endpoint to endpoint and from style to style, so
 * that each surface is sent a change in every part of its key.
 */
function changedKey(context: CheckContext): KeyName {
  const turn = authStyles.indexOf(styleOf(context));
  const row = rowOf(context.contracts, context.cell);
  return rotate<KeyName>([...alteredWithin, "altered"], row + 2 * turn + 4);
}

/**
 * Texts that are never keys and that a lookup may find all the same: members that every JavaScript object
 * has, what a client sends whose variable is not set, the beginning that all keys have, keys for trying things
 * out, what a query of a database takes for any key, or for a part of itself, a token that nobody has signed, and more
 * than a field holds.
 */
const foundByLookups = [
  "constructor",
  "undefined",
  "bk_",
  "*",
  "__proto__",
  "null",
  "%",
  "bk_test",
  "test",
  "eyJhbGciOiJub25lIn0.e30.",
  "' or '1'='1",
  "bk".padEnd(300, "0"),
] as const;

/** A key that was never issued, in the style of the cell; which of them, by rotation. */
export function unknownKey(context: CheckContext): RequestSpec {
  const { cell, contracts, target } = context;
  const style = styleOf(context);
  const [row, column] = [rowOf(contracts, cell), columnOf(contracts, cell)];
  const turn = authStyles.indexOf(style);
  const literal = (further: number) =>
    literalKey(style, rotate(foundByLookups, column + turn + 3 * row + further));
  // A scheme in lower case may lead past the check of what follows it.
  const form = style === "bearer" && column % 2 === 1 ? "bearer-lower-case" : style;
  const credentials = neverIssued(context)
    .filter((key) => target.hasKey(cell.surface, key))
    .map((key): Credential => ({ kind: "key", key, form }));
  // Each endpoint and each version is asked with every kind, since it has more cells than there are kinds.
  const credential = rotate<Credential>(
    [literal(0), ...credentials.slice(0, 3), literal(5), ...credentials.slice(3)],
    row + 3 * column + turn,
  );
  return asked(context, credential, 1);
}

/** Whether a credential is such a text in place of a key. */
export function isLiteralKey(credential: SingleCredential): boolean {
  if (credential.kind !== "malformed") return false;
  const text = credential.value.replace(/^Bearer /, "");
  return foundByLookups.some((one) => one === text);
}

/** A text in place of a key. */
function literalKey(style: AuthStyle, text: string): Credential {
  return style === "bearer"
    ? { kind: "malformed", header: "authorization", value: `Bearer ${text}` }
    : { kind: "malformed", header: style, value: text };
}

/**
 * A key that was never issued in two headers at once or, by rotation, in all three: a server may assume that another
 * header was checked. At every second endpoint one of them has a revoked key instead.
 */
export function severalInvalidKeys(context: CheckContext): RequestSpec {
  const { cell, contracts, target } = context;
  const row = rowOf(contracts, cell);
  const isInAll = (row + columnOf(contracts, cell)) % 2 === 1;
  const hasRevoked = row % 2 === 0 && target.hasKey(cell.surface, "revoked");
  const of = [0, 1, ...(isInAll ? [2] : [])].map(
    (salt): SingleCredential => ({
      kind: "key",
      key: hasRevoked && salt === 1 ? "revoked" : "unknown",
      form: rotatedStyle(contracts, cell, salt),
    }),
  );
  return asked(context, { kind: "several", of }, 4);
}

/** The own key with the case of its letters swapped; null for a key without letters. */
export function recasedKey(context: CheckContext): RequestSpec | null {
  const { cell, contracts, target } = context;
  if (!target.hasKey(cell.surface, "recased")) return null;
  return ordinaryOnce(context, keyed(rotatedStyle(contracts, cell), "recased"));
}

/** The other product's key, or a revoked one, in the style of the cell. */
export function wrongKey(context: CheckContext, key: "other-product" | "revoked"): RequestSpec {
  return asked(context, keyed(styleOf(context), key), key === "revoked" ? 2 : 3);
}

/**
 * The header of the cell's style without a key: empty, or an `Authorization` value that varies from cell
 * to cell, so that every form is tried on both surfaces and at several versions.
 */
export function malformedCredential(context: CheckContext): RequestSpec {
  const { cell, contracts } = context;
  const style = styleOf(context);
  const place = 3 * rowOf(contracts, cell) + columnOf(contracts, cell);
  const credential: Credential =
    style === "bearer"
      ? { kind: "malformed", header: "authorization", value: rotate(malformed, place) }
      : { kind: "malformed", header: style, value: "" };
  return asked(context, credential, 0);
}

const otherSchemes = ["token-scheme", "api-key-scheme"] as const;

/** The scheme that is neither `Bearer` nor `Basic` with which the surface's key is tried in a cell, by rotation. */
export function otherScheme({ cell, contracts }: Place): (typeof otherSchemes)[number] {
  return rotate(otherSchemes, rowOf(contracts, cell) + columnOf(contracts, cell));
}

/**
 * The forms that are not listed in which the surface's key is tried in a cell: one at the dated versions, which rotates
 * from endpoint to endpoint; in the default cell another one or, by turns, both of the others.
 */
export function unlistedForms(place: Place): readonly AuthForm[] {
  const row = rowOf(place.contracts, place.cell);
  const all = ["bare", "basic", otherScheme(place)] as const;
  const dated = rotate(all, row);
  if (place.cell.version !== defaultVersion) return [dated];
  const others = all.filter((form) => form !== dated);
  return row % 2 === 0 ? others : others.slice(0, 1);
}

type Place = Pick<CheckContext, "cell" | "contracts">;

/** The own key in a form that is not listed; if it is accepted there is no refusal to judge. */
export function unlistedForm(context: CheckContext, form: AuthForm): RequestSpec {
  return asked(context, { kind: "key", key: "own", form }, 5);
}

/** Every request in a cell whose key is to be refused, by any check. */
export function keyRefusals(context: CheckContext): readonly RequestSpec[] {
  const { target, cell } = context;
  return [
    ...(isRotatedStyle(context) ? [missingKey(context)] : []),
    unknownKey(context),
    ...(["other-product", "revoked"] as const)
      .filter((key) => target.hasKey(cell.surface, key))
      .map((key) => wrongKey(context, key)),
    malformedCredential(context),
    ...(isRotatedStyle(context)
      ? [
          severalInvalidKeys(context),
          ...unlistedForms(context).map((form) => unlistedForm(context, form)),
        ]
      : []),
  ];
}
