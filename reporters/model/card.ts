import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Cell, FailureKind, Finding, Level, Status } from "../../contracts/vocabulary.ts";
import { readingText } from "../text/reading-text.ts";
import { shortLine } from "../text/short-line.ts";
import { visibleLine } from "../text/visible.ts";
import { excerpt } from "./excerpt.ts";
import { type Neighbour, neighbourOf } from "./neighbour.ts";
import type { ReportExchange, ReportResult } from "./report.ts";
import { type CardSource, rerunLine } from "./rerun.ts";

const mostFindings = 5;

/** Checks that could not be judged for one cause. All text is safe to print. */
export interface BlockedChecks {
  readonly checks: number;
  /** Ids, each once. */
  readonly requirements: readonly string[];
  /** Further messages for the same cause. */
  readonly reasons: readonly string[];
  /** What the user can set to resolve it; null if nothing would. */
  readonly remedy: string | null;
}

/**
 * Everything that a reader needs to fix one broken requirement, or to see why some checks could not be
 * judged. All text is safe to print.
 */
export interface FailureCard {
  readonly requirement: string;
  readonly level: Level;
  readonly status: Status;
  readonly statement: string;
  readonly clause: string;
  /** One line from the check. */
  readonly message: string;
  /** Where it is broken; the exchange that is shown is from one of them. */
  readonly cells: readonly Cell[];
  /** Id of the exchange that is shown; null if there is none. */
  readonly exchange: string | null;
  readonly sent: {
    readonly method: string;
    readonly url: string;
    /** Without those that every HTTP client sends. */
    readonly headers: readonly (readonly [name: string, value: string])[];
  } | null;
  readonly received:
    | {
        readonly kind: "answer";
        readonly status: number;
        readonly contentType: string | null;
        /** The part that the first finding points at; may have several lines. */
        readonly body: string;
      }
    | { readonly kind: "failure"; readonly message: string }
    | null;
  /** The exchange beside which the one that is shown is wrong; null where it is wrong by itself. */
  readonly neighbour: CardNeighbour | null;
  readonly findings: readonly Pick<Finding, "path" | "expected" | "actual">[];
  /** The number of further entries. */
  readonly moreFindings: number;
  readonly curl: string | null;
  readonly rerun: string;
  /** What it means to a client. */
  readonly impact: string;
  /** Where it is written how the clause is read; null if that needs no words. */
  readonly reading: string | null;
  /** null on the card of a broken requirement. */
  readonly blocked: BlockedChecks | null;
  /** A question that the reader should answer first; null if there is none. */
  readonly doubt: string | null;
  /** The origin of parameter names that the specification does not show, one line each. */
  readonly names: readonly string[];
}

/** A request that was sent before the one that is shown, at the same time, or after it, with its response. */
export type CardNeighbour = Pick<Neighbour, "id" | "order"> & {
  readonly sent: NonNullable<FailureCard["sent"]>;
  readonly received: FailureCard["received"];
  readonly curl: string;
};

/** One card for each requirement among the results, in their order. */
export function cardsOf(
  results: readonly ReportResult[],
  source: CardSource,
  register: Register,
): readonly FailureCard[] {
  return [...group(results, ({ requirement }) => requirement).values()].flatMap((same) => {
    const [first, ...more] = same;
    if (first === undefined) return [];
    return [cardOf(simplest(first, more, source), same, source, register)];
  });
}

/**
 * The first, but of generated requests the one with the shortest: the search for it ends at the cell that
 * was answered first, which need not come first here.
 */
function simplest(
  first: ReportResult,
  more: readonly ReportResult[],
  source: CardSource,
): ReportResult {
  if (first.generated === undefined) return first;
  const length = (result: ReportResult) =>
    source.exchanges[shownExchange(result, source)]?.request.url.length ?? Number.POSITIVE_INFINITY;
  return more.reduce((best, one) => (length(one) < length(best) ? one : best), first);
}

/** Id of the exchange that shows a result; empty if none does. */
export function shownExchange(result: ReportResult, { exchanges }: CardSource): string {
  const found = result.findings.find(({ exchange }) => exchange !== null)?.exchange;
  const last = result.exchanges.at(-1) ?? "";
  if (result.outcome !== "blocked") return found ?? last;
  // The one that kept it from being judged: without an answer, or else with no good one.
  const statusOf = (id: string) => exchanges[id]?.response?.status ?? 0;
  const isLacking = [
    (id: string) => statusOf(id) === 0,
    (id: string) => [429, 502, 503, 504].includes(statusOf(id)),
    (id: string) => statusOf(id) !== 200,
  ];
  for (const lacking of isLacking) {
    const id = result.exchanges.find((one) => one in exchanges && lacking(one));
    if (id !== undefined) return id;
  }
  return last;
}

/**
 * @param shown the result whose exchange and findings are shown
 * @param all every result of the same requirement that the card is about
 */
export function cardOf(
  shown: ReportResult,
  all: readonly ReportResult[],
  source: CardSource,
  register: Register,
): FailureCard {
  const requirement = register.get(shown.requirement);
  const shownId = shownExchange(shown, source);
  const exchange = source.exchanges[shownId] ?? null;
  const own = shown.findings.filter((finding) => (finding.exchange ?? shownId) === shownId);
  const neighbour = neighbourOf(shown, shownId, source);
  return {
    requirement: shown.requirement,
    level: shown.level,
    status: shown.status,
    statement: requirement?.statement ?? "",
    clause: requirement?.clause ?? "",
    message: shortLine(shown.message),
    cells: all.map(({ surface, endpoint, version, auth }) => ({
      surface,
      endpoint,
      version,
      auth,
    })),
    exchange: exchange === null ? null : shownId,
    sent: exchange === null ? null : sentOf(exchange),
    received: exchange === null ? null : receivedOf(exchange, own[0]?.path ?? null),
    neighbour: neighbour === null ? null : cardNeighbour(neighbour, own[0]?.path ?? null),
    findings: own.slice(0, mostFindings).map(({ path, expected, actual }) => ({
      path: shortLine(path),
      expected: shortLine(expected),
      actual: shortLine(actual),
    })),
    moreFindings: shown.findings.length - Math.min(own.length, mostFindings),
    curl: exchange === null ? null : curlOf(exchange),
    rerun: rerunLine(shown, source),
    impact: requirement?.impact ?? "",
    reading: readingText(requirement?.interpretation ?? null),
    blocked: null,
    doubt: doubtOf(shown),
    names: (shown.names ?? []).map(({ name, from }) =>
      shortLine(`parameter name: "${name}" (from ${from})`),
    ),
  };
}

function cardNeighbour({ id, order, exchange }: Neighbour, path: string | null): CardNeighbour {
  return {
    id,
    order,
    sent: sentOf(exchange),
    received: receivedOf(exchange, path),
    curl: curlOf(exchange),
  };
}

function curlOf({ curl }: ReportExchange): string {
  return curl.split("\n").map(visibleLine).join("\n");
}

/** Whether the server may know a parameter by another name: it echoes its parameters without this one. */
function doubtOf({ names = [] }: ReportResult): string | null {
  const missed = names.find((one) => one.missed);
  if (missed === undefined) return null;
  const { name, from, source } = missed;
  const origin =
    source === "configuration" ? `your configuration (${from})` : `the description at ${from}`;
  return shortLine(
    `is the name "${name}" correct? It comes from ${origin}, but the parameters that the server echoes do not contain it`,
  );
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

function sentOf({ request }: ReportExchange): NonNullable<FailureCard["sent"]> {
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
  path: string | null,
): FailureCard["received"] {
  if (response === null) {
    return failure === null ? null : { kind: "failure", message: shortLine(failureText(failure)) };
  }
  const pointer = path !== null && (path === "" || path.startsWith("/")) ? path : null;
  const contentType = response.headers["content-type"];
  return {
    kind: "answer",
    status: response.status,
    contentType: contentType === undefined ? null : shortLine(contentType),
    body: excerpt(response.body, pointer, response.truncated),
  };
}
