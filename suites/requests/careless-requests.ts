import { encodeComponent } from "../../contracts/encode-component.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import {
  noCredential,
  type RequestSpec,
  type SingleCredential,
} from "../../harness/requests/request-spec.ts";
import { type CheckContext, firstRequest, type RequestChoice, skip } from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName, parameterName, skipForRole } from "../model/parameter-names.ts";
import { columnOf, rowOf } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import {
  brokenEncoding,
  controlText,
  denseText,
  longText,
  oddVersion,
  sparseText,
  unexpectedValue,
  unknownPairs,
  unknownPath,
  wholeText,
  word,
  writtenText,
} from "./careless-texts.ts";
import { generated } from "./generated-values.ts";
import { otherMethodBefore } from "./neighbouring-requests.ts";
import {
  keyed,
  ordinary,
  ordinaryOrPing,
  request,
  searchRequest,
  styleOf,
} from "./ordinary-requests.ts";

/** The generated requests to the endpoint of a cell, by kind. */
type Requests = (context: CheckContext) => readonly RequestChoice[];

/** The parameter that takes free text; null at endpoints without one. */
function textName(context: CheckContext): string | null {
  const { endpoint } = context.cell;
  if (endpoint === "/search/publishers") return needParameterName(context, "publishers", "query");
  return freeTextNames[endpoint] ?? null;
}

/** The parameter that takes free text; skips the check at endpoints without one. */
function needTextName(context: CheckContext): string {
  return textName(context) ?? skip("this endpoint takes no free text");
}

/** A search for this text, under the name that the version knows. */
function withText(context: CheckContext, text: string): RequestChoice {
  if (context.cell.endpoint === "/search") return searchRequest(context, text);
  return request(context, [[needTextName(context), text]]);
}

/** Generates inputs that differ from cell to cell and from kind to kind. */
function placeOf({ cell }: CheckContext, kind: string): string {
  return `${kind} ${cell.surface} ${cell.endpoint} ${cell.version}`;
}

const made = <T>(
  context: CheckContext,
  arbitrary: Parameters<typeof generated<T>>[0],
  kind: string,
): readonly T[] => generated(arbitrary, context.target.robustness, placeOf(context, kind));

/** Words in every script. */
export const writtenTexts: Requests = (context) =>
  made(context, writtenText, "written text").map((text) => withText(context, text));

/**
 * Free text in every script. The versions with metadata are requested with and without the header. A
 * request with the header has only words, or a few fragments as a location, since a server may refuse the
 * dense text for one of its parts. The oldest version gets a text that consists of one odd thing.
 */
export const freeTexts: Requests = (context) => {
  const { cell, contracts, combines } = context;
  const isOldest = cell.version === contracts.versions(cell.surface).at(-1);
  if (isOldest && combines !== false)
    return made(context, wholeText, "whole text").map((text) => withText(context, text));
  const isNamed = cell.version !== defaultVersion && hasMetadata(operationOf(context));
  const dense = made(context, denseText, "dense text").map((text) => withText(context, text));
  const others =
    isNamed && cell.endpoint !== "/geolocation"
      ? writtenTexts(context)
      : made(context, sparseText, "sparse text").map((text) => withText(context, text));
  return dense.map((text, index) =>
    (index % 2 === 1) === isNamed ? text : (others[index] ?? text),
  );
};

export const controlCharacters: Requests = (context) =>
  made(context, controlText, "control characters").map((text) => withText(context, text));

export const longTexts: Requests = (context) =>
  made(context, longText, "long text").map((text) => withText(context, text));

export const brokenEncodings: Requests = (context) => {
  const name = encodeComponent(needTextName(context));
  return made(context, brokenEncoding, "broken encoding").map((text) => ({
    ...request(context, []),
    rawQuery: `${name}=${text}`,
  }));
};

export const unknownParameters: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  return made(context, unknownPairs, "unknown parameters").map((pairs) => ({
    ...plain,
    query: [...plain.query, ...pairs],
    // As a form sends them.
    blanks: "plus",
  }));
};

export const repeatedParameters: Requests = (context) => {
  const name = needTextName(context);
  const [, usual] = firstRequest(ordinaryOrPing(context)).query[0] ?? [name, "news"];
  return made(context, word, "repeated parameters").map((text) =>
    request(context, [
      [name, usual],
      [name, text],
      [name, usual],
      [`${name}[]`, text],
    ]),
  );
};

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
  // The older versions get what no server takes for a value: a refusal shows which fields it names.
  const unknownOf = (meaning: string) =>
    hasMetadata(operationOf(context)) ? (unknownValues[meaning] ?? null) : null;
  const shown = parameters
    .filter((name) => name === "country" || name === "language")
    .map((name): NarrowParameter => ({ name, of: "text", first: unknownOf(name), isOpen: false }));
  const named = roles.flatMap(({ role: meaning, schema }): readonly NarrowParameter[] => {
    // The search text takes any text, and the number of results has requirements of its own.
    const isTried = roleGroup !== null && meaning !== "query" && meaning !== "limit";
    const name = isTried ? parameterName(context, roleGroup, meaning) : null;
    if (name === null) return [];
    const first = firstOf[meaning] ?? unknownOf(meaning);
    const isOpen = meaning === "domain" || meaning === "category";
    const as = (of: NarrowParameter["of"]) => [{ name, of, first, isOpen }];
    if (schema.type === "integer") return as("integer");
    if (schema.format === "date") return as("date");
    // At the older versions an empty text shows which fields a refusal names.
    return as(hasMetadata(operationOf(context)) ? kindOfText(meaning) : "text");
  });
  return [...shown, ...named];
}

/**
 * An empty subtopic, since of what topics are asked for servers refuse little else, and a day that there is not, which
 * only those that compute with it notice.
 */
const firstOf: Readonly<Record<string, string>> = { subtopic: "", from: "2026-02-30" };

/**
 * In the right form, but of nothing: a server that looks it up may not expect to find nothing, and one that divides by
 * a page size or multiplies a page by it may not expect these.
 */
const unknownValues: Readonly<Record<string, string>> = {
  page: "-1",
  pageSize: "0",
  country: "zz",
  language: "zz",
  domain: "zqxv-kjwp.example",
  category: "Nonexistent",
  sort: "nonexistent",
};

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
export const unexpectedValues: Requests = (context) => {
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
    const values = made(context, unexpectedValue[of], `unexpected ${name}`);
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
  return tried.flatMap((one, place) => {
    if (one.isOpen && place < tried.length - 1) return [];
    const before = tried[place - 1];
    const beside = before?.isOpen ? queriesOf(before) : [];
    return queriesOf(one).map((query, run) => withValues(...(beside[run] ?? []), ...query));
  });
};

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

/** A value for each parameter. The first is in quotation marks, which a refusal that repeats it has to escape. */
function incorrectForm(
  parameters: readonly NarrowParameter[],
  valuesOf: (parameter: NarrowParameter) => readonly string[],
): RequestSpec["query"] {
  return parameters.map((one, index) => {
    const [value = ""] = valuesOf(one);
    return [one.name, index === 0 ? JSON.stringify(value) : value];
  });
}

/** One endpoint gets an empty value, whatever the seed. */
export const oddVersions: Requests = (context) =>
  made(context, oddVersion, "odd version").map((version, index) => ({
    ...firstRequest(ordinary(context)),
    version: index === 0 && rowOf(context.contracts, context.cell) === 0 ? "" : version,
  }));

const own = (form: "api-key" | "x-api-key" | "bearer"): SingleCredential => ({
  kind: "key",
  key: "own",
  form,
});
const never = (form: "api-key" | "bearer"): SingleCredential => ({
  kind: "key",
  key: "unknown",
  form,
});

/** Keys in several headers, with the same and with different values. */
const keyCombinations: readonly (readonly SingleCredential[])[] = [
  [own("api-key"), own("bearer")],
  [never("api-key"), own("bearer")],
  [own("x-api-key"), never("bearer")],
  [own("api-key"), own("x-api-key"), own("bearer")],
  [own("api-key"), { kind: "malformed", header: "authorization", value: "Basic Og==" }],
  [never("api-key"), own("x-api-key")],
  [{ kind: "malformed", header: "api-key", value: "" }, own("bearer")],
];

/** One more combination for each run; the first one differs from endpoint to endpoint. */
export const severalKeys: Requests = (context) => {
  const { runs } = context.target.robustness;
  const row = rowOf(context.contracts, context.cell);
  const plain = firstRequest(ordinaryOrPing(context));
  return keyCombinations.slice(0, runs).map((_, index) => {
    const of = keyCombinations[(row + index) % keyCombinations.length] ?? [];
    return { ...plain, credential: { kind: "several", of } };
  });
};

/** By turns with the surface's key and, from endpoint to endpoint, without a key. */
export const heads: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  const credential = isHeadWithoutKey(context) ? noCredential : plain.credential;
  return [{ ...plain, method: "HEAD", credential }];
};

/** Whether HEAD is sent without a key at the endpoint of a cell. */
export function isHeadWithoutKey(context: CheckContext): boolean {
  return operationOf(context).protected && rowOf(context.contracts, context.cell) % 4 === 0;
}

/** By turns as a browser sends it before a script of another site reads something: without a key. */
export const optionsRequests: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  const isPreflight = rowOf(context.contracts, context.cell) % 2 === 1;
  const furtherHeader = ["access-control-request-method", "GET"] as const;
  const preflight = isPreflight && { furtherHeader, credential: noCredential };
  return [{ ...plain, method: "OPTIONS", ...preflight }];
};

/**
 * POST wherever there is something to ask for, except that the first endpoint of each surface has PUT or PATCH; DELETE
 * at ping. At some endpoints POST has no key, since a server may look for keys in GET requests only.
 */
export const otherMethods: Requests = (context) => {
  const { contracts, cell } = context;
  const plain = firstRequest(ordinaryOrPing(context));
  if (!operationOf(context).protected) return [{ ...plain, method: "DELETE" }];
  const first = contracts.operations.find((one) => one.protected && one.surface === cell.surface);
  if (cell.endpoint !== first?.endpoint) return [otherMethodBefore(context) ?? post(context)];
  return [{ ...plain, method: cell.surface === "news" ? "PATCH" : "PUT" }];
};

/** POST with the surface's key or without any. */
export function post(context: CheckContext): RequestSpec {
  const plain = firstRequest(ordinaryOrPing(context));
  const credential = isPostWithoutKey(context) ? noCredential : plain.credential;
  return { ...plain, method: "POST", credential };
}

/** Whether POST is sent without a key at the endpoint of a cell. */
export function isPostWithoutKey({ cell, contracts }: CheckContext): boolean {
  return rowOf(contracts, cell) % 3 === 0;
}

/** With a valid key: without one the refusal would be about the key. */
export const unknownPaths: Requests = (context) =>
  made(context, unknownPath, "unknown path").map((endpoint) => ({
    ...request(context, [], keyed(styleOf(context))),
    endpoint,
  }));
