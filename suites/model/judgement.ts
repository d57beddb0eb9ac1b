import { unavailable } from "../../contracts/unavailable.ts";
import type { Finding, Remedy } from "../../contracts/vocabulary.ts";
import { BodyGone, type Exchange } from "../../harness/exchanges/exchange.ts";
import { type Found, Inconclusive, type Judgement } from "./check.ts";
import { longerTimeout, slowerPace } from "./remedies.ts";

/** The outcome of judging one or several exchanges, before it becomes a result. */
export interface Judged {
  readonly outcome: "pass" | "broken" | "skip" | "blocked";
  readonly message: string;
  /** The first ones. */
  readonly findings: readonly Finding[];
  /** The number of further findings, for which a result has no room; absent if there are none. */
  readonly moreFindings?: number;
  /** The settings that would let it be judged; absent if none would help. */
  readonly remedy?: Remedy | null;
}

/** The findings of one result that are kept; its message counts all. */
export const mostFindings = 100;

/**
 * A judgement with no more findings than there is room for, but with one at least, which names its exchange. A check
 * of a list has thousands, and they are held until the last response that it waits for.
 */
export function withinRoom(judged: Judged, room: number): Judged {
  const { findings, moreFindings = 0 } = judged;
  const kept = Math.max(1, room);
  if (findings.length <= kept) return judged;
  return {
    ...judged,
    findings: findings.slice(0, kept),
    moreFindings: moreFindings + findings.length - kept,
  };
}

export function fromInconclusive({ outcome, message, remedy }: Inconclusive): Judged {
  return { outcome, message, remedy, findings: [] };
}

export function blockedBecause(message: string, remedy: Remedy | null = null): Judged {
  return { outcome: "blocked", message, remedy, findings: [] };
}

/** Why an exchange has no response to judge; null if it has one. */
export function unanswered(exchange: Exchange): Judged | null {
  const { answer, failure } = exchange;
  if (answer === null) {
    const { method = "GET" } = exchange.spec;
    if (method !== "GET" && failure?.kind === "reset") {
      // Skipped, not blocked: other requests may still show what this one does not.
      const message = `${failure.message} to ${method}, which shows nothing: gateways silently drop methods other than GET`;
      return { outcome: "skip", message, findings: [] };
    }
    const remedy = failure?.kind === "timeout" ? longerTimeout : null;
    return blockedBecause(failure?.message ?? "no response", remedy);
  }
  const { status } = answer;
  if (!unavailable.has(status)) return null;
  const remedy = status === 429 ? slowerPace : null;
  return blockedBecause(`answered with ${status} after all retries`, remedy);
}

/** One object for all passes: a run has tens of thousands. */
const passed: Judged = { outcome: "pass", message: "", findings: [] };

/** Turns a check's findings about an exchange into an outcome; only `Inconclusive` is caught. */
export function judgedBy(run: () => Judgement, exchange: string | null): Judged {
  try {
    const judgement = run();
    if ("notOwed" in judgement) {
      return { outcome: "pass", message: judgement.notOwed, findings: [] };
    }
    if (judgement.length === 0) return passed;
    const findings = judgement.map((found) => ({ ...found, exchange: found.exchange ?? exchange }));
    return withinRoom({ outcome: "broken", message: summary(findings), findings }, mostFindings);
  } catch (error) {
    if (error instanceof BodyGone) return blockedBecause(error.message);
    if (!(error instanceof Inconclusive)) throw error;
    return fromInconclusive(error);
  }
}

/**
 * One bad exchange breaks the requirement. Otherwise one without a response leaves it open. Otherwise one
 * good exchange is enough, even if others had nothing to judge.
 */
export function combined(judged: readonly Judged[]): Judged {
  const broken = judged.filter((one) => one.outcome === "broken");
  if (broken.length > 0) {
    const findings = broken.flatMap((one) => one.findings);
    const moreFindings = broken.reduce((sum, one) => sum + (one.moreFindings ?? 0), 0);
    return { outcome: "broken", message: summary(findings, moreFindings), findings, moreFindings };
  }
  const rest =
    judged.find((one) => one.outcome === "blocked") ??
    judged.find((one) => one.outcome === "pass") ??
    judged[0];
  return rest ?? { outcome: "skip", message: "nothing to send here", findings: [] };
}

/** @param others the number of findings that are not among these */
export function summary(findings: readonly Omit<Found, "exchange">[], others = 0): string {
  const [first, ...rest] = findings;
  if (first === undefined) return "";
  const count = rest.length + others;
  const more = count === 0 ? "" : ` (and ${count} more)`;
  return `${first.path || "body"}: expected ${first.expected}, got ${first.actual}${more}`;
}
