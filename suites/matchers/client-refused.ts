import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { carriesKey } from "../../harness/requests/request-spec.ts";
import { isRefusal } from "./answer.ts";

/** Refusals that are about what a client accepts or sends (RFC 9110, 15.5.7 and 15.5.16), or about its key. */
const ofTheClient: ReadonlySet<number> = new Set([401, 403, 406, 415]);

/**
 * Whether a client that does not name itself was refused: the specification does not define `User-Agent`, but HTTP expects
 * clients to send it (RFC 9110, 10.1.5).
 */
export function isRefusedWithoutName({ spec, answer }: Exchange): boolean {
  return spec.negotiation?.userAgent === null && answer !== null && isRefusal(answer.status);
}

/**
 * Whether the ordinary request of a client with other headers was refused for another reason than these or its key.
 * It may be refused because of something that was sent before or at the same time.
 */
export function isOrdinaryRefused({ spec, answer }: Exchange): boolean {
  if (spec.negotiation === undefined || !carriesKey(spec.credential, "own")) return false;
  return answer !== null && isRefusal(answer.status) && !ofTheClient.has(answer.status);
}
