import { defaultVersion } from "../../contracts/vocabulary.ts";
import { allowsText, constraintWords } from "../../description/allows-text.ts";
import { isOfVersion } from "../../description/discover-roles.ts";
import type { DescribedOperation, DescribedParameter } from "../../description/operations.ts";
import { demandsMore, foreignKeyHeaders, waysInWords } from "../../description/sufficient-ways.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesOwnKeyAsListed, isUsualGet } from "../../harness/requests/request-spec.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { isSmall } from "../matchers/answer.ts";
import { describedPath, notDescribed } from "../matchers/described-path.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import type { CellFilter, Where } from "../model/cells.ts";
import { cells, only } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type CheckContext,
  type Found,
  type TogetherCheck,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { namesKnown, namesOfRoles } from "../model/parameter-names.ts";
import { styleSent } from "../model/sent-at.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";
import { missingKey } from "../requests/refused-keys.ts";

/** What an exchange shows of its description. */
type Compare = (
  exchange: Exchange,
  described: DescribedOperation,
  context: CheckContext,
) => readonly Found[];

/**
 * The cells of the version that a description is about: the one that `info.version` begins with, with its header and
 * without, if it is the default. If it begins with none, those without the header.
 */
function describedVersion(filter: CellFilter): Where {
  return only(cells(filter, "rotated"), ({ cell, target, contracts }) => {
    const described = target.described(cell.surface);
    if (target.description(cell.surface) === null) return false;
    const latest = contracts.defaultOf(cell.surface, cell.endpoint);
    const own = contracts.versions(cell.surface).find((one) => described?.version.startsWith(one));
    const date = cell.version === defaultVersion ? latest : cell.version;
    return own === undefined ? cell.version === defaultVersion : date === own;
  });
}

/** Compares the exchanges of an operation with what is described of it; nothing is sent for it that others don't send. */
function comparedExchanges(
  requirement: string,
  filter: CellFilter,
  compare: Compare,
): TogetherCheck {
  const judgeOne = (exchange: Exchange, context: CheckContext): readonly Found[] => {
    const described = describedPath(context)?.get ?? null;
    // What is sent to an unlisted version has the cell of the default one.
    const isOwn = exchange.spec.version === context.cell.version;
    if (described === null || !isOwn || !isUsualGet(exchange.spec)) return [];
    return compare(exchange, described, context).map((found) => ({
      ...found,
      exchange: exchange.id,
    }));
  };
  return answersTogether(requirement, {
    where: describedVersion(filter),
    send: (context) =>
      operationOf(context).protected
        ? { ordinary: ordinary(context), keyless: missingKey(context) }
        : { ordinary: ping(context) },
    // Of many exchanges, only those that show something are named by the result.
    others: (exchange, context) => judgeOne(exchange, context).length > 0,
    // In every style.
    othersAt: ({ cell }) => [{ ...cell, auth: null }],
    expect: (exchanges, context) => {
      const { surface } = context.cell;
      if (context.target.described(surface) === null)
        blocked("there is no description to compare it with");
      if (!describedPath(context)?.get) return notDescribed;
      const { source = "" } = context.target.description(surface) ?? {};
      const found = Object.values(exchanges).flatMap((one) => judgeOne(one, context));
      const key = ({ path, expected }: Found) => JSON.stringify([path, expected]);
      // The first exchange that shows it is enough.
      const first = new Map(found.toReversed().map((one) => [key(one), one]));
      return found
        .filter((one) => first.get(key(one)) === one)
        .map((one) => ({ ...one, path: `${source}#${one.path}` }));
    },
  });
}

/** More statuses and media types are not shown. */
const mostShown = 10;

/**
 * The status and the media type of a response, if the description lists others. One that lists neither 400 nor 401 says
 * nothing about refusals.
 */
function compareResponse(
  { answer, spec }: Exchange,
  { responses, responsesPointer }: DescribedOperation,
  context: CheckContext,
): readonly Found[] {
  if (answer === null || spec.negotiation !== undefined) return [];
  const { status } = answer;
  const isPing = !operationOf(context).protected;
  if (status !== 200 && (isPing || (status !== 400 && status !== 401))) return [];
  const named = [String(status), `${String(status)[0]}XX`, "DEFAULT"];
  const described = named.map((name) => responses.get(name)).find((one) => one !== undefined);
  if (described === undefined) {
    const isSilent = ![...responses.keys()].some((name) =>
      status === 200 ? /^2/.test(name) : /^40[01]$/.test(name),
    );
    if (isSilent) return [];
    const expected = `status ${status}, which the server sent`;
    const actual = [...responses.keys()].slice(0, mostShown).join(", ");
    return [{ path: responsesPointer, expected, actual }];
  }
  const { media, pointer } = described;
  const isJson = /^application\/json\s*(;|$)/i.test(answer.headers["content-type"] ?? "");
  if (!isJson || media.length === 0 || media.some((one) => /json|^(\*|application)\/\*/i.test(one)))
    return [];
  const expected = `application/json, which the server sent with status ${status}`;
  return [{ path: pointer, expected, actual: media.slice(0, mostShown).join(", ") }];
}

/** What the description demands of a request that was served without it, and what it allows that was refused. */
function compareRequest(
  exchange: Exchange,
  described: DescribedOperation,
  context: CheckContext,
): readonly Found[] {
  const { spec, answer } = exchange;
  const { security } = described;
  const { pointer, ways } = security;
  const style = styleSent(spec);
  if (style === null) {
    const isOpen = answer?.status === 401 && ways.some((way) => way.length === 0);
    const expected = "a key in every alternative, since a request without one was refused";
    return isOpen ? [{ path: pointer, expected, actual: waysInWords(security) }] : [];
  }
  if (answer?.status !== 200 || !carriesOwnKeyAsListed(spec.credential)) return [];
  const found: Found[] = [...compareParameters(exchange, described, context)];
  if (demandsMore(security, style)) {
    const expected = `the key as ${style} alone, with which a request was served`;
    found.push({ path: pointer, expected, actual: waysInWords(security) });
  }
  // A gateway that has a description of its own may have a key of its own.
  const foreign = context.target.isFound(context.cell.surface) ? [] : foreignKeyHeaders(security);
  for (const header of new Set(foreign)) {
    const expected = "a key only in api-key, x-api-key or Authorization, which are accepted";
    found.push({ path: pointer, expected, actual: `the header ${header}` });
  }
  return found;
}

function compareParameters(
  exchange: Exchange,
  { parameters }: DescribedOperation,
  context: CheckContext,
): readonly Found[] {
  const { query } = exchange.spec;
  const known = namesKnown(context);
  const meanings = meaningsOf(context);
  const inQuery = inQueryOf(parameters, context);
  const judged = (name: string) => !isJudgedElsewhere(name, context);
  // A required parameter may be the location under another name, which has a requirement of its own too.
  const isRenamed =
    context.cell.endpoint === "/geolocation" && inQuery.every(({ name }) => name !== "location");
  const missing = (isRenamed ? [] : inQuery)
    .filter(({ name, required, schema }) => {
      // The members of an object are sent under names of their own.
      const isSent = sends({ query }, name) || schema.type === "object";
      return required && judged(name) && !isSent;
    })
    .map(({ name, pointer }) => {
      const expected = `optional, since a request without ${name} was served`;
      return { path: pointer, expected, actual: "required" };
    });
  const elsewhere = query.flatMap(([name]): readonly Found[] => {
    if (!known.has(name) || !judged(name)) return [];
    const first = parameters.find((one) => one.name === name);
    const isInQuery = parameters.some((one) => one.name === name && one.in === "query");
    if (first === undefined || isInQuery) return [];
    return [{ path: first.pointer, expected: `${name} in the query`, actual: `in ${first.in}` }];
  });
  const forbidden = query.flatMap(([name, value]): readonly Found[] => {
    const one = inQuery.find((parameter) => parameter.name === name);
    if (one === undefined || !hasResults(exchange, context)) return [];
    const forms = formsOf(meanings.get(name), value, context);
    if (forms.length === 0 || forms.some((form) => allowsText(one, form))) return [];
    const expected = `every value of ${name} that found something`;
    return [
      { path: one.pointer, expected, actual: `${value} is not allowed: ${constraintWords(one)}` },
    ];
  });
  return [...missing, ...elsewhere, ...forbidden];
}

/** The query parameters of one operation that are compared; the service has about ten. */
const mostParameters = 100;

const ofVersion = new WeakMap<readonly DescribedParameter[], readonly DescribedParameter[]>();

/** The query parameters that belong to the compared version. */
function inQueryOf(
  parameters: readonly DescribedParameter[],
  context: CheckContext,
): readonly DescribedParameter[] {
  const { cell, contracts } = context;
  const { version } = operationOf(context);
  const versions = contracts.versions(cell.surface);
  const isIncluded = (one: DescribedParameter) =>
    one.in === "query" && isOfVersion(one, version, versions);
  // There may be many with long texts, and many exchanges. A description is compared at one version only.
  const known = ofVersion.get(parameters) ?? parameters.filter(isIncluded).slice(0, mostParameters);
  ofVersion.set(parameters, known);
  return known;
}

/** Where and whether these are sent is judged by requirements of their own. */
function isJudgedElsewhere(name: string, { cell }: CheckContext): boolean {
  return cell.endpoint === "/geolocation" && ["location", "country", "language"].includes(name);
}

const roles = ["domain", "from", "to", "topic", "subtopic"];
const publisherRoles = ["query", "category", "country", "language"];

/** The meanings of the parameters of the cell whose documented values are known, by name. */
function meaningsOf(context: CheckContext): ReadonlyMap<string, string> {
  const { endpoint } = context.cell;
  return new Map([
    ...namesOfRoles(context, endpoint === "/search/publishers" ? publisherRoles : roles),
    ...operationOf(context).parameters.map(
      (name) => [name, name === "q" ? "query" : name] as const,
    ),
  ]);
}

/** Values that the specification documents, as far as any service can be expected to have them. */
const documented: ReadonlyMap<string, RegExp> = new Map([
  ["query", /^[a-z]{4,20}( [a-z]{4,20})?$/i],
  ["location", /^[a-z]{4,20}( [a-z]{4,20})?$/i],
  ["category", /^[a-z]{4,20}$/i],
  ["country", /^[a-z]{2}$/],
  ["language", /^[a-z]{2}$/],
  ["domain", /^([a-z0-9-]+\.)+[a-z]{2,}$/],
  ["from", /^\d{4}-\d\d-\d\d$/],
  ["to", /^\d{4}-\d\d-\d\d$/],
  ["topic", /^([A-Z]{3,}|CAAq[\w-]+)$/],
  ["subtopic", /^CAAq[\w-]+$/],
]);

/**
 * The forms of a value of which the description has to allow one; none if the value is not one that the specification
 * documents. Only at `/search` does it show codes in lower case.
 */
function formsOf(
  meaning: string | undefined,
  value: string,
  { cell }: CheckContext,
): readonly string[] {
  if (meaning === undefined || documented.get(meaning)?.test(value) !== true) return [];
  const isCode = meaning === "country" || meaning === "language";
  if (meaning !== "category" && (!isCode || cell.endpoint === "/search")) return [value];
  return [value, value.toLowerCase(), value.toUpperCase()];
}

/** Whether something was found: a server may find nothing for values that it does not know. */
function hasResults(exchange: Exchange, context: CheckContext): boolean {
  const { answer } = exchange;
  if (answer === null || !isSmall(exchange) || !answer.json.ok) return false;
  return itemsOf(answer.json.value, operationOf(context)).length > 0;
}

export const describedExchangeChecks: readonly TogetherCheck[] = [
  // should · Endpoints, "All endpoints are GET"; Aggregator GET /geolocation, "Error 400 and 401"
  // The description lists the statuses and the media type of the responses that the server sends.
  comparedExchanges("description.responses-listed", {}, compareResponse),
  // should · Authentication, item 4; Authentication, item 1; Aggregator GET /search, "Query
  // parameters"; Aggregator GET /topics, "Query parameters"; News GET /search/publishers, "Query
  // parameters"
  // The description allows the documented requests that the server serves, and demands a key where
  // it does.
  comparedExchanges("description.requests-allowed", { protected: true }, compareRequest),
];
