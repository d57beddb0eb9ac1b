import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { member } from "./json.ts";

/** What tells one answer from another. */
export interface AnswerStamp {
  readonly id: string;
  readonly timestamp: string;
}

/** The identifier and the time of a success answer; null where it lacks one, or is none. */
export function metadataOf({ answer }: Exchange): AnswerStamp | null {
  if (answer?.status !== 200 || !answer.json.ok) return null;
  const metadata = member(answer.json.value, "metadata");
  const [id, timestamp] = [member(metadata, "id"), member(metadata, "timestamp")];
  return typeof id === "string" && typeof timestamp === "string" ? { id, timestamp } : null;
}
