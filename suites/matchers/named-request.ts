import { quoteValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";

/** Findings about one of several requests of a check, with the parameters that distinguish it from the others. */
export function namingRequest(findings: readonly Found[], exchange: Exchange): readonly Found[] {
  return findings.map((found) => ({
    ...found,
    expected: `${found.expected} for ${sentText(exchange)}`,
    exchange: exchange.id,
  }));
}

/** The parameters of a request like those of a URL, but readable: a value may be the server's own. */
export function sentText({ spec }: Pick<Exchange, "spec">): string {
  const sent = spec.query
    .map(([name, value]) => `${name}=${quoteValue(value).slice(1, -1)}`)
    .join("&");
  return sent === "" ? "the request without parameters" : sent;
}
