import { loadCatalogue } from "../../contracts/load.ts";
import { answerWith } from "../../harness/exchanges/answer.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import { judge } from "../../suites/engine/judge.ts";
import { everything, type Matrix } from "../../suites/engine/matrix.ts";
import { errorEnvelopesOf } from "../../suites/matchers/error-envelope.ts";
import { atChanged } from "../judging/at-changed.ts";
import { editBody } from "./edit-body.ts";
import { deriveMutants, type Mutant } from "./mutant.ts";
import {
  type RecordedCheck,
  type RecordedReference,
  recordReference,
} from "./recorded-reference.ts";

/** The verdict on one mutant. */
export interface MutantVerdict {
  readonly mutant: Mutant;
  /**
   * `killed`: a `must` failed, or a `should` if no more is required. `survived`: neither did. `unseen`:
   * no recorded response has the member, so nothing was judged.
   */
  readonly verdict: "killed" | "survived" | "unseen";
  /** The requirement that killed it: the owner of the member if that failed. */
  readonly by: string | null;
}

/**
 * Judges every mutant of the reference server on one recording of it. An operation has no mutants of an
 * error envelope that it never uses.
 * @param onVerdict called with each verdict, in the order of the mutants
 * @param isChosen whether a mutant is to be judged
 * @param matrix what is sent and judged; everything by default
 */
export async function judgeMutants(
  onVerdict: (done: number, total: number) => void = () => {},
  isChosen: (mutant: Mutant) => boolean = () => true,
  matrix: Matrix = everything,
): Promise<readonly MutantVerdict[]> {
  const reference = await recordReference(matrix);
  const exchanges = [...reference.exchanges.values()];
  const mutants = deriveMutants()
    .filter(isChosen)
    .filter((mutant) => exchanges.some((exchange) => isConcerned(mutant, exchange)));
  const verdicts: MutantVerdict[] = [];
  for (const mutant of mutants) {
    verdicts.push(await judgeMutant(mutant, reference));
    onVerdict(verdicts.length, mutants.length);
  }
  return verdicts;
}

/** Stops at the first check that kills the mutant. */
async function judgeMutant(mutant: Mutant, reference: RecordedReference): Promise<MutantVerdict> {
  const mutated = mutatedExchanges(mutant, reference);
  if (mutated.size === 0) return { mutant, verdict: "unseen", by: null };
  const source: ExchangeSource = {
    async exchange(spec) {
      const id = exchangeId(spec);
      const exchange = mutated.get(id) ?? reference.exchanges.get(id);
      return exchange ?? reference.replay.exchange(spec);
    },
  };
  const { owner } = mutant.change;
  const touched = checksOf(mutated, reference);
  const isOwner = ({ planned }: RecordedCheck) => planned.requirement.id === owner;
  // The owner comes first, since judging ends at the first failed check that counts.
  const inOrder = [...touched.filter(isOwner), ...touched.filter((check) => !isOwner(check))];
  const changed = new Set(mutated.keys());
  let warned: string | null = null;
  for (const check of inOrder) {
    const { outcome, requirement, message } = await judge(
      atChanged(check.planned, changed, reference),
      source,
    );
    if (outcome === "error") throw new Error(`${mutant.name}: ${requirement}: ${message}`);
    if (outcome === "fail") return { mutant, verdict: "killed", by: requirement };
    if (outcome !== "warn") continue;
    warned ??= requirement;
    if (requirement === owner) return { mutant, verdict: "killed", by: requirement };
  }
  const isEnough = owner === null && warned !== null;
  return { mutant, verdict: isEnough ? "killed" : "survived", by: isEnough ? warned : null };
}

/** The checks that use one of the exchanges, in the order of the plan. */
function checksOf(
  mutated: ReadonlyMap<string, Exchange>,
  { checks, usedBy }: RecordedReference,
): readonly RecordedCheck[] {
  const positions = new Set([...mutated.keys()].flatMap((id) => usedBy.get(id) ?? []));
  return [...positions].sort((one, other) => one - other).flatMap((one) => checks[one] ?? []);
}

/** The exchanges of the mutant's endpoint and version whose responses have the member, with the change. */
function mutatedExchanges(
  mutant: Mutant,
  { exchanges }: RecordedReference,
): ReadonlyMap<string, Exchange> {
  const mutated = new Map<string, Exchange>();
  for (const exchange of exchanges.values()) {
    const { answer } = exchange;
    if (answer === null || !isConcerned(mutant, exchange) || !answer.json.ok) continue;
    const before = answer.json.value;
    const after = editBody(before, mutant.member.steps, mutant.change, mutant.extent);
    if (after === before) continue;
    const edited = answerWith(answer.status, answer.headers, after);
    mutated.set(exchange.id, { ...exchange, answer: edited });
  }
  return mutated;
}

function isConcerned({ operation, answers }: Mutant, { spec, answer }: Exchange): boolean {
  const { surface, endpoint, version } = operation;
  if (spec.surface !== surface || spec.endpoint !== endpoint) return false;
  if (loadCatalogue().operation(surface, endpoint, spec.version)?.version !== version) return false;
  if (answer === null || !answer.json.ok) return false;
  if (answers === "success") return answer.status === 200;
  return answer.status >= 400 && errorEnvelopesOf(answer.json.value).has(answers);
}
