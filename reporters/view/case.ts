import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import { cellText } from "../model/cell-text.ts";
import { byCell, byCheck } from "../model/order.ts";
import type { Report, ReportExchange, ReportExchanges, ReportResult } from "../model/report.ts";
import { reasonText } from "../text/remedy-text.ts";
import { shortLine } from "../text/short-line.ts";
import { blockedCard, isBlocked } from "./blocked-cards.ts";
import { followersIn } from "./broken-cards.ts";
import { brokenCard, type FailureCard } from "./card.ts";
import { serverWords } from "./card-parts.ts";
import { circumstancesText } from "./circumstances-text.ts";
import { neighbourOf } from "./neighbour.ts";
import { refusalReason } from "./refusal-reason.ts";
import type { CardSource } from "./rerun.ts";

/** One check in one cell as the formats of other tools want it: a test case with a name and a time. */
export interface TestCase {
  readonly result: ReportResult;
  /** Endpoint and version: `aggregator GET /topics @ 2024-01-01`. */
  readonly suite: string;
  /**
   * Requirement and cell: `auth.missing-key-refused [aggregator /topics 2024-01-01 bearer]`. Unique in
   * a run and the same in every run, so that histories hold together; GitLab and annotations show it
   * without its suite, so it says where.
   */
  readonly name: string;
  /**
   * Whole milliseconds, of the exchanges that no earlier case has judged: an exchange that is shared
   * was sent once, and so the sum over all cases is the time that the server took.
   */
  readonly milliseconds: number;
  /** How often those exchanges were sent again, after a throttling or a connection that was lost. */
  readonly retries: number;
  /** One line, safe to print; empty for a pass. It names the broken requirement that this follows from. */
  readonly message: string;
}

/** Characters of a cause in the message of its consequences. */
const longestCause = 240;

/** Several files have them. */
const known = new WeakMap<Report, readonly TestCase[]>();

/** Every result as a test case, suite by suite in the order of the report. */
export function testCases(report: Report, register: Register): readonly TestCase[] {
  const cases = known.get(report) ?? makeCases(report, register);
  known.set(report, cases);
  return cases;
}

function makeCases(report: Report, register: Register): readonly TestCase[] {
  const compareCells = byCell(report.endpoints);
  const compareChecks = byCheck(register, report.endpoints);
  const followers = followersIn(report);
  const judged = new Set<string>();
  const byRequirement = group(report.results.filter(isBroken), ({ requirement }) => requirement);
  // A viewer shows the case of a consequence before that of its cause.
  const causeOf = (requirement: string): string => {
    const [first] = byRequirement.get(requirement) ?? [];
    return first === undefined ? "" : shortLine(saidOf(first, report.exchanges), longestCause);
  };
  const placed = report.results.map((result) => ({ result, place: { ...result, auth: null } }));
  placed.sort((a, b) => compareCells(a.place, b.place) || compareChecks(a.result, b.result));
  const cases = placed.map(({ result }): TestCase => {
    const { surface, endpoint, version, auth, requirement } = result;
    const message = caseMessage(result, report.exchanges);
    const leader = isBroken(result) ? followers.get(requirement) : undefined;
    const first = [...new Set(result.exchanges)].filter((id) => !judged.has(id));
    for (const id of first) judged.add(id);
    const exchanges = first.flatMap((id) => report.exchanges[id] ?? []);
    const cell = [surface, endpoint, version, ...(auth === null ? [] : [auth])].join(" ");
    return {
      result,
      suite: `${surface} GET ${endpoint} @ ${version}`,
      name: `${requirement} [${cell}]`,
      milliseconds: Math.round(exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)),
      retries: exchanges.reduce((sum, { attempts }) => sum + attempts - 1, 0),
      message:
        leader === undefined ? message : `${message}; same cause as ${leader} (${causeOf(leader)})`,
    };
  });
  return numberEqualNames(cases);
}

/**
 * The result of a check in one line that is safe to print: what was expected, what was received, what the server says
 * about it, and where. Empty for a pass.
 */
export function caseMessage(result: ReportResult, exchanges: ReportExchanges): string {
  const { status, level, red, known, reason } = result;
  const said = saidOf(result, exchanges);
  if (known) return `known from the baseline (${level}): ${said}`;
  if (status === "warn" && !red) return `warning (${level}): ${said}`;
  if (status === "waived" || status === "excluded") {
    return `${status}: ${shortLine(reason ?? "")}${said === "" ? "" : ` (${said})`}`;
  }
  if (status === "skip" || status === "blocked") {
    return `${status === "skip" ? "skipped" : status}: ${shortLine(reasonText(result))}`;
  }
  return said;
}

/** What the check says; of what is broken with the place, since a viewer may show nothing but this line. */
function saidOf(result: ReportResult, exchanges: ReportExchanges): string {
  const said = shortLine(result.message);
  if (!isBroken(result) || said === "") return said;
  const [finding] = result.findings;
  const exchange = exchanges[finding?.exchange ?? ""];
  const why = refusalReason(finding, exchange);
  const how = circumstancesOf(result, exchanges);
  return `${said}${serverWords(why)}${how}; ${cellText(result, exchange?.request.method)}`;
}

function circumstancesOf(result: ReportResult, exchanges: ReportExchanges): string {
  const [finding] = result.findings;
  const exchange = exchanges[finding?.exchange ?? ""];
  if (finding === undefined || exchange === undefined) return "";
  const neighbour = neighbourOf(result, finding.exchange ?? "", { exchanges });
  return circumstancesText(
    askedOf(exchange),
    neighbour && { ...neighbour, sent: askedOf(neighbour.exchange) },
    finding.path,
    finding.expected,
  );
}

function askedOf({ request: { url, headers }, response }: ReportExchange) {
  return { url, headers: Object.entries(headers), status: response?.status ?? null };
}

function isBroken({ red, status }: ReportResult): boolean {
  return red || status === "warn";
}

/** Two cases with one name would be one case to a viewer. */
function numberEqualNames(cases: readonly TestCase[]): readonly TestCase[] {
  return [...group(cases, ({ name }) => name).values()].flatMap((same) =>
    same.map((one, index) => (index === 0 ? one : { ...one, name: `${one.name} (${index + 1})` })),
  );
}

/**
 * The card of one check; null if it passed, was skipped or waived, or where a problem of the run says
 * what blocked it.
 */
export function caseCard(
  result: ReportResult,
  source: CardSource & Pick<Report, "problems">,
  register: Register,
): FailureCard | null {
  if (isBroken(result)) return brokenCard([result], source, register);
  return isBlocked(result, source) ? blockedCard([result], source, register) : null;
}
