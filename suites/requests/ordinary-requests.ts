import { type AuthStyle, authStyles, type Cell } from "../../contracts/words.ts";
import {
  type Ask,
  type Credential,
  type KeyName,
  noCredential,
} from "../../harness/exchanges/request-spec.ts";
import { turn } from "../engine/cells.ts";
import { type CheckContext, type Need, skip } from "../engine/check.ts";
import { exclusion, nameOfParameter } from "../engine/remedies.ts";

type Query = readonly (readonly [name: string, value: string])[];

/** A key in one of the listed styles. */
export function keyed(style: AuthStyle, key: KeyName = "own"): Credential {
  return { kind: "key", key, form: style };
}

/** The style of the cell, or the one whose turn it is where the cell is not about a style. */
export function styleOf({ cell, contracts }: CheckContext): AuthStyle {
  return cell.auth ?? turn(contracts, cell);
}

/** An ask at the endpoint and version of the cell, with the own key in the cell's style. */
export function ask(context: CheckContext, query: Query, credential?: Credential): Ask {
  const { surface, endpoint, version } = context.cell;
  return { surface, endpoint, version, query, credential: credential ?? keyed(styleOf(context)) };
}

/** The names that may carry the search text at `/search`: some versions know `q` as well. */
function searchNames({ cell, contracts }: CheckContext): readonly string[] {
  const { surface, endpoint, version } = cell;
  const known = contracts.operation(surface, endpoint, version)?.parameters ?? [];
  return known.includes("q") ? ["q", "query"] : ["query"];
}

/** Search text under each name that this version may know it by; the first that works counts. */
export function searchAsk(context: CheckContext, text: string, more: Query = []): Need {
  return alternatives(searchNames(context).map((name) => ask(context, [[name, text], ...more])));
}

/** The first of several asks that is not refused. */
export function alternatives(asks: readonly Ask[]): Need {
  const [first, ...rest] = asks;
  if (first === undefined) throw new Error("a need without any ask");
  return rest.length === 0 ? first : [first, ...rest];
}

/** The query of an ordinary request to the cell's endpoint, one for each name that may be needed. */
function ordinaryQueries(context: CheckContext): readonly Query[] {
  const { surface, endpoint } = context.cell;
  const samples = context.subject.samples(surface);
  switch (endpoint) {
    case "/search":
      return searchNames(context).map((name) => [[name, samples.query]]);
    case "/search/articles":
      return [[["query", samples.query]]];
    case "/geolocation": {
      const codes = context.subject.placeCodes(surface);
      return [[["location", samples.location], ...Object.entries(codes ?? {})]];
    }
    case "/topics": {
      const topic = role(context, "topics", "topic");
      return [topic === null ? [] : [[topic, samples.topic]]];
    }
    default:
      return [[]];
  }
}

/** The ordinary request of a cell, which every server owes an answer, with the credential given. */
export function ordinary(context: CheckContext, credential?: Credential): Need {
  return alternatives(ordinaryQueries(context).map((query) => ask(context, query, credential)));
}

/**
 * The ordinary request in a form that is sure to be allowed, for refusals: where the search text has
 * two names it is left out, since a refusal of one of them would pass for a refusal of the key.
 */
export function ordinaryOnce(context: CheckContext, credential: Credential): Ask {
  const queries = ordinaryQueries(context);
  return ask(context, queries.length === 1 ? (queries[0] ?? []) : [], credential);
}

/** The ordinary request in each of the three styles; the first that is not refused counts. */
export function ordinaryInAnyStyle(context: CheckContext): Need {
  return alternatives(
    authStyles.flatMap((style) =>
      ordinaryQueries(context).map((query) => ask(context, query, keyed(style))),
    ),
  );
}

/** A request to the cell's endpoint without any parameter. */
export function withoutParameters(context: CheckContext): Ask {
  return ask(context, []);
}

/** The ordinary search or location request with country and language, written in lower case. */
export function withLowerCaseCodes(context: CheckContext): Need {
  const { country, language } = context.subject.samples(context.cell.surface);
  return withCodes(context, country.toLowerCase(), language.toLowerCase());
}

/** The documented defaults of `/geolocation` (Aggregator GET /geolocation). */
export const geolocationDefaults = { country: "US", language: "en" } as const;

/** The ordinary request with codes as the specification writes them for this endpoint. */
export function withDocumentedCodes(context: CheckContext): Need {
  const { country, language } = geolocationDefaults;
  return context.cell.endpoint === "/geolocation"
    ? withCodes(context, country, language)
    : withLowerCaseCodes(context);
}

function withCodes(context: CheckContext, country: string, language: string): Need {
  const { query, location } = context.subject.samples(context.cell.surface);
  const codes: Query = [
    ["country", country],
    ["language", language],
  ];
  return context.cell.endpoint === "/geolocation"
    ? ask(context, [["location", location], ...codes])
    : searchAsk(context, query, codes);
}

/** The text 0, taken for nothing by whoever asks whether a text is true, where an endpoint wants a text. */
export function withZero(context: CheckContext): Need {
  const { endpoint } = context.cell;
  if (endpoint === "/search") return searchAsk(context, "0");
  return ask(context, [[endpoint === "/geolocation" ? "location" : "query", "0"]]);
}

/** A location request without country and language, for which the documented defaults hold. */
export function withDefaultCodes(context: CheckContext): Ask {
  return ask(context, [["location", context.subject.samples(context.cell.surface).location]]);
}

/** A location request for another place than that of the ordinary one. */
export function elsewhere(context: CheckContext): Ask {
  const sample = context.subject.samples(context.cell.surface).location.toLowerCase();
  return ask(context, [["location", sample === "tokyo" ? "London" : "Tokyo"]]);
}

/** The real name of a role at the cell's version; null where none is known. */
export function role(context: CheckContext, group: string, name: string): string | null {
  return context.subject.role(context.cell.surface, group, name, context.cell.version);
}

/** As `role`, but the check is skipped where no name is known, with what to configure. */
export function needRole(context: CheckContext, group: string, name: string): string {
  return role(context, group, name) ?? skipForRole(context, group, name);
}

/** Skips a check that needs a role without a name. */
export function skipForRole(context: CheckContext, group: string, name: string): never {
  const { cell, subject } = context;
  if (subject.hasNoRole(cell.surface, group, name, cell.version)) {
    const reason = `the configuration says that this server has no parameter ${group}.${name}`;
    skip(reason, exclusion("exclusions of what this server has not"));
  }
  skip(
    `no name is known for the parameter ${group}.${name}`,
    nameOfParameter(context, group, name),
  );
}

/**
 * A search text that no document should hold: letters that no language joins so, and with a space, an
 * accent and an apostrophe, which a server has to carry through unharmed.
 */
export const textWithoutHits = "zqxvkjé w'pfmbt";

/** Ping of the cell's surface and version. */
export function ping(context: CheckContext, credential: Credential = noCredential): Ask {
  return ask(context, [], credential);
}

/** The cell's place with another endpoint of the same surface. */
export function at(context: CheckContext, endpoint: string): CheckContext {
  const cell: Cell = { ...context.cell, endpoint, auth: styleOf(context) };
  return { ...context, cell };
}
