import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { type CheckContext, firstRequest, type RequestChoice } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName, skipForRole } from "../model/parameter-names.ts";
import { columnOf } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import { undefinedParameters, unexpectedValue } from "./careless-texts.ts";
import { generatedFor } from "./generated-values.ts";
import { ordinaryOrPing } from "./ordinary-requests.ts";

/** A parameter with a narrower domain than free text. */
interface NarrowParameter {
  readonly name: string;
  /** What belongs there. */
  readonly of: keyof typeof unexpectedValue;
  /** What is sent first, whatever the seed; null if nothing special is. */
  readonly first: string | null;
  /** Whether servers seldom refuse a value of it, so that it hides no other parameter. */
  readonly isOpen: boolean;
}

/** The parameters of the cell's endpoint that do not take free text, as far as their names are known. */
function narrowParameters(context: CheckContext): readonly NarrowParameter[] {
  const { parameters, roleGroup, roles } = operationOf(context);
  const firsts = firstValues(context);
  const firstOf = (meaning: string) => firsts[meaning] ?? null;
  const shown = parameters
    .filter((name) => name === "country" || name === "language")
    .map((name): NarrowParameter => ({ name, of: "text", first: firstOf(name), isOpen: false }));
  const named = roles.flatMap(({ role: meaning, schema }): readonly NarrowParameter[] => {
    // The search text takes any text, and the number of results has requirements of its own.
    const isTried = roleGroup !== null && meaning !== "query" && meaning !== "limit";
    const name = isTried ? parameterName(context, roleGroup, meaning) : null;
    if (name === null) return [];
    const first = firstOf(meaning);
    const isOpen = meaning === "domain" || meaning === "category";
    const as = (of: NarrowParameter["of"]) => [{ name, of, first, isOpen }];
    if (schema.type === "integer") return as("integer");
    if (schema.format === "date") return as("date");
    // At the older versions an empty text shows which fields a refusal names.
    return as(hasMetadata(operationOf(context)) ? kindOfText(meaning) : "text");
  });
  return [...shown, ...named];
}

/** In the form of a named topic, so it is sent as it is. */
const noSuchTopic = "NO_SUCH_TOPIC";

/**
 * Values that are sent first, whatever the seed, by the meaning of their parameter. A day that there is not is noticed
 * only by servers that compute with it, and of what topics are asked for, servers refuse little but an empty one.
 */
const valuesOfVersions: Readonly<
  Record<"latest" | "between" | "oldest", Readonly<Record<string, string>>>
> = {
  // In the right form, but of nothing: a server that looks it up may not expect to find nothing, and one that divides by
  // a page size or multiplies a page by it may not expect these.
  latest: {
    subtopic: "",
    from: "2026-02-30",
    page: "-1",
    pageSize: "0",
    country: "zz",
    language: "zz",
    domain: "zqxv-kjwp.example",
    category: "Nonexistent",
    sort: "nonexistent",
  },
  // The older versions get what no server takes for a value: a refusal shows which fields it names.
  between: { topic: noSuchTopic, subtopic: "", from: "" },
  oldest: { subtopic: "", from: "2026-02-30", to: "yesterday", page: "two" },
};

function firstValues(context: CheckContext): Readonly<Record<string, string>> {
  const { cell, contracts } = context;
  if (hasMetadata(operationOf(context))) return valuesOfVersions.latest;
  const isOldest = cell.version === contracts.versions(cell.surface).at(-1);
  return isOldest ? valuesOfVersions.oldest : valuesOfVersions.between;
}

function kindOfText(meaning: string): "id" | "domain" | "text" {
  if (meaning === "domain") return meaning;
  return meaning === "topic" || meaning === "subtopic" ? "id" : "text";
}

/** A range that ends before it begins, which some databases do not expect. */
const [laterDay, earlierDay] = ["2026-03-02", "2026-03-01"] as const;

/**
 * At versions with metadata, one parameter at a time, last in the query, since with several the first refused one would
 * hide the others; but one that is seldom refused comes with the next one. Once, a last date with a first date after it.
 * Every second parameter is sent without the version header, and the others with it. At the older versions, a few
 * parameters at once, like a form that was filled in incorrectly. So does publisher search where the header is sent.
 */
export function unexpectedValues(context: CheckContext): readonly RequestChoice[] {
  const narrow = narrowParameters(context);
  if (narrow.length === 0) {
    if (context.cell.endpoint === "/topics") skipForRole(context, "topics", "topic");
    skipForRole(context, "publishers", "category");
  }
  const plain = firstRequest(ordinaryOrPing(context));
  const withValues = (...pairs: RequestSpec["query"]): RequestSpec => {
    const sent = new Set(pairs.map(([name]) => name));
    return { ...plain, query: [...plain.query.filter(([name]) => !sent.has(name)), ...pairs] };
  };
  const valuesOf = ({ name, of, first }: NarrowParameter) => {
    const values = generatedFor(context, unexpectedValue[of], `unexpected ${name}`);
    return first === null ? values : [first, ...values.slice(1)];
  };
  const combines = sendsMore(context);
  if (!hasMetadata(operationOf(context))) {
    const groups = combines ? inGroups(narrow, context) : [];
    return groups.map((group, index) =>
      withValues(
        ...incorrectForm(group, valuesOf),
        ...(index === groups.length - 1 ? blankText(context) : []),
      ),
    );
  }
  const isUnnamed = context.cell.version === defaultVersion;
  const text = parameterName(context, "publishers", "query");
  const isPublishers = context.cell.endpoint === "/search/publishers";
  if (isPublishers && combines && !isUnnamed && text !== null)
    return [withValues(...incorrectForm(narrow, valuesOf), [text, ""])];
  const [from, to] = ["from", "to"].map((name) => parameterName(context, "search", name));
  const queriesOf = (one: NarrowParameter): readonly RequestSpec["query"][] =>
    valuesOf(one).map((value, run) => {
      if (!from || one.name !== to || run > 0) return [[one.name, value]];
      return [
        [from, laterDay],
        [to, earlierDay],
      ];
    });
  const tried = narrow.filter((_, index) => (index % 2 === 0) === isUnnamed);
  // Where only one is tried, it comes with parameters that the endpoint does not define.
  const more = isUnnamed && tried.length === 1 ? undefinedParameters : [];
  return tried.flatMap((one, place) => {
    if (one.isOpen && place < tried.length - 1) return [];
    const before = tried[place - 1];
    const beside = before?.isOpen ? queriesOf(before) : [];
    return queriesOf(one).map((query, run) =>
      withValues(...more, ...(beside[run] ?? []), ...query),
    );
  });
}

/** The text or the location of the aggregator's ordinary request, left empty or, by turns, blank. */
function blankText(context: CheckContext): RequestSpec["query"] {
  const { endpoint } = context.cell;
  if (endpoint !== "/search" && endpoint !== "/geolocation") return [];
  const isEmpty = columnOf(context.contracts, context.cell) % 2 === 0;
  return firstRequest(ordinaryOrPing(context))
    .query.slice(0, 1)
    .map(([name]) => [name, isEmpty ? "" : " "]);
}

/**
 * Groups of at most four parameters: by turns of the versions with neighbours in different groups, and with neighbours
 * in one, so that what servers refuse most, a code, does not hide their other refusals everywhere.
 */
function inGroups<T>(
  all: readonly T[],
  { cell, contracts }: CheckContext,
): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / 4);
  const keepsNeighbours = columnOf(contracts, cell) % 2 === 0;
  const size = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, turn) =>
    all.filter((_, index) => (keepsNeighbours ? Math.floor(index / size) : index % count) === turn),
  );
}

/** A value for each parameter. One is in quotation marks, which a refusal that repeats it has to escape. */
function incorrectForm(
  parameters: readonly NarrowParameter[],
  valuesOf: (parameter: NarrowParameter) => readonly string[],
): RequestSpec["query"] {
  return parameters.map((one, index) => {
    const [value = ""] = valuesOf(one);
    return [one.name, index === 0 && value !== noSuchTopic ? JSON.stringify(value) : value];
  });
}
