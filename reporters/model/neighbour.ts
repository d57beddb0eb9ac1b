import type { ReportExchange, ReportResult } from "./report.ts";
import type { CardSource } from "./rerun.ts";

/** How an exchange lies to the one that is shown. */
export type NeighbourOrder = "before" | "meanwhile" | "after";

/** The exchange beside which a finding shows. */
export interface Neighbour {
  readonly id: string;
  readonly order: NeighbourOrder;
  /** Whether the response that is wrong is that of the neighbour, as a cache gives it. */
  readonly isCopied: boolean;
  readonly exchange: ReportExchange;
}

/** The neighbour that the findings about an exchange name; null where they name none that is in the report. */
export function neighbourOf(
  { findings }: ReportResult,
  shownId: string,
  { exchanges }: Pick<CardSource, "exchanges">,
): Neighbour | null {
  const id = findings.find((one) => one.exchange === shownId && one.beside !== undefined)?.beside;
  const own = exchanges[shownId];
  const exchange = id === undefined ? undefined : exchanges[id];
  if (id === undefined || own === undefined || exchange === undefined) return null;
  return { id, order: orderOf(exchange, own), isCopied: isCopied(own, exchange), exchange };
}

/** Whether two responses are one: metadata has an identifier and a time of its own in each. */
function isCopied({ response: own }: ReportExchange, { response: other }: ReportExchange): boolean {
  if (own === null || other === null || own.redacted || other.redacted) return false;
  return own.body === other.body && /"metadata"\s*:/.test(own.body);
}

function orderOf(neighbour: ReportExchange, own: ReportExchange): NeighbourOrder {
  const [from, to] = spanOf(neighbour);
  const [sent, received] = spanOf(own);
  if (to <= sent) return "before";
  return from >= received ? "after" : "meanwhile";
}

/** From when until when it was under way, in epoch milliseconds. */
function spanOf({ startedAt, durationMs }: ReportExchange): readonly [number, number] {
  const from = Date.parse(startedAt);
  return [from, from + durationMs];
}
