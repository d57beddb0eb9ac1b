import { curlLine } from "../../harness/exchanges/curl.ts";
import { describeRequest } from "../../harness/requests/request.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Configuration, SurfaceConfiguration } from "../../harness/settings/types.ts";
import type { Report, ReportExchange } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { isEndedFromOutside } from "../end-reasons.ts";
import { responseProblem } from "./compare-responses.ts";
import { redactionsOf } from "./redaction-of.ts";

/** Clocks may be adjusted during a run, but not by this much. */
const slack = 5 * 60_000;

/** A report, and the requests that judging it again asked for. */
export interface AskedAgain {
  readonly report: Report;
  readonly configuration: Pick<ReportConfiguration, "surfaces" | "network">;
  /** The requests of a run with this configuration, by the id of their exchange. */
  readonly specs: ReadonlyMap<string, RequestSpec>;
  /** Ids of the requests that are known before any response. */
  readonly planned: ReadonlySet<string>;
  readonly surfaces: Configuration["surfaces"];
  /** false if some result can't be determined; then the follow-ups of the run are unknown too. */
  readonly isComplete: boolean;
}

export interface ComparedExchanges {
  /** Differences that no response can explain. */
  readonly definite: readonly string[];
  readonly differences: readonly string[];
  /** Follow-ups of a response that the recording does not contain in full. */
  readonly untold: readonly string[];
}

/**
 * Finds exchanges of a report that are missing, that a run with this configuration does not make, whose request differs
 * from their id, whose response no run records, or that are from another time. Pure.
 */
export function compareExchanges(asked: AskedAgain): ComparedExchanges {
  const { report, configuration, specs, surfaces, isComplete } = asked;
  const definite: string[] = [];
  const unmade: string[] = [];
  const differences: string[] = [];
  const { headers } = configuration.network;
  const { isRequest, isCommand } = redactionsOf(configuration);
  const describe = (spec: RequestSpec, surface: SurfaceConfiguration) =>
    describeRequest(spec, surface, headers);
  for (const [id, exchange] of Object.entries(report.exchanges)) {
    const spec = specs.get(id);
    const surface = surfaces[spec?.surface ?? exchange.surface];
    if (surface === undefined) {
      definite.push(`exchange ${id}: its surface was not tested`);
      continue;
    }
    if (spec === undefined) {
      unmade.push(`exchange ${id}: a run with this configuration does not make it`);
    } else if (!isOfCell(exchange, spec) || !isRequest(exchange.request, describe(spec, surface))) {
      definite.push(`exchange ${id}: its request does not match its id`);
    } else if (!isCommand(exchange.curl, curlLine(spec, surface, headers))) {
      // Readers paste it into a shell.
      definite.push(`exchange ${id}: its curl command does not match its request`);
    }
    const problem = responseProblem(exchange);
    if (problem !== null) {
      definite.push(`exchange ${id}: no run records such a response: ${problem}`);
    }
    if (!isOfTheRun(exchange, report)) {
      differences.push(`exchange ${id}: its time is outside the run`);
    }
  }
  const missing = missingExchanges(asked);
  return {
    definite,
    differences: [
      ...differences,
      ...missing.planned,
      ...(isComplete ? [...unmade, ...missing.others] : []),
    ],
    untold: isComplete ? [] : [...unmade, ...missing.others],
  };
}

/** A run records every request that it asks for, including those that are not sent in the end. */
function missingExchanges({ report, specs, planned }: AskedAgain) {
  const lines = { planned: [] as string[], others: [] as string[] };
  if (isEndedFromOutside(report.ended)) return lines;
  for (const [id, { method = "GET", endpoint, version }] of specs) {
    if (report.exchanges[id] !== undefined) continue;
    const where = planned.has(id) ? lines.planned : lines.others;
    where.push(
      `exchange ${id}: missing, although a run with this configuration makes it (${method} ${endpoint}, ${version})`,
    );
  }
  return lines;
}

function isOfCell({ surface, endpoint, version }: ReportExchange, spec: RequestSpec): boolean {
  return surface === spec.surface && endpoint === spec.endpoint && version === spec.version;
}

function isOfTheRun({ startedAt, durationMs, attempts }: ReportExchange, report: Report): boolean {
  if (attempts === 0) return true;
  const begun = Date.parse(report.startedAt);
  const sent = Date.parse(startedAt);
  return sent >= begun - slack && sent + durationMs <= begun + report.durationMs + slack;
}
