import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Register, Requirement } from "../../contracts/register.ts";
import type { Cell, Remedy } from "../../contracts/words.ts";
import type { Ask } from "../../harness/exchanges/request-spec.ts";
import { ordinaryInAnyStyle } from "../requests/ordinary-requests.ts";
import { availabilityOf } from "./cells.ts";
import {
  type Check,
  type CheckContext,
  isAlternatives,
  type Need,
  type Needs,
  NotJudged,
} from "./check.ts";
import type { Subject } from "./subject.ts";

/** Why a check is not judged, known before anything is sent for it. */
export interface Unjudged {
  readonly outcome: "skip" | "blocked";
  readonly message: string;
  /** What the user sets so that it can; null where nothing would help. */
  readonly remedy: Remedy | null;
}

/** What is sent for one check in one cell, as far as it is known beforehand. */
interface Layout {
  /** Where the server refuses this one, nothing is owed. */
  readonly given: Need | null;
  /** Has to be served, or the check is blocked. */
  readonly plain: Need | null;
  /** By name; by number where every exchange is judged by itself. */
  readonly needs: Needs;
  /** What is sent at least; alternatives and followed links come on top. Empty where skipped. */
  readonly asks: readonly Ask[];
  /** Why it can't be judged, where that is known beforehand; else null. */
  readonly unjudged: Unjudged | null;
}

/** One check in one cell, with everything that can be known before anything is sent. */
export interface PlannedCheck extends Layout {
  readonly check: Check;
  readonly requirement: Requirement;
  readonly context: CheckContext;
  readonly cell: Cell;
}

/** Whether a requirement is to be judged in a cell. */
export type Selection = (requirement: string, cell: Cell) => boolean;

/**
 * Lays out every check in every cell that the selection leaves. Pure: nothing is sent.
 * @throws Error where a check names a requirement that the register does not have or does not test
 */
export function planRun(
  checks: readonly Check[],
  subject: Subject,
  contracts: Catalogue,
  register: Register,
  selection: Selection = () => true,
): readonly PlannedCheck[] {
  return checks.flatMap((check) => {
    const requirement = register.get(check.requirement);
    if (requirement === undefined || requirement.notTested !== null) {
      throw new Error(`the register has no testable requirement ${check.requirement}`);
    }
    return check
      .cells(subject, contracts)
      .filter((cell) => selection(requirement.id, cell))
      .map((cell) => planOne(check, requirement, { cell, subject, contracts }));
  });
}

/** Laid out when it is first looked at: who lists cells, or leaves most of them out, need not make requests up. */
function planOne(check: Check, requirement: Requirement, context: CheckContext): PlannedCheck {
  let known: Layout | undefined;
  const layout = () => {
    known ??= layOut(check, context);
    return known;
  };
  return {
    check,
    requirement,
    context,
    cell: context.cell,
    get given() {
      return layout().given;
    },
    get plain() {
      return layout().plain;
    },
    get needs() {
      return layout().needs;
    },
    get asks() {
      return layout().asks;
    },
    get unjudged() {
      return layout().unjudged;
    },
  };
}

function layOut(check: Check, context: CheckContext): Layout {
  try {
    const needs = needsOf(check, context);
    const given = precondition(check, context);
    const plain = check.plain?.(context) ?? null;
    const first = [given, plain].filter((need) => need !== null);
    const asks = [...first, ...Object.values(needs)].map(firstOf);
    return { given, plain, needs, asks, unjudged: null };
  } catch (error) {
    if (!(error instanceof NotJudged)) throw error;
    const { message, remedy } = error;
    const unjudged: Unjudged = { outcome: "skip", message, remedy };
    return { given: null, plain: null, needs: {}, asks: [], unjudged };
  }
}

function needsOf(check: Check, context: CheckContext): Needs {
  if (check.kind === "description") return {};
  if (check.kind === "together") return check.asks(context);
  return Object.fromEntries(check.asks(context).map((need, index) => [String(index), need]));
}

/**
 * Where the specification does not state that an endpoint has the version of the cell, a server may
 * refuse it, and then nothing is owed there.
 */
function precondition(check: Check, context: CheckContext): Need | null {
  if (check.unconditional) return null;
  return availabilityOf(context.contracts, context.cell) === "stated"
    ? null
    : ordinaryInAnyStyle(context);
}

/** The ask of a need that is sent first. */
export function firstOf(need: Need): Ask {
  return isAlternatives(need) ? need[0] : need;
}
