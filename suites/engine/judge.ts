import type { CheckResult, Finding, Outcome, Remedy } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { brokenAnswer } from "../matchers/answer.ts";
import {
  type CheckContext,
  type DescriptionCheck,
  type EachCheck,
  type Found,
  Inconclusive,
  isAlternatives,
  type Judgement,
  type NamedExchanges,
  type RequestChoice,
  type RequestChoices,
  type TogetherCheck,
} from "./check.ts";
import { namesUsed } from "./names-used.ts";
import type { PlannedCheck } from "./planning.ts";
import { description, longerTimeout, slowerPace } from "./remedies.ts";
import { shortestOffender } from "./shrinking.ts";

/** What judging one or several exchanges came to, before it is a result. */
export interface Judged {
  readonly outcome: "pass" | "broken" | "skip" | "blocked";
  readonly message: string;
  readonly findings: readonly Finding[];
  /** What the user sets so that it can be judged; absent where nothing would help. */
  readonly remedy?: Remedy | null;
}

/**
 * Judges one check in one cell. Never rejects: what the server or the network does becomes an
 * outcome, and anything else that is thrown becomes `error`, which is a defect of ours.
 * @param redact takes every secret out of a text
 */
export async function judge(
  planned: PlannedCheck,
  source: ExchangeSource,
  redact: (text: string) => string = (text) => text,
): Promise<CheckResult> {
  const seen: Exchange[] = [];
  const finish = (judged: Judged | (Omit<Judged, "outcome"> & { readonly outcome: Outcome })) => {
    const { level } = planned.requirement;
    const broken = level === "must" ? "fail" : "warn";
    const outcome = judged.outcome === "broken" ? broken : judged.outcome;
    const shown = new Set(judged.findings.map(({ exchange }) => exchange));
    const names =
      judged.outcome === "broken"
        ? namesUsed(
            seen.filter(({ id }) => shown.has(id)),
            planned.context,
          )
        : [];
    return {
      ...resultOf(planned, { ...judged, outcome, exchanges: seen.map(({ id }) => id) }, redact),
      ...(names.length > 0 && { names }),
      ...(planned.check.generated && { generated: planned.context.target.robustness }),
    };
  };
  if (planned.inconclusive !== null) return finish({ ...planned.inconclusive, findings: [] });
  try {
    if (planned.precondition !== null) {
      const precondition = await fetchChoice(planned.precondition, source, "normal");
      seen.push(precondition);
      const missing = inconclusive(precondition);
      if (missing !== null) return finish(missing);
      const status = precondition.answer?.status ?? 0;
      if (status >= 400 && status < 500) {
        const reason = `refused with ${status}: this version is not owed here`;
        return finish({ outcome: "pass", message: reason, findings: [] });
      }
    }
    let { context } = planned;
    if (planned.control !== null) {
      const control = await fetchChoice(planned.control, source, "normal");
      seen.push(control);
      const missing = unanswered(control) ?? notServed(control);
      if (missing !== null) return finish(missing);
      context = { ...context, control };
    }
    const { check } = planned;
    return finish(
      check.kind === "each"
        ? await judgeEach(check, planned.choices, context, source, seen)
        : check.kind === "together"
          ? await judgeTogether(check, planned.choices, context, source, seen)
          : judgeDescription(check, context),
    );
  } catch (error) {
    if (error instanceof Inconclusive) return finish(notJudged(error));
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return finish({ outcome: "error", message: `defect of the suite: ${what}`, findings: [] });
  }
}

/** A check's outcome as it is written down, free of secrets. */
export function resultOf(
  { requirement, cell }: Pick<PlannedCheck, "requirement" | "cell">,
  judged: Pick<CheckResult, "outcome" | "message" | "exchanges"> &
    Pick<Judged, "findings" | "remedy">,
  redact: (text: string) => string,
): CheckResult {
  // An answer may hold the key that was sent. Trimmed last, since half a key is not recognised.
  const shown = (text: string, longest: number) => clip(redact(text), longest);
  const { remedy } = judged;
  return {
    ...cell,
    requirement: requirement.id,
    level: requirement.level,
    outcome: judged.outcome,
    message: shown(judged.message, 300),
    findings: judged.findings.map(({ path, expected, actual, exchange }) => ({
      path: shown(path, 200),
      expected: shown(expected, 200),
      actual: shown(actual, 100),
      exchange,
    })),
    exchanges: [...new Set(judged.exchanges)],
    ...(remedy && { remedy }),
  };
}

function clip(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function notJudged({ outcome, message, remedy }: Inconclusive): Judged {
  return { outcome, message, remedy, findings: [] };
}

function withoutAnswer(message: string, remedy: Remedy | null = null): Judged {
  return { outcome: "blocked", message, remedy, findings: [] };
}

/** Why a control request tells nothing about what is judged; null where it was served. */
function notServed({ answer }: Exchange): Judged | null {
  if (answer?.status !== 200) {
    return withoutAnswer(`the control request was answered with ${answer?.status}`);
  }
  if (answer.json.ok) return null;
  return withoutAnswer("the control request was answered with a body that is not JSON");
}

/** Sends the first alternative and, while one is refused, the next; the first stands if all are. */
export async function fetchChoice(
  need: RequestChoice,
  source: ExchangeSource,
  priority: "normal" | "follow-up",
): Promise<Exchange> {
  if (!isAlternatives(need)) return source.exchange(need, priority);
  const first = await source.exchange(need[0], priority);
  if (!isRefused(first)) return first;
  for (const spec of need.slice(1)) {
    const next = await source.exchange(spec, "follow-up");
    if (!isRefused(next)) return next;
  }
  return first;
}

function isRefused({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
}

/** Statuses that say "not now" rather than anything about the request. */
export const unavailable: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Why an exchange holds no answer that could be judged; null where it does. */
export function unanswered(exchange: Exchange): Judged | null {
  const { answer, failure } = exchange;
  if (answer === null) {
    const remedy = failure?.kind === "timeout" ? longerTimeout : null;
    return withoutAnswer(failure?.message ?? "no answer", remedy);
  }
  const { status } = answer;
  if (!unavailable.has(status)) return null;
  const remedy = status === 429 ? slowerPace : null;
  return withoutAnswer(`answered ${status} to the end of the retries`, remedy);
}

/**
 * Why an exchange shows nothing of the server; null where it does. A broken answer does: each check says
 * whether it breaks what it judges, and is blocked where it would need the answer itself.
 */
function inconclusive(exchange: Exchange): Judged | null {
  return brokenAnswer(exchange) === null ? unanswered(exchange) : null;
}

async function judgeEach(
  check: EachCheck,
  needs: RequestChoices,
  context: CheckContext,
  source: ExchangeSource,
  seen: Exchange[],
): Promise<Judged> {
  const exchanges = await Promise.all(
    Object.values(needs).map((need) => fetchChoice(need, source, "normal")),
  );
  const judgeOne = (exchange: Exchange): Judged => {
    const missing = inconclusive(exchange);
    if (missing !== null) return missing;
    return attempt(() => check.expect(exchange, context), exchange.id);
  };
  const { shorter } = check;
  const judged = await Promise.all(
    exchanges.map(async (exchange) => {
      seen.push(exchange);
      const first = judgeOne(exchange);
      if (first.outcome !== "broken" || shorter === undefined) return first;
      const offends = (candidate: Exchange) =>
        inconclusive(candidate) === null ? judgeOne(candidate).outcome === "broken" : null;
      const search = { requirement: check.requirement, offender: exchange.spec, shorter, offends };
      const shortest = await shortestOffender(search, source);
      if (shortest === null) return first;
      seen.push(shortest);
      return judgeOne(shortest);
    }),
  );
  return worst(judged);
}

async function judgeTogether(
  check: TogetherCheck,
  needs: RequestChoices,
  context: CheckContext,
  source: ExchangeSource,
  seen: Exchange[],
): Promise<Judged> {
  let last = "";
  const fetchAll = async (wanted: RequestChoices, priority: "normal" | "follow-up") => {
    const entries = await Promise.all(
      Object.entries(wanted).map(
        async ([name, need]) => [name, await fetchChoice(need, source, priority)] as const,
      ),
    );
    for (const [, exchange] of entries) {
      last = exchange.id;
      seen.push(exchange);
      const missing = inconclusive(exchange);
      if (missing !== null) throw new Inconclusive("blocked", missing.message, missing.remedy);
    }
    return Object.fromEntries(entries);
  };
  let exchanges: NamedExchanges = await fetchAll(needs, "normal");
  if (check.thenSend) {
    const followed = await fetchAll(check.thenSend(exchanges, context), "follow-up");
    exchanges = { ...exchanges, ...followed };
  }
  return attempt(() => check.expect(exchanges, context), last);
}

/** What a surface says of itself; no exchange shows it. */
function judgeDescription(check: DescriptionCheck, context: CheckContext): Judged {
  const { surface } = context.cell;
  const described = context.target.described(surface);
  const { source = "", problem = null } = context.target.description(surface) ?? {};
  if (described === null) {
    return withoutAnswer(`no description: ${problem ?? "there is none"}`, description(surface));
  }
  return attempt(() => {
    const judgement = check.expect(described, context);
    if ("notOwed" in judgement) return judgement;
    // No exchange says which document a pointer leads into.
    return judgement.map((found) => ({ ...found, path: `${source}#${found.path}` }));
  }, null);
}

/** Turns what a check says of an exchange into an outcome; only `NotJudged` is caught. */
export function attempt(run: () => Judgement, exchange: string | null): Judged {
  try {
    const judgement = run();
    if ("notOwed" in judgement) {
      return { outcome: "pass", message: judgement.notOwed, findings: [] };
    }
    if (judgement.length === 0) return { outcome: "pass", message: "", findings: [] };
    const findings = judgement.map((found) => ({ ...found, exchange: found.exchange ?? exchange }));
    return { outcome: "broken", message: summary(findings), findings };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return notJudged(error);
  }
}

/**
 * One bad exchange breaks the requirement; else one without an answer leaves it open; else one good
 * exchange is enough, since what has nothing to show beside it takes nothing away.
 */
function worst(judged: readonly Judged[]): Judged {
  const broken = judged.filter((one) => one.outcome === "broken");
  if (broken.length > 0) {
    const findings = broken.flatMap((one) => one.findings);
    return { outcome: "broken", message: summary(findings), findings };
  }
  const rest =
    judged.find((one) => one.outcome === "blocked") ??
    judged.find((one) => one.outcome === "pass") ??
    judged[0];
  return rest ?? { outcome: "skip", message: "nothing to send here", findings: [] };
}

export function summary(findings: readonly Omit<Found, "exchange">[]): string {
  const [first, ...rest] = findings;
  if (first === undefined) return "";
  const more = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
  return `${first.path || "body"}: expected ${first.expected}, got ${first.actual}${more}`;
}
