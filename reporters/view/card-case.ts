import { group } from "../../contracts/group.ts";
import type { Cell, FailureKind, Finding } from "../../contracts/vocabulary.ts";
import type { ReportExchange, ReportResult } from "../model/report.ts";
import { shortLine } from "../text/short-line.ts";
import { visibleLine } from "../text/visible.ts";
import { answerLines } from "./answer-lines.ts";
import { type BodyLine, neighbourhood } from "./body-lines.ts";
import { type Neighbour, neighbourOf } from "./neighbour.ts";
import { refusalReason } from "./refusal-reason.ts";
import type { CardSource } from "./rerun.ts";
import { sentParameterName, sentParameters } from "./sent-parameters.ts";
import { joined, symptomKey, symptomKind, symptomPlace, symptomText } from "./symptom.ts";

const mostFindings = 5;
const mostPointers = 3;
const mostMarked = 15;

/** Findings of one kind in one response. All text is safe to print. */
export interface CardFinding {
  /**
   * Pointers, with `*` for positions of which there are several; or `status`, `header:<name>`, `body`. At least one,
   * and more if the same was expected and received.
   */
  readonly paths: readonly string[];
  readonly expected: string;
  /** Of the first. */
  readonly actual: string;
  /** In how many places of the response. */
  readonly places: number;
}

export interface CardRequest {
  readonly method: string;
  readonly url: string;
  /** Without those that every HTTP client sends. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type CardAnswer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType: string | null;
      /** Those that findings point at, without the content type. */
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** The part of the body that the findings point at. */
      readonly body: readonly BodyLine[];
    }
  | { readonly kind: "failure"; readonly message: string }
  | null;

/** A request that was sent before the one that is shown, at the same time, or after it, with its response. */
export type CardNeighbour = Pick<Neighbour, "id" | "order" | "isCopied"> & {
  readonly sent: CardRequest;
  readonly received: CardAnswer;
  readonly curl: string | null;
};

/**
 * What was received instead of what is required, in some cells, with an exchange that shows it. All text is safe to
 * print.
 */
export interface CardCase {
  /** In a few words: `201`, or `/total absent`. */
  readonly came: string;
  readonly cells: readonly Cell[];
  /** One line from the check. */
  readonly message: string;
  /** What the server says of a status that is wrong; null if that is nothing. */
  readonly reason: string | null;
  /** Id of the exchange that is shown; null if there is none. */
  readonly exchange: string | null;
  readonly sent: CardRequest | null;
  readonly received: CardAnswer;
  /** Names of the parameters that the requests of all cells have: what only some have is not the cause. */
  readonly shared: ReadonlySet<string>;
  /** The exchange compared with which the one that is shown is wrong; null if it is wrong by itself. */
  readonly neighbour: CardNeighbour | null;
  readonly findings: readonly CardFinding[];
  /** The number of further kinds of findings. */
  readonly moreFindings: number;
  /** JSON pointers to what is wrong in the response that is shown. */
  readonly pointers: readonly string[];
  /** null without an exchange, and where the server is gone after the run: the built-in reference server. */
  readonly curl: string | null;
}

/** The findings of one result about one exchange. */
interface Evidence {
  readonly result: ReportResult;
  /** Empty if there is none. */
  readonly exchange: string;
  readonly findings: readonly Finding[];
}

/**
 * What was received instead, each kind once, that of most cells first: results that have a finding with the same
 * place and received value are of one kind. null if there are no results.
 */
export function casesOf(
  results: readonly ReportResult[],
  source: CardSource,
): readonly [CardCase, ...CardCase[]] | null {
  const kinds = byKind(results.flatMap((result) => evidenceOf(result, source)));
  const cases = kinds
    .map((same) => caseOf(same, source))
    .sort((a, b) => b.cells.length - a.cells.length);
  const [first, ...rest] = cases;
  return first === undefined ? null : [first, ...rest];
}

/** The case of results that have one cause, whatever was found: the first is shown, with an exchange. */
export function singleCase(
  [first, ...more]: readonly [ReportResult, ...ReportResult[]],
  exchange: string,
  source: CardSource,
): CardCase {
  const evidence = (result: ReportResult) => ({ result, exchange, findings: result.findings });
  return caseOf([evidence(first), ...more.map(evidence)], source);
}

function evidenceOf(result: ReportResult, source: CardSource): readonly Evidence[] {
  const last = result.exchanges.at(-1) ?? "";
  if (result.findings.length === 0) return [{ result, exchange: last, findings: [] }];
  // What is about several exchanges is shown with the first that a finding names.
  const named = result.findings.find(({ exchange }) => exchange !== null)?.exchange ?? last;
  return [...group(result.findings, ({ exchange }) => exchange ?? named)].map(
    ([exchange, findings]) => ({
      result,
      exchange: exchange in source.exchanges || exchange === "" ? exchange : last,
      findings,
    }),
  );
}

type Kind = readonly [Evidence, ...Evidence[]];

function byKind(all: readonly Evidence[]): readonly Kind[] {
  const joinedTo = new Map<string, string>();
  const rootOf = (key: string): string => {
    const other = joinedTo.get(key);
    return other === undefined ? key : rootOf(other);
  };
  const keysOf = ({ result, findings }: Evidence) =>
    findings.length === 0 ? [`said ${symptomKind(result.message)}`] : findings.map(symptomKey);
  for (const evidence of all) {
    const [first = "", ...others] = keysOf(evidence);
    for (const key of others) {
      const [one, other] = [rootOf(first), rootOf(key)];
      if (one !== other) joinedTo.set(other, one);
    }
  }
  return [...group(all, (one) => rootOf(keysOf(one)[0] ?? "")).values()].flatMap(
    ([first, ...more]): Kind[] => (first === undefined ? [] : [[first, ...more]]),
  );
}

/**
 * The first, but of generated requests the one with the shortest: the search for it ends at the cell that was
 * answered first, which need not come first here.
 */
function simplest([first, ...more]: Kind, { exchanges }: CardSource): Evidence {
  if (first.result.generated === undefined) return first;
  const length = ({ exchange }: Evidence) =>
    exchanges[exchange]?.request.url.length ?? Number.POSITIVE_INFINITY;
  return more.reduce((best, one) => (length(one) < length(best) ? one : best), first);
}

function caseOf(kind: Kind, source: CardSource): CardCase {
  const shown = simplest(kind, source);
  const exchange = source.exchanges[shown.exchange] ?? null;
  const neighbour = neighbourOf(shown.result, shown.exchange, source);
  const groups = [...group(shown.findings, findingKey).values()];
  const kinds = new Set(kind.flatMap(({ findings }) => findings.map(findingKey)));
  const folded = foldedFindings(groups);
  const copied = neighbour?.order === "before" && neighbour.isCopied ? ["/metadata/id"] : [];
  const pointers = [...groups.flatMap(pointersOf), ...copied].slice(0, mostMarked);
  return {
    came: cameText(shown),
    cells: [
      ...new Map(
        kind.map(({ result }) => [JSON.stringify(cellOf(result)), cellOf(result)]),
      ).values(),
    ],
    message: shortLine(shown.result.message),
    reason: refusalReason(shown.findings[0], exchange),
    exchange: exchange === null ? null : shown.exchange,
    sent: exchange === null ? null : sentOf(exchange),
    received: exchange === null ? null : receivedOf(exchange, pointers, headersIn(shown.findings)),
    shared: sharedParameters(kind, source),
    neighbour: neighbour === null ? null : cardNeighbour(neighbour, pointers, source),
    findings: folded.slice(0, mostFindings),
    moreFindings: Math.max(folded.length - mostFindings, 0) + kinds.size - groups.length,
    pointers,
    curl: exchange === null ? null : curlOf(exchange, source),
  };
}

/** The names of the headers that findings point at. */
function headersIn(findings: readonly Finding[]): readonly string[] {
  const names = findings.flatMap(({ path }) => /^header:(.+)$/.exec(path)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== "content-type").slice(0, mostPointers);
}

function sharedParameters(kind: Kind, { exchanges }: CardSource): ReadonlySet<string> {
  const namesOf = ({ exchange }: Evidence) =>
    sentParameters(exchanges[exchange]?.request.url ?? "").map(sentParameterName);
  const [first, ...more] = kind.map((one) => new Set(namesOf(one)));
  return new Set([...(first ?? [])].filter((name) => more.every((names) => names.has(name))));
}

function cellOf({ surface, endpoint, version, auth }: ReportResult): Cell {
  return { surface, endpoint, version, auth };
}

/** Equal for findings that are shown as one: at one place of several items, or of several members alike. */
function findingKey(finding: Finding): string {
  return joined(symptomKey(finding), symptomKind(finding.expected));
}

/** Findings of one key each; the same expected and received value at several members is one. */
function foldedFindings(groups: readonly (readonly Finding[])[]): readonly CardFinding[] {
  const folded = groups.flatMap((same): readonly CardFinding[] => {
    const [first] = same;
    if (first === undefined) return [];
    const places = new Set(same.map(({ path }) => path)).size;
    return [
      {
        paths: [shortLine(places > 1 ? symptomPlace(first.path) : first.path)],
        expected: shortLine(first.expected),
        actual: shortLine(first.actual),
        places,
      },
    ];
  });
  return [...group(folded, ({ expected, actual }) => JSON.stringify([expected, actual]))].flatMap(
    ([, alike]) => {
      const [first] = alike;
      return first === undefined
        ? []
        : [
            {
              ...first,
              paths: alike.flatMap(({ paths }) => paths),
              places: alike.reduce((sum, { places }) => sum + places, 0),
            },
          ];
    },
  );
}

function pointersOf(same: readonly Finding[]): readonly string[] {
  const paths = same.map(({ path }) => path).filter((path) => path === "" || path.startsWith("/"));
  return [...new Set(paths)].slice(0, mostPointers);
}

function cameText({ result, findings }: Evidence): string {
  const [first, ...more] = new Map(findings.map((one) => [symptomKey(one), one])).values();
  if (first === undefined) return shortLine(result.message, 100);
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return shortLine(symptomText(first), 100) + rest;
}

function cardNeighbour(
  { id, order, isCopied, exchange }: Neighbour,
  pointers: readonly string[],
  source: CardSource,
): CardNeighbour {
  return {
    id,
    order,
    isCopied,
    sent: sentOf(exchange),
    received: unmarked(receivedOf(exchange, pointers)),
    curl: curlOf(exchange, source),
  };
}

/** What is right next to what is wrong: the same part, and nothing to point at. */
function unmarked(answer: CardAnswer): CardAnswer {
  if (answer?.kind !== "answer") return answer;
  const isMissing = (text: string) => text.endsWith(": is missing");
  return {
    ...answer,
    body: answer.body
      .filter(({ marked, text }) => !(marked && isMissing(text)))
      .map((line) => ({ ...line, marked: false })),
  };
}

function curlOf({ curl }: ReportExchange, { targetFlags }: CardSource): string | null {
  if (targetFlags.includes("--reference")) return null;
  return curl.split("\n").map(visibleLine).join("\n");
}

/** Headers that do not affect the meaning of the request. */
const omitted = new Set([
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connection",
  "host",
  "pragma",
  "sec-fetch-mode",
  "user-agent",
]);

function sentOf({ request }: ReportExchange): CardRequest {
  return {
    method: request.method,
    url: visibleLine(request.url),
    headers: Object.entries(request.headers)
      .filter(
        ([name, value]) =>
          !omitted.has(name.toLowerCase()) && !(name === "accept" && value === "application/json"),
      )
      .map(([name, value]) => [shortLine(name), shortLine(value)]),
  };
}

/** What happened to a request without a response. The message of one that was not sent says why. */
function failureText({ kind, message }: { kind: FailureKind; message: string }): string {
  if (kind === "not-sent") return message;
  return `${kind === "dropped" ? "dropped connection" : kind}: ${message}`;
}

function receivedOf(
  { response, failure }: ReportExchange,
  pointers: readonly string[],
  headers: readonly string[] = [],
): CardAnswer {
  if (response === null) {
    return failure === null ? null : { kind: "failure", message: shortLine(failureText(failure)) };
  }
  const contentType = response.headers["content-type"];
  return {
    kind: "answer",
    status: response.status,
    contentType: contentType === undefined ? null : shortLine(contentType),
    headers: headers.map((name) => {
      const value = response.headers[name];
      return [shortLine(name), value === undefined ? "is missing" : shortLine(value)] as const;
    }),
    body: answerLines(response, pointers, neighbourhood),
  };
}
