import type { Ask } from "../../harness/ask.ts";
import type { Configuration } from "../../harness/configuration/types.ts";
import { escapeRegExp } from "../../harness/escape-regexp.ts";
import { describeRequest } from "../../harness/request.ts";
import { canonicalJson } from "../../reporters/digest.ts";
import type { Report, ReportExchange } from "../../reporters/report.ts";

/** Clocks are set while a run goes on; a date is not moved by that. */
const slack = 5 * 60_000;

/**
 * What is wrong with the exchanges of a report themselves: one that no such run makes, one that asked
 * something else than its id says, one from another time. Pure.
 */
export function compareExchanges(
  report: Report,
  asks: ReadonlyMap<string, Ask>,
  surfaces: Configuration["surfaces"],
): readonly string[] {
  const headers = report.configuration?.network.headers ?? [];
  return Object.entries(report.exchanges).flatMap(([id, exchange]) => {
    const ask = asks.get(id);
    if (ask === undefined) return [`exchange ${id}: such a run does not make it`];
    const surface = surfaces[ask.surface];
    if (surface === undefined) return [`exchange ${id}: its surface was not tested`];
    const wanted = describeRequest(ask, surface, headers);
    return [
      ...(asksThat(exchange, ask, wanted)
        ? []
        : [`exchange ${id}: its request is not what its id stands for`]),
      ...(isOfTheRun(exchange, report)
        ? []
        : [`exchange ${id}: it is from another time than the run`]),
    ];
  });
}

function asksThat(
  { surface, endpoint, version, request }: ReportExchange,
  ask: Ask,
  wanted: ReturnType<typeof describeRequest>,
): boolean {
  const sameCell = surface === ask.surface && endpoint === ask.endpoint && version === ask.version;
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
