import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import { group } from "../../contracts/group.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Found } from "../engine/check.ts";
import { bodyServed } from "./answer.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { entries, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** What an entry states of itself, in a form in which statements that mean the same are equal; null if nothing. */
type Normal = (value: unknown) => string | null;

const ofText =
  (normal: (text: string) => string | null): Normal =>
  (value) =>
    typeof value === "string" ? normal(value) : null;

const date = ofText((value) => {
  const parsed = parseDateTime(value);
  return parsed?.hasZone ? String(Math.floor(parsed.epochMs / 60_000)) : null;
});

/** Letters and digits only: words that were searched for may be marked in a title, in whatever way. */
const title = ofText((value) =>
  value
    .replace(/<[^<>]*>|&[#\w]{1,8};/g, " ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ""),
);

/** What is empty states nothing. */
const exact = ofText((value) => value.trim().toLowerCase() || null);

/** What follows a question mark may differ from response to response. */
const address = ofText((value) => value.trim().toLowerCase().split("?", 1)[0] || null);

/** A language may be stated with a region. */
const language = ofText((value) => value.trim().toLowerCase().split(/[-_]/, 1)[0] || null);

/** A list in any order. What is empty states nothing: an endpoint may leave out a list. */
const list: Normal = (value) => {
  const all = entries(value).map((one) => JSON.stringify(one).toLowerCase());
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
    "source.favicon": address,
    authors: list,
    keywords: list,
  },
  publisher: { category: exact, language, links: list },
};

const kindOf = ({ list }: Operation) => (list === "publishers" ? "publisher" : "article");

/** What identifies an entry in every response; null if nothing certainly does. */
function identityOf({ url, name }: JsonObject, operation: Operation): string | null {
  if (typeof url !== "string" || url.trim() === "") return null;
  if (kindOf(operation) === "article") return url;
  return typeof name === "string" ? `${name} ${url}` : null;
}

interface Statement {
  readonly identity: string;
  readonly text: string;
  readonly value: unknown;
  readonly path: string;
  readonly exchange: string;
}

/** What the entries of a response state under one name. */
function statementsIn(
  { exchange, operation }: AtVersion,
  name: string,
  normal: Normal,
): readonly Statement[] {
  // Titles may be translated into a language that is asked for.
  if (name === "title" && exchange.spec.query.some(([sent]) => sent === "language")) return [];
  return articlesOf(bodyServed(exchange), operation).flatMap(({ article, index }) => {
    const identity = identityOf(article, operation);
    const value = name.split(".").reduce<unknown>(member, article);
    const text = normal(value);
    if (identity === null || text === null) return [];
    const path = `/${operation.list}/${index}/${name.replaceAll(".", "/")}`;
    return [{ identity, text, value, path, exchange: exchange.id }];
  });
}

/** A title may be cut off where there is little room. */
function agree(name: string, one: string, other: string): boolean {
  if (one === other) return true;
  return (
    name === "title" &&
    one !== "" &&
    other !== "" &&
    (one.startsWith(other) || other.startsWith(one))
  );
}

/** The statements of some responses by their entries. */
type Known = ReadonlyMap<string, readonly Statement[]>;

/** The statement that most responses have; where two have equally many, the one that agrees with the given one. */
function usual(all: readonly Statement[], name: string, own: Statement): Statement | undefined {
  // There are many responses, and few different statements.
  const different = [...group(all, ({ text }) => text)];
  const counted = different.flatMap(([text, [one]]) => {
    const same = different.filter(([other]) => agree(name, text, other));
    const count = same.reduce((sum, [, { length }]) => sum + length, 0);
    return one === undefined ? [] : [{ one, count, isOwn: agree(name, text, own.text) }];
  });
  const [first] = counted.toSorted(
    (one, other) => other.count - one.count || Number(other.isOwn) - Number(one.isOwn),
  );
  return first?.one;
}

/** Entries that a single response describes in several ways: a publisher may be listed once for each language. */
function describedInSeveralWays(
  responses: readonly (readonly Statement[])[],
  name: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const stated of responses) {
    const first = new Map<string, string>();
    for (const { identity, text } of stated) {
      const other = first.get(identity);
      if (other === undefined) first.set(identity, text);
      else if (!agree(name, text, other)) found.add(identity);
    }
  }
  return found;
}

/** Fewer entries may have been changed between two requests. */
const enough = 3;

/** What an entry states, with what it states elsewhere. */
interface Compared {
  readonly one: Statement;
  readonly other: Statement;
  readonly agrees: boolean;
}

function compare(
  name: string,
  own: readonly Statement[],
  elsewhere: (one: Statement) => readonly Statement[],
): readonly Compared[] {
  return own.flatMap((one) => {
    const other = usual(elsewhere(one), name, one);
    return other === undefined ? [] : [{ one, other, agrees: agree(name, one.text, other.text) }];
  });
}

function mostDiffer(all: readonly Compared[]): boolean {
  return 2 * all.filter(({ agrees }) => !agrees).length > all.length;
}

/** Expects that at least half of the entries, if they are enough, state what they state elsewhere. */
function expectMostAgree(all: readonly Compared[]): readonly Found[] {
  const example = all.find(({ agrees }) => !agrees);
  if (example === undefined || all.length < enough || !mostDiffer(all)) return [];
  const { one, other } = example;
  return [
    {
      path: one.path,
      expected: `${describeValue(other.value)}, as for the same entry in another response`,
      actual: describeValue(one.value),
      exchange: one.exchange,
      beside: other.exchange,
    },
  ];
}

/** The first statement of each entry that most responses have. */
function usualOfEach(known: Known, name: string): readonly Statement[] {
  return [...known.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : (usual(all, name, first) ?? []);
  });
}

/**
 * Expects that the entries of each response state the same as in other responses of the endpoint, and those of the
 * endpoint the same as at other endpoints. If they agree with one of the other endpoints, a different one is wrong.
 * @param own responses of the endpoint at one version
 * @param others those of other endpoints at the same version
 */
export function expectDescribedAlike(
  own: readonly AtVersion[],
  others: readonly AtVersion[],
): readonly Found[] {
  const [first] = own;
  if (first === undefined) return [];
  const endpoints = [...group(others, ({ operation }) => operation.endpoint).values()];
  return Object.entries(statements[kindOf(first.operation)]).flatMap(([name, normal]) => {
    const statedIn = (all: readonly AtVersion[]) =>
      all.map((one) => statementsIn(one, name, normal));
    const stated = statedIn(own);
    const elsewhere = endpoints.map(statedIn);
    const several = describedInSeveralWays([...stated, ...elsewhere.flat()], name);
    const knownIn = (all: readonly (readonly Statement[])[]): Known =>
      group(
        all.flat().filter(({ identity }) => !several.has(identity)),
        ({ identity }) => identity,
      );
    const known = knownIn(stated);
    const within = stated.flatMap((all) =>
      expectMostAgree(
        compare(name, all, ({ identity, exchange }) =>
          (known.get(identity) ?? []).filter((other) => other.exchange !== exchange),
        ),
      ),
    );
    if (within.length > 0) return within;
    const usually = usualOfEach(known, name);
    const compared = elsewhere
      .map((all) => {
        const there = knownIn(all);
        return compare(name, usually, ({ identity }) => there.get(identity) ?? []);
      })
      .filter(({ length }) => length > 1);
    return compared.every(mostDiffer) ? compared.flatMap(expectMostAgree) : [];
  });
}
