import type { ReportExchange, ReportResult } from "../model/report.ts";
import type { CardSource } from "./rerun.ts";

/**
 * How an exchange relates to the one that is shown: in time, where responses are mixed up; `compared` where the two
 * are only compared.
 */
export type NeighbourOrder = "before" | "meanwhile" | "after" | "compared";

/** The other exchange that a finding is about. */
export interface Neighbour {
  readonly id: string;
  readonly order: NeighbourOrder;
  /** Whether the response that is wrong is that of the neighbour, as from a cache; null if that is not known. */
  readonly isCopied: boolean | null;
  readonly exchange: ReportExchange;
}

/** The neighbour that the findings about an exchange name; null where they name none that is in the report. */
export function neighbourOf(
  { requirement, findings }: ReportResult,
  shownId: string,
  { exchanges }: Pick<CardSource, "exchanges">,
): Neighbour | null {
  const id = findings.find((one) => one.exchange === shownId && one.beside !== undefined)?.beside;
  const own = exchanges[shownId];
  const exchange = id === undefined ? undefined : exchanges[id];
  if (id === undefined || own === undefined || exchange === undefined) return null;
  const order = requirement.startsWith("consistency.") ? orderOf(exchange, own) : "compared";
  const ids = [own, exchange].map(({ response }) => metadataId(response?.body ?? ""));
  const isCopied = ids.includes(null) ? null : ids[0] === ids[1];
  return { id, order, isCopied, exchange };
}

/** The identifier that each response has of its own; null if it has none. */
function metadataId(body: string): string | null {
  return /"metadata"\s*:\s*\{[^{}]*"id"\s*:\s*("[^"]*")/.exec(body)?.[1] ?? null;
}

function orderOf(neighbour: ReportExchange, own: ReportExchange): NeighbourOrder {
  const [from, to] = spanOf(neighbour);
  const [sent, received] = spanOf(own);
  if (to <= sent) return "before";
  return from >= received ? "after" : "meanwhile";
}

/** When it began and ended, in epoch milliseconds. */
function spanOf({ startedAt, durationMs }: ReportExchange): readonly [number, number] {
  const from = Date.parse(startedAt);
  return [from, from + durationMs];
}
