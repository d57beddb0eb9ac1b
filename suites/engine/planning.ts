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

/** Why a check is not judged, known before anything is sent for it. */
export interface InconclusiveReason {
  readonly outcome: "skip" | "blocked";
  readonly message: string;
  /** What the user sets so that it can; null where nothing would help. */
  readonly remedy: Remedy | null;
}

/** What is sent for one check in one cell, as far as it is known beforehand. */
interface Layout {
  /** Where the server refuses this one, nothing is owed. */
  readonly precondition: RequestChoice | null;
  /** Has to be served, or the check is blocked. */
  readonly control: RequestChoice | null;
  /** By name; by number where every exchange is judged by itself. */
  readonly choices: RequestChoices;
  /** What is sent at least; alternatives and followed links come on top. Empty where skipped. */
  readonly requests: readonly RequestSpec[];
  /** Why it can't be judged, where that is known beforehand; else null. */
  readonly inconclusive: InconclusiveReason | null;
}

/** One check in one cell, with everything that can be known before anything is sent. */
export interface PlannedCheck extends Layout {
  /** What the plan sends to this cell for other checks; empty where no answer to it could show this requirement. */
  readonly also: readonly SentRequest[];
  readonly check: Check;
  readonly requirement: Requirement;
  readonly context: CheckContext;
  readonly cell: Cell;
}

/** Whether a requirement is to be judged in a cell. */
export type Selection = (requirement: string, cell: Cell) => boolean;

/**
 * Lays out every check in every cell that the selection and the matrix leave. Pure: nothing is sent.
 * @throws Error where a check names a requirement that the register does not have or does not test
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

/** Laid out when it is first looked at: who lists cells, or leaves most of them out, need not make requests up. */
function planOne(
  check: Check,
  requirement: Requirement,
  context: CheckContext,
  sentAt: (cell: Cell) => readonly SentRequest[],
  matrix: Matrix,
): PlannedCheck {
  let known: Layout | undefined;
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
      if (check.observed === undefined) return [];
      const { precondition, control, choices } = layout();
      const all = [precondition, control, ...Object.values(choices)];
      const own = new Set(all.flatMap((choice) => alternativesOf(choice).map(exchangeId)));
      return sentAt(context.cell).filter(({ spec }) => !own.has(exchangeId(spec)));
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

/** Whether the matrix leaves a check nothing to send that it could judge. */
function isLeftOut({ check, choices, inconclusive }: PlannedCheck): boolean {
  return check.kind !== "description" && inconclusive === null && Object.keys(choices).length === 0;
}

/**
 * What the matrix leaves of the requests that a check judges. Several answers are judged together or not
 * at all; of answers that are judged one by one, some will do.
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
 * Where the specification does not state that an endpoint has the version of the cell, a server may
 * refuse it, and then nothing is owed there.
 */
function preconditionOf(check: Check, context: CheckContext): RequestChoice | null {
  if (check.unconditional) return null;
  return availabilityOf(context.contracts, context.cell) === "stated"
    ? null
    : ordinaryInAnyStyle(context);
}

function alternativesOf(choice: RequestChoice | null): readonly RequestSpec[] {
  if (choice === null) return [];
  return isAlternatives(choice) ? choice : [choice];
}
