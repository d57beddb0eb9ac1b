import type { CheckContext, NamedExchanges } from "../model/check.ts";
import { firstPage } from "../model/first-page.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf } from "../model/rotation.ts";
import { sampleDomain } from "./filtered-searches.ts";
import { geolocationDefaults } from "./ordinary-requests.ts";
import { valuesListed, wordOfName } from "./publisher-values.ts";
import { sampleDates } from "./sample-dates.ts";
import { textWithoutHits } from "./texts-without-hits.ts";

/** As in a query. */
export type Parameter = readonly [name: string, value: string];

/** A parameter that may be sent together with others. */
export interface Factor {
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

/** Where no other codes are shown than the defaults: countries where another language than the default is spoken. */
const countriesOfPlaces = ["us", "fr"] as const;

/** Two codes in the letter case that the specification uses for the endpoint. */
export function codesOf(
  context: CheckContext,
  kind: "country" | "language",
): readonly [first: string, other: string] {
  const { endpoint, surface } = context.cell;
  const isLocation = endpoint === "/geolocation";
  const first = isLocation ? geolocationDefaults[kind] : context.target.samples(surface)[kind];
  const examples = isLocation && kind === "country" ? countriesOfPlaces : exampleCodes[kind];
  const other = examples.find((code) => code !== first.toLowerCase()) ?? examples[0];
  const written = (code: string) =>
    isLocation && kind === "country" ? code.toUpperCase() : code.toLowerCase();
  return [written(first), written(other)];
}

/**
 * The values to try for a parameter, by its meaning. Missing here is the sort order, whose values are not shown. Any
 * page size may be refused, so it is one that was served alone.
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
      const domain = from === undefined ? null : sampleDomain(from, context, known.codes);
      return domain === null ? [] : [domain];
    }
    case "from":
    case "to":
      return from === undefined ? [] : [sampleDates(from, context)[meaning]];
    case "limit":
      return [columnOf(context.contracts, context.cell) % 2 === 0 ? "1" : "100"];
    case "page":
      return firstPage(context);
    case "pageSize": {
      const name = parameterName(context, "search", "pageSize");
      const sized = known.sized?.answer?.status === 200 ? known.sized.spec.query : [];
      return sized.flatMap(([sent, size]) => (sent === name ? [size] : []));
    }
    default: {
      const { parameters, parameterExamples } = operationOf(context);
      const example = parameterExamples[meaning];
      if (example !== undefined) return [example];
      if (!parameters.includes(meaning)) return [];
      throw new Error(`the contract of ${surface} ${endpoint} has no example for ${meaning}`);
    }
  }
}

/** Every parameter of the cell's endpoint whose name and values are known, in the order of the contract. */
export function factorsOf(context: CheckContext, known: NamedExchanges): readonly Factor[] {
  const { parameters, roles, roleGroup } = operationOf(context);
  // Of the two possible names of the search text, the one that was served.
  const textName = known.ordinary?.spec.query[0]?.[0];
  const shown = parameters
    .filter((name) => name !== "q")
    .map((name) => ({ meaning: name, name: name === "query" ? (textName ?? name) : name }));
  const named = roles.flatMap(({ role: meaning }) => {
    const name = roleGroup === null ? null : parameterName(context, roleGroup, meaning);
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

/** How requests with these parameters are named. */
export function nameOf(parameters: readonly Parameter[]): string {
  return parameters.map((pair) => pair.join("=")).join("&");
}
