import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { isRotatedStyle } from "../engine/cells.ts";
import type { CheckContext, NamedExchanges, RequestChoices } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { sampleDates, sampleDomain } from "./filtered-searches.ts";
import {
  geolocationDefaults,
  ordinary,
  request,
  role,
  textWithoutHits,
  unnamedRequest,
} from "./ordinary-requests.ts";
import { pairwise } from "./pairwise.ts";
import { listsOfValues, valuesListed, wordOfName } from "./publisher-values.ts";
import { withoutHits } from "./success-requests.ts";

type Parameter = readonly [name: string, value: string];

/** A parameter that may be sent together with others. */
interface Factor {
  /** The name of its role, or its own name if the specification shows it. */
  readonly meaning: string;
  /** Its name on this server. */
  readonly name: string;
  readonly values: readonly string[];
  /** Whether it is optional. */
  readonly optional: boolean;
}

/** Codes that the specification uses as examples (Aggregator GET /search, rows "country", "language"). */
const exampleCodes = { country: ["us", "gb"], language: ["en", "fr"] } as const;

/** Two codes in the letter case that the specification uses for the endpoint. */
export function codesOf(
  context: CheckContext,
  kind: "country" | "language",
): readonly [first: string, other: string] {
  const { endpoint, surface } = context.cell;
  const isLocation = endpoint === "/geolocation";
  const first = isLocation ? geolocationDefaults[kind] : context.target.samples(surface)[kind];
  const other =
    exampleCodes[kind].find((code) => code !== first.toLowerCase()) ?? exampleCodes[kind][0];
  const written = (code: string) =>
    isLocation && kind === "country" ? code.toUpperCase() : code.toLowerCase();
  return [written(first), written(other)];
}

/**
 * The values to try for a parameter, by its meaning. A parameter is missing here if the specification
 * shows no values (the sort order), or some may be refused (a page beyond the last).
 */
function valuesFor(
  meaning: string,
  context: CheckContext,
  known: NamedExchanges,
): readonly string[] {
  const { surface, endpoint } = context.cell;
  const samples = context.target.samples(surface);
  const from = known.ordinary;
  const listed = endpoint === "/search/publishers" ? valuesListed(context, known) : null;
  switch (meaning) {
    case "query":
      return [(listed && wordOfName(known)) ?? samples.query, textWithoutHits];
    case "location":
      return [samples.location];
    case "country":
    case "language":
      return listed?.[meaning] ?? codesOf(context, meaning);
    case "category":
      return listed?.category ?? [];
    case "domain": {
      const domain = from === undefined ? null : sampleDomain(from, context);
      return domain === null ? [] : [domain];
    }
    case "from":
    case "to":
      return from === undefined ? [] : [sampleDates(from, context)[meaning]];
    case "limit":
      return ["1"];
    default:
      return [];
  }
}

/** Every parameter of the cell's endpoint whose name and values are known, in the order of the contract. */
function factorsOf(context: CheckContext, known: NamedExchanges): readonly Factor[] {
  const { parameters, roles, roleGroup } = operationOf(context);
  // Of the two possible names of the search text, the one that was served.
  const textName = known.ordinary?.spec.query[0]?.[0];
  const shown = parameters
    .filter((name) => name !== "q")
    .map((name) => ({ meaning: name, name: name === "query" ? (textName ?? name) : name }));
  const named = roles.flatMap(({ role: meaning }) => {
    const name = roleGroup === null ? null : role(context, roleGroup, meaning);
    return name === null ? [] : [{ meaning, name }];
  });
  return [...shown, ...named]
    .map((one) => ({
      ...one,
      values: valuesFor(one.meaning, context, known),
      optional: one.meaning !== "location",
    }))
    .filter(({ values }) => values.length > 0);
}

/** The requests that must be served before parameters can be combined: `send` of such a check. */
export function beforeCombinations(context: CheckContext): RequestChoices {
  const nothing = withoutHits(context);
  return {
    ordinary: ordinary(context),
    ...(nothing && { nothing }),
    ...(context.cell.endpoint === "/search/publishers" && listsOfValues(context)),
  };
}

/**
 * The maximum number of requests for the combinations of an endpoint at a version, including the single
 * parameters.
 */
export const mostCombinations = 24;

/** Begins the name of a request with several parameters. */
const combined = "together: ";

function nameOf(parameters: readonly Parameter[]): string {
  return parameters.map((pair) => pair.join("=")).join("&");
}

/** Selects the exchanges of combinations. */
export function combinationsIn(exchanges: NamedExchanges): readonly Exchange[] {
  return Object.entries(exchanges)
    .filter(([name]) => name.startsWith(combined))
    .map(([, exchange]) => exchange);
}

/**
 * Every pair of parameters of the cell's endpoint, each with every value or omitted, in few requests.
 * Empty if the matrix excludes combinations. Where the header may be omitted, half of those with several values omit
 * it: two that differ in the two values of one parameter differ in this too, so that they are equal if a value has no
 * effect without the header.
 *
 * @param known the exchanges of `beforeCombinations`
 */
export function combinations(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<string, RequestSpec>> {
  if (context.combines === false) return {};
  const factors = factorsOf(context, known);
  const levels = factors.map(
    ({ name, values, optional }) =>
      [name, optional ? [null, ...values] : values] satisfies [string, readonly (string | null)[]],
  );
  const rows = pairwise<string | null>(Object.fromEntries(levels));
  return Object.fromEntries(
    rows.flatMap((row) => {
      const sent = Object.entries(row).flatMap(([name, value]): readonly Parameter[] =>
        value === null ? [] : [[name, value]],
      );
      if (sent.length === 0) return [];
      const others = factors.filter(({ name, values }) => row[name] === values[1]).length;
      // The default cell of publisher search sends all of them.
      const alternates = others % 2 === 1 && context.cell.surface === "aggregator";
      const isPart =
        factors.filter(({ name, optional }) => optional && row[name] !== null).length < 2;
      const ask = alternates && !isPart ? unnamedRequest : request;
      return [[combined + nameOf(sent), ask(context, sent)] as const];
    }),
  );
}

/** Whether the combinations of an endpoint at a version are sent in this cell: in one style. */
export function isCombinedHere(context: CheckContext): boolean {
  return (
    context.combines !== false && context.cell.version !== defaultVersion && isRotatedStyle(context)
  );
}

/** Begins the name of a request without the optional parameters, or with one of them. */
const alone = "alone: ";

/**
 * The request without the optional parameters, and with each value of each of them. Dates are sent with
 * the search text, as where they are judged alone.
 */
export function partsOfCombinations(
  context: CheckContext,
  known: NamedExchanges,
): Readonly<Record<string, RequestSpec>> {
  if (context.combines === false) return {};
  const factors = factorsOf(context, known);
  const text = known.ordinary?.spec.query ?? [];
  const required = factors
    .filter(({ optional }) => !optional)
    .flatMap(({ name, values }) => values.map((value): Parameter => [name, value]));
  const parts = factors
    .filter(({ optional }) => optional)
    .flatMap(({ meaning, name, values }) =>
      values.map((value) => {
        const pair: Parameter = [name, value];
        const beside = meaning === "from" || meaning === "to" ? text : required;
        return [alone + nameOf([pair]), request(context, [...beside, pair])] as const;
      }),
    );
  return { [alone]: request(context, required), ...Object.fromEntries(parts) };
}

/**
 * Whether the request without the optional parameters is served, and each parameter of a combination
 * alone: if not, the combination shows nothing new.
 */
export function arePartsServed({ spec: { query } }: Exchange, exchanges: NamedExchanges): boolean {
  const parts = [alone, ...query.map((pair) => alone + nameOf([pair]))];
  return parts.every((name) => (exchanges[name]?.answer?.status ?? 200) === 200);
}

/**
 * Whether a combination has a country and a language that need not go together: the list of countries has
 * languages for each, so that a server may refuse another pair than that of the samples.
 */
export function mayBeRefused(
  { spec: { query } }: Exchange,
  context: CheckContext,
  known: NamedExchanges,
): boolean {
  const codes = factorsOf(context, known).filter(
    ({ meaning }) => meaning === "country" || meaning === "language",
  );
  const sent = codes.flatMap(({ name, values }) => {
    const value = query.find(([sentName]) => sentName === name)?.[1];
    return value === undefined ? [] : [value === values[0]];
  });
  return sent.length > 1 && sent.includes(false);
}
