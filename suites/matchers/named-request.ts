import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";

/** Findings about one of several requests of a check, with the parameters that distinguish it from the others. */
export function namingRequest(
  findings: readonly Found[],
  { id, spec }: Exchange,
): readonly Found[] {
  const sent = spec.query.map((pair) => pair.join("=")).join("&");
  return findings.map((found) => ({
    ...found,
    expected: `${found.expected} for ${sent === "" ? "the request without parameters" : sent}`,
    exchange: id,
  }));
}
