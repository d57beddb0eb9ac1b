import type { Configuration } from "../../harness/configuration/types.ts";
import { escapeRegExp } from "../../harness/escape-regexp.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { describeRequest } from "../../harness/http/request.ts";
import { canonicalJson } from "../../reporters/model/digest.ts";
import type { Report, ReportExchange } from "../../reporters/model/report.ts";

/** Clocks are set while a run goes on; a date is not moved by that. */
const slack = 5 * 60_000;

export interface ComparedExchanges {
  readonly differences: readonly string[];
  /** Exchanges that follow from an answer of which the recording does not hold everything. */
  readonly untold: readonly string[];
}

/**
 * What is wrong with the exchanges of a report themselves: one that no such run makes, one that asked
 * something else than its id says, one from another time. Pure.
 *
 * @param specs the requests that such a run makes, by the id of their exchange
 * @param complete false where some result can't be told: what the run asked next can't either
 */
export function compareExchanges(
  report: Report,
  specs: ReadonlyMap<string, RequestSpec>,
  surfaces: Configuration["surfaces"],
  complete: boolean,
): ComparedExchanges {
  const differences: string[] = [];
  const untold: string[] = [];
  const headers = report.configuration?.network.headers ?? [];
  for (const [id, exchange] of Object.entries(report.exchanges)) {
    const spec = specs.get(id);
    const surface = surfaces[spec?.surface ?? exchange.surface];
    if (surface === undefined) {
      differences.push(`exchange ${id}: its surface was not tested`);
      continue;
    }
    if (spec === undefined) {
      const unmade = `exchange ${id}: such a run does not make it`;
      (complete ? differences : untold).push(unmade);
    } else if (!asksThat(exchange, spec, describeRequest(spec, surface, headers))) {
      differences.push(`exchange ${id}: its request is not what its id stands for`);
    }
    if (!isOfTheRun(exchange, report)) {
      differences.push(`exchange ${id}: it is from another time than the run`);
    }
  }
  return { differences, untold };
}

function asksThat(
  { surface, endpoint, version, request }: ReportExchange,
  spec: RequestSpec,
  wanted: ReturnType<typeof describeRequest>,
): boolean {
  const sameCell =
    surface === spec.surface && endpoint === spec.endpoint && version === spec.version;
  return sameCell && isRedactionOf(canonicalJson(request), canonicalJson(wanted));
}

/**
 * Whether a text is another one from which the values of headers may have been taken out. Such a value
 * can be an ordinary word that stands in the base URL as well.
 */
function isRedactionOf(recorded: string, wanted: string): boolean {
  if (recorded === wanted) return true;
  const parts = recorded.split(/\[redacted header [^\]]*\]/);
  if (parts.length === 1) return false;
  return new RegExp(`^${parts.map(escapeRegExp).join(".+")}$`, "s").test(wanted);
}

function isOfTheRun({ startedAt, durationMs, attempts }: ReportExchange, report: Report): boolean {
  if (attempts === 0) return true;
  const begun = Date.parse(report.startedAt);
  const sent = Date.parse(startedAt);
  return sent >= begun - slack && sent + durationMs <= begun + report.durationMs + slack;
}
