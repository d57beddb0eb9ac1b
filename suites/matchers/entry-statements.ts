import type { Operation } from "../../contracts/catalogue.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import { isObject, type JsonObject } from "../../contracts/json.ts";
import type { Shape } from "../../contracts/shape.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { bodyServed } from "./answer.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { entries, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";
import { membersTelling } from "./version-members.ts";

/**
 * What an entry states of itself, in a form in which statements that mean the same are equal; null if nothing.
 * @param holder the object that has the value
 */
type Normal = (value: unknown, holder: unknown) => string | null;

const ofText =
  (normal: (text: string) => string | null): Normal =>
  (value) =>
    typeof value === "string" ? normal(value) : null;

const date = ofText((value) => {
  const parsed = parseDateTime(value);
  return parsed?.hasZone ? String(Math.floor(parsed.epochMs / 60_000)) : null;
});

/** Letters and digits only: words that were searched for may be marked, in whatever way. */
const letters = (value: string) =>
  value
    .replace(/<[^<>]*>|&[#\w]{1,8};/g, " ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

const title = ofText(letters);

/** What is empty states nothing. */
const prose = ofText((value) => letters(value) || null);

const exact = ofText((value) => value.trim().toLowerCase() || null);

/** What follows a question mark may differ from response to response. */
const address = ofText((value) => value.trim().toLowerCase().split("?", 1)[0] || null);

/** Icons of one source may be on several hosts with numbers, by which their load is shared. */
const icon = ofText(
  (value) =>
    address(value, null)?.replace(/^https?:\/\/[^/]+/, (host) => host.replace(/\d+/g, "")) ?? null,
);

/** A language may be stated with a region. */
const language = ofText((value) => value.trim().toLowerCase().split(/[-_]/, 1)[0] || null);

/** The members of objects have no order. */
const inOrder = (_: string, value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A list in any order. What is empty states nothing: an endpoint may leave out a list. */
const list: Normal = (value) => {
  const all = entries(value).map((one) => JSON.stringify(one, inOrder).toLowerCase());
  return all.length === 0 ? null : all.toSorted().join();
};

/** Dotted paths of what does not depend on the request, by what the entries are. */
const statements: Readonly<Record<"article" | "publisher", Readonly<Record<string, Normal>>>> = {
  article: {
    title,
    date,
    "source.name": exact,
    "source.publication_id": exact,
    "source.url": address,
    "source.favicon": icon,
    authors: list,
    keywords: list,
    image: address,
    thumbnail: address,
    description: prose,
  },
  publisher: {
    title,
    category: exact,
    language,
    links: list,
    url: address,
    logo: address,
    favicon: address,
    description: prose,
  },
};

/** What an entry may state differently from response to response, in another size or length: but not as another entry. */
const variable: ReadonlySet<string> = new Set([
  "image",
  "thumbnail",
  "logo",
  "favicon",
  "description",
]);

/** Whether entries may state something else under a name in each response. */
export function mayVary(name: string): boolean {
  return variable.has(name);
}

/** What may be translated into a language that is asked for. */
const translated: ReadonlySet<string> = new Set([
  "title",
  "description",
  "authors",
  "keywords",
  "source.name",
]);

const kindOf = ({ list }: Operation) => (list === "publishers" ? "publisher" : "article");

/**
 * What identifies an entry in every response; null if nothing certainly does. Publishers of one name may have several
 * URLs; what a URL is compared by is the name alone.
 */
function identityOf(entry: JsonObject, operation: Operation, name: string): string | null {
  const { url, name: own } = entry;
  if (typeof url !== "string" || url.trim() === "") return null;
  if (kindOf(operation) === "article") return url;
  if (typeof own !== "string" || own.trim() === "") return null;
  return name === "url" ? own : `${own} ${url}`;
}

/** What an entry of a response states under one name. */
export interface Statement {
  readonly identity: string;
  /** In a form in which statements that mean the same are equal. */
  readonly text: string;
  readonly value: unknown;
  readonly path: string;
  readonly exchange: string;
}

/** The dotted names under which entries of an operation state what does not depend on the request. */
export function statedNames(operation: Operation): readonly string[] {
  return Object.keys(statements[kindOf(operation)]);
}

/**
 * The dotted names of the members that entries of an operation may have: other requirements judge those they must have,
 * and those that tell its version from others.
 * @param others the operations of the same endpoint at other versions
 */
export function optionalNames(
  operation: Operation,
  others: readonly Operation[],
): readonly string[] {
  const namesIn = (shape: Shape): readonly string[] =>
    [...shape.members].flatMap(([name, { presence, shape: inner }]) => [
      ...(presence === "optional" ? [name] : []),
      ...namesIn(inner).map((innerName) => `${name}.${innerName}`),
    ]);
  const telling = new Set(
    others.flatMap((other) => membersTelling(operation, other)).map(({ names }) => names.join(".")),
  );
  const { entries: described } = operation;
  return described === null ? [] : namesIn(described.shape).filter((name) => !telling.has(name));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

/** The texts of statements whether an entry has something under a name. */
export const [present, absent] = ["present", "absent"] as const;

/** By parsed bodies, since a response is compared with those of its own endpoint, and at every other endpoint. */
const known = new WeakMap<object, Map<string, readonly Statement[]>>();

function readOnce(
  { exchange, operation }: AtVersion,
  what: string,
  read: (body: JsonObject) => readonly Statement[],
): readonly Statement[] {
  const body = bodyServed(exchange);
  if (!isObject(body)) return [];
  const ofBody = known.get(body) ?? new Map<string, readonly Statement[]>();
  known.set(body, ofBody);
  const key = `${exchange.id} ${operation.list} ${what}`;
  const stated = ofBody.get(key) ?? read(body);
  ofBody.set(key, stated);
  return stated;
}

/** What the entries of a response state under one name. */
export function statementsIn(one: AtVersion, name: string): readonly Statement[] {
  const normal = statements[kindOf(one.operation)][name];
  const isTranslated = translated.has(name) && sends(one.exchange.spec, "language");
  if (isTranslated || normal === undefined) return [];
  return readOnce(one, name, (body) => readStatements(body, one, name, normal));
}

/** Whether the entries of a response have something under one name; nothing of an object that is absent itself. */
export function presenceIn(one: AtVersion, name: string): readonly Statement[] {
  const normal: Normal = (value, holder) =>
    isObject(holder) ? (isEmpty(value) ? absent : present) : null;
  return readOnce(one, `whether ${name}`, (body) => readStatements(body, one, name, normal));
}

function readStatements(
  body: JsonObject,
  { exchange, operation }: AtVersion,
  name: string,
  normal: Normal,
): readonly Statement[] {
  const path = name.split(".");
  return articlesOf(body, operation).flatMap(({ article, index }) => {
    const identity = identityOf(article, operation, name);
    const holder = path.slice(0, -1).reduce<unknown>(member, article);
    const value = member(holder, path.at(-1) ?? "");
    const text = normal(value, holder);
    if (identity === null || text === null) return [];
    const pointer = `/${operation.list}/${index}/${path.join("/")}`;
    return [{ identity, text, value, path: pointer, exchange: exchange.id }];
  });
}
