import { isDeepStrictEqual } from "node:util";
import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { member } from "./json.ts";
import { asksTheSame } from "./same-query.ts";

/** The metadata that identifies a response. */
export interface AnswerStamp {
  readonly id: string;
  readonly timestamp: string;
}

/** The identifier and the time of a success response; null if either is missing, or for other responses. */
export function metadataOf(exchange: Exchange): AnswerStamp | null {
  return exchange.answer?.status === 200 ? stampOf(exchange) : null;
}

/** The identifier and the time of any response, such as a refusal; null if either is missing. */
export function stampOf({ answer }: Exchange): AnswerStamp | null {
  if (!answer?.json.ok) return null;
  const metadata = member(answer.json.value, "metadata");
  const [id, timestamp] = [member(metadata, "id"), member(metadata, "timestamp")];
  return typeof id === "string" && typeof timestamp === "string" ? { id, timestamp } : null;
}

/**
 * Whether two success responses may be the same one from a cache: one identifier and one time, and requests that are equal
 * but for letter case and surrounding white space.
 */
export function mayBeCopies(first: Exchange, second: Exchange, contracts: Catalogue): boolean {
  const [one, two] = [first, second].map(metadataOf);
  return (
    isDeepStrictEqual(one, two) &&
    one !== null &&
    asksTheSame(folded(first.spec), folded(second.spec), contracts)
  );
}

function folded(spec: RequestSpec): RequestSpec {
  const query = spec.query.map(([name, value]) => [name, value.trim().toLowerCase()] as const);
  return { ...spec, query };
}
