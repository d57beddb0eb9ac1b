import type { CheckResult, Outcome } from "../../contracts/vocabulary.ts";
import { BodyGone, type Exchange, type ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import {
  type CheckContext,
  type DescriptionCheck,
  type EachCheck,
  Inconclusive,
  type NamedExchanges,
  type RequestChoices,
  type TogetherCheck,
} from "../model/check.ts";
import {
  blockedBecause,
  combined,
  fromInconclusive,
  type Judged,
  judgedBy,
  mostFindings,
} from "../model/judgement.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import { description, placeToName } from "../model/remedies.ts";
import { onArrival } from "./arrivals.ts";
import { fetchTogether, inconclusive, prerequisites } from "./fetching.ts";
import { requestsAfter } from "./follow-ups.ts";
import { type AlsoJudged, judgeSent } from "./judge-sent.ts";
import { inTime } from "./judging-time.ts";
import { turnOf } from "./large-answers.ts";
import { namesUsed } from "./names-used.ts";
import { shortestOffender } from "./shrinking.ts";

/**
 * Judges one check in one cell. Never rejects: what the server or the network does becomes an outcome,
 * and any other exception becomes `error`, a defect of the suite.
 * @param redact removes every secret from a text
 */
export async function judge(
  planned: PlannedCheck,
  source: ExchangeSource,
  redact: (text: string) => string = (text) => text,
): Promise<CheckResult> {
  const seen: Exchange[] = [];
  let also = 0;
  const finish = (judged: Judged | (Omit<Judged, "outcome"> & { readonly outcome: Outcome })) => {
    const { level } = planned.requirement;
    const broken = level === "must" ? "fail" : "warn";
    const outcome = judged.outcome === "broken" ? broken : judged.outcome;
    // If no place is known, naming one may help, whatever kept the check from being judged.
    const isOpen = outcome === "skip" || outcome === "blocked";
    const remedy = judged.remedy ?? (isOpen ? placeToName(planned.context) : null);
    const shown = new Set(judged.findings.map(({ exchange }) => exchange));
    const names =
      judged.outcome === "broken"
        ? namesUsed(
            seen.filter(({ id }) => shown.has(id)),
            planned.context,
          )
        : [];
    return {
      ...resultOf(
        planned,
        { ...judged, remedy, outcome, exchanges: seen.map(({ id }) => id) },
        redact,
      ),
      ...(also > 0 && { also }),
      ...(names.length > 0 && { names }),
      ...(planned.check.generated && { generated: planned.context.target.robustness }),
    };
  };
  if (planned.inconclusive !== null) return finish({ ...planned.inconclusive, findings: [] });
  // Judged on arrival, so that responses need not be kept in memory.
  const others = judgeSent(planned.also, planned, source);
  others.catch(() => {});
  try {
    const { ended, context, exchanges } = await prerequisites(planned, source);
    seen.push(...exchanges);
    if (ended !== null) return finish(ended);
    const { check } = planned;
    if (check.kind === "description") return finish(judgeDescription(check, context));
    const judging =
      check.kind === "each"
        ? judgeEach(check, planned.choices, context, source, seen)
        : judgeTogether(check, planned, context, source, seen);
    const own = await judging.catch(outcomeOfInconclusive);
    const shown = [...(await others), ...(await judgeFollowed(planned, source, seen))];
    also = shown.length;
    seen.push(
      ...shown.flatMap(({ exchange, judged }) => (judged.outcome === "broken" ? exchange : [])),
    );
    return finish(combined([own, ...shown.map(({ judged }) => judged)]));
  } catch (error) {
    if (error instanceof Inconclusive) return finish(fromInconclusive(error));
    if (error instanceof BodyGone) return finish(blockedBecause(error.message));
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return finish({ outcome: "error", message: `defect of the suite: ${what}`, findings: [] });
  }
}

/** A check's outcome as it is reported, without secrets. */
export function resultOf(
  { requirement, cell }: Pick<PlannedCheck, "requirement" | "cell">,
  judged: Pick<CheckResult, "outcome" | "message" | "exchanges"> &
    Pick<Judged, "findings" | "remedy">,
  redact: (text: string) => string,
): CheckResult {
  // A response may contain the key that was sent. Trimming comes last, since half a key is not
  // recognised.
  const shown = (text: string, longest: number) =>
    clip(redact(text.length > longestRedacted ? text.slice(0, longestRedacted) : text), longest);
  const { remedy } = judged;
  return {
    ...cell,
    requirement: requirement.id,
    level: requirement.level,
    outcome: judged.outcome,
    message: shown(judged.message, 300),
    findings: judged.findings
      .slice(0, mostFindings)
      .map(({ path, expected, actual, exchange, beside }) => ({
        path: shown(path, 200),
        expected: shown(expected, 200),
        actual: shown(actual, 100),
        exchange,
        ...(beside !== undefined && { beside }),
      })),
    exchanges: [...new Set(judged.exchanges)],
    ...(remedy && { remedy }),
  };
}

/** The beginning of a text in which secrets are looked for: the rest of it is never shown. */
const longestRedacted = 16 * 1024;

/** A copy, since a part of a text would keep the whole text in memory. */
function clip(text: string, longest: number): string {
  return text.length > longest ? `${Buffer.from(text.slice(0, longest)).toString()}…` : text;
}

/** @throws every other exception */
function outcomeOfInconclusive(error: unknown): Judged {
  if (error instanceof Inconclusive) return fromInconclusive(error);
  throw error;
}

/** Judges the responses to the follow-up requests of all checks. */
async function judgeFollowed(
  planned: PlannedCheck,
  source: ExchangeSource,
  seen: readonly Exchange[],
): Promise<readonly AlsoJudged[]> {
  const sent = planned.also.map(({ spec }) => exchangeId(spec));
  const known = new Set([...seen.map(({ id }) => id), ...sent]);
  const all = await planned.alsoFollowed(source);
  const followed = all.filter(({ spec }) => !known.has(exchangeId(spec)));
  return judgeSent(followed, planned, source);
}

async function judgeEach(
  check: EachCheck,
  choices: RequestChoices,
  context: CheckContext,
  source: ExchangeSource,
  seen: Exchange[],
): Promise<Judged> {
  const judgeOne = (exchange: Exchange): Judged => {
    const missing = inconclusive(exchange);
    if (missing !== null) return missing;
    return inTime(source, exchange.spec, () =>
      judgedBy(() => check.expect(exchange, context), exchange.id),
    );
  };
  const { shorter, further } = check;
  // Also judged on arrival, while the body is at hand.
  const came = await onArrival(Object.values(choices), source, (exchange) => {
    const first = judgeOne(exchange);
    const isUnbroken = first.outcome === "pass" || first.outcome === "skip";
    return { exchange, first, more: isUnbroken ? further?.(exchange, context) : null };
  });
  const judged = await Promise.all(
    came.map(async ({ exchange, first, more }) => {
      seen.push(exchange);
      if (more) {
        const another = await source.exchange(more, "follow-up");
        if (inconclusive(another) !== null) return first;
        seen.push(another);
        return combined([first, judgeOne(another)]);
      }
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
  return combined(judged);
}

async function judgeTogether(
  check: TogetherCheck,
  planned: PlannedCheck,
  context: CheckContext,
  source: ExchangeSource,
  seen: Exchange[],
): Promise<Judged> {
  let last = "";
  const fetchAll = async (wanted: RequestChoices, priority: "normal" | "follow-up") => {
    const { exchanges, missing } = await fetchTogether(wanted, priority, context, source);
    const received = Object.values(exchanges);
    seen.push(...received);
    last = received.at(-1)?.id ?? last;
    if (missing !== null) throw new Inconclusive("blocked", missing.message, missing.remedy);
    return exchanges;
  };
  const { choices } = planned;
  if (Object.keys(choices).length === 0) throw new Inconclusive("skip", "nothing to send here");
  let own: NamedExchanges = await fetchAll(choices, "normal");
  let found: readonly Exchange[] = [];
  const { others } = check;
  if (others !== undefined) {
    const all = [...planned.also, ...(await planned.alsoFollowed(source))];
    const sent = all.map(({ spec }) => source.exchange(spec, "normal"));
    found = (await Promise.all(sent)).filter((one) => others(one, context));
    seen.push(...found);
  }
  if (check.thenSend) {
    const then = requestsAfter(check, withOthers(own, found), context);
    own = { ...own, ...(await fetchAll(then, "follow-up")) };
  }
  const exchanges = withOthers(own, found);
  const large = Object.values(exchanges).find(({ answer }) => answer?.isLarge);
  if (large !== undefined) await turnOf(source, large);
  return inTime(source, context.cell, () => judgedBy(() => check.expect(exchanges, context), last));
}

/** The exchanges of a check by its own names for them, and those of other checks by their ids: each once. */
function withOthers(own: NamedExchanges, found: readonly Exchange[]): NamedExchanges {
  const ids = new Set(Object.values(own).map(({ id }) => id));
  const others = found.filter(({ id }) => !ids.has(id)).map((one) => [one.id, one] as const);
  return { ...own, ...Object.fromEntries(others) };
}

/** Judges a surface's description, which no exchange shows. */
function judgeDescription(check: DescriptionCheck, context: CheckContext): Judged {
  const { surface } = context.cell;
  const described = context.target.described(surface);
  const { source = "", problem = null } = context.target.description(surface) ?? {};
  if (described === null) {
    return blockedBecause(
      `no description: ${problem ?? "none was configured or found"}`,
      description(surface),
    );
  }
  return judgedBy(() => {
    const judgement = check.expect(described, context);
    if ("notOwed" in judgement) return judgement;
    // No exchange says which document a pointer refers to.
    return judgement.map((found) => ({ ...found, path: `${source}#${found.path}` }));
  }, null);
}
