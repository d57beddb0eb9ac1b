import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Register, Requirement } from "../../contracts/register.ts";
import type { Cell, Remedy } from "../../contracts/vocabulary.ts";
import { exchangeId, type RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { ordinaryInAnyStyle } from "../requests/ordinary-requests.ts";
import { availabilityOf } from "./cells.ts";
import {
  type Check,
  type CheckContext,
  firstRequest,
  Inconclusive,
  isAlternatives,
  type RequestChoice,
  type RequestChoices,
} from "./check.ts";
import { everything, type Matrix } from "./matrix.ts";
import { indexed, type SentRequest } from "./sent-at.ts";
import type { Target } from "./target.ts";

/** Why a check is not judged, if that is known before anything is sent for it. */
export interface InconclusiveReason {
  readonly outcome: "skip" | "blocked";
  readonly message: string;
  /** The settings that would let it be judged; null if none would help. */
  readonly remedy: Remedy | null;
}

/** The requests for one check in one cell, as far as they are known in advance. */
interface Layout {
  /** If the server refuses this request, nothing is required. */
  readonly precondition: RequestChoice | null;
  /** Must be served, or the check is blocked. */
  readonly control: RequestChoice | null;
  /** By name; by number if every exchange is judged separately. */
  readonly choices: RequestChoices;
  /** The minimum that is sent; alternatives and follow-ups are additional. Empty if skipped. */
  readonly requests: readonly RequestSpec[];
  /** Why it can't be judged, if that is known in advance; otherwise null. */
  readonly inconclusive: InconclusiveReason | null;
}

/** One check in one cell, with everything that is known before anything is sent. */
export interface PlannedCheck extends Layout {
  /**
   * The requests of other checks to this cell; empty if this requirement can't be judged on their
   * responses.
   */
  readonly also: readonly SentRequest[];
  readonly check: Check;
  readonly requirement: Requirement;
  readonly context: CheckContext;
  readonly cell: Cell;
}

/** Whether a requirement is selected in a cell. */
export type Selection = (requirement: string, cell: Cell) => boolean;

/**
 * Plans every check in every cell that the selection and the matrix include. Pure: nothing is sent.
 * @throws Error if a check names a requirement that the register does not have or does not test
 */
export function planRun(
  checks: readonly Check[],
  target: Target,
  contracts: Catalogue,
  register: Register,
  selection: Selection = () => true,
  matrix: Matrix = everything,
): readonly PlannedCheck[] {
  const sentAt = indexed(() => planned, contracts);
  const planned = checks.flatMap((check) => {
    const requirement = register.get(check.requirement);
    if (requirement === undefined || requirement.notTested !== null) {
      throw new Error(`the register has no testable requirement ${check.requirement}`);
    }
    return check
      .where(target, contracts)
      .filter((cell) => selection(requirement.id, cell) && matrix.judges(cell))
      .map((cell) => {
        const context = { cell, target, contracts, combines: matrix.combines(cell) };
        return planOne(check, requirement, context, sentAt, matrix);
      })
      .filter((one) => matrix.sends === everything.sends || !isLeftOut(one));
  });
  return planned;
}

/** Computed on first use: a caller that only lists cells need not generate requests. */
function planOne(
  check: Check,
  requirement: Requirement,
  context: CheckContext,
  sentAt: (cell: Cell) => readonly SentRequest[],
  matrix: Matrix,
): PlannedCheck {
  let known: Layout | undefined;
  let others: readonly SentRequest[] | undefined;
  const layout = () => {
    known ??= layOut(check, context, matrix);
    return known;
  };
  return {
    check,
    requirement,
    context,
    cell: context.cell,
    get also() {
      // The same plan may be judged many times.
      others ??= sentForOthers(check, layout(), sentAt(context.cell));
      return others;
    },
    get precondition() {
      return layout().precondition;
    },
    get control() {
      return layout().control;
    },
    get choices() {
      return layout().choices;
    },
    get requests() {
      return layout().requests;
    },
    get inconclusive() {
      return layout().inconclusive;
    },
  };
}

/** Whether the matrix excludes every request that a check could judge. */
function isLeftOut({ check, choices, inconclusive }: PlannedCheck): boolean {
  return check.kind !== "description" && inconclusive === null && Object.keys(choices).length === 0;
}

/**
 * The requests of a check that the matrix includes. Exchanges that are compared are all needed; of those
 * that are judged separately, some are enough.
 */
function within(
  check: Check,
  choices: RequestChoices,
  control: RequestChoice | null,
  { cell }: CheckContext,
  { sends, elsewhere }: Matrix,
): RequestChoices {
  const isSent = (choice: RequestChoice) => {
    const { surface, endpoint, version } = firstRequest(choice);
    const isHere =
      surface === cell.surface && endpoint === cell.endpoint && version === cell.version;
    return (elsewhere && !isHere) || alternativesOf(choice).some(sends);
  };
  if (control !== null && !isSent(control)) return {};
  const sent = Object.entries(choices).filter(([, choice]) => isSent(choice));
  const isWhole = sent.length === Object.keys(choices).length;
  return check.kind === "together" && !isWhole ? {} : Object.fromEntries(sent);
}

function layOut(check: Check, context: CheckContext, matrix: Matrix): Layout {
  try {
    const all = choicesOf(check, context);
    const precondition = preconditionOf(check, context);
    const control = check.control?.(context) ?? null;
    const choices = within(check, all, control, context, matrix);
    const first = [precondition, control].filter((choice) => choice !== null);
    const requests = [...first, ...Object.values(choices)].map(firstRequest);
    return { precondition, control, choices, requests, inconclusive: null };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    const { message, remedy } = error;
    const inconclusive: InconclusiveReason = { outcome: "skip", message, remedy };
    return { precondition: null, control: null, choices: {}, requests: [], inconclusive };
  }
}

function choicesOf(check: Check, context: CheckContext): RequestChoices {
  if (check.kind === "description") return {};
  if (check.kind === "together") return check.send(context);
  return Object.fromEntries(check.send(context).map((need, index) => [String(index), need]));
}

/**
 * If the specification does not state that an endpoint has the version of the cell, a server may refuse
 * it; then nothing is required there.
 */
function preconditionOf(check: Check, context: CheckContext): RequestChoice | null {
  if (check.unconditional) return null;
  return availabilityOf(context.contracts, context.cell) === "stated"
    ? null
    : ordinaryInAnyStyle(context);
}

/** The requests of a cell that other checks send; empty if the check looks at none of them. */
function sentForOthers(
  check: Check,
  { precondition, control, choices }: Layout,
  sent: readonly SentRequest[],
): readonly SentRequest[] {
  const looksAtOthers = check.kind === "together" && check.others !== undefined;
  if (check.observed === undefined && !looksAtOthers) return [];
  const all = [precondition, control, ...Object.values(choices)];
  const own = new Set(all.flatMap((choice) => alternativesOf(choice).map(exchangeId)));
  return sent.filter(({ spec }) => !own.has(exchangeId(spec)));
}

function alternativesOf(choice: RequestChoice | null): readonly RequestSpec[] {
  if (choice === null) return [];
  return isAlternatives(choice) ? choice : [choice];
}
