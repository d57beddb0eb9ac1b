import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { member } from "./json.ts";

/** The metadata that identifies a response. */
export interface AnswerStamp {
  readonly id: string;
  readonly timestamp: string;
}

/** The identifier and the time of a success response; null if either is missing, or for other responses. */
export function metadataOf(exchange: Exchange): AnswerStamp | null {
  return exchange.answer?.status === 200 ? stampOf(exchange) : null;
}

/** The same of any response, such as a refusal. */
export function stampOf({ answer }: Exchange): AnswerStamp | null {
  if (!answer?.json.ok) return null;
  const metadata = member(answer.json.value, "metadata");
  const [id, timestamp] = [member(metadata, "id"), member(metadata, "timestamp")];
  return typeof id === "string" && typeof timestamp === "string" ? { id, timestamp } : null;
}
