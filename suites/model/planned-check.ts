import type { Requirement } from "../../contracts/register.ts";
import type { Cell, Remedy } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Check, CheckContext, RequestChoice, RequestChoices } from "./check.ts";
import type { SentRequest } from "./sent-at.ts";

/** Why a check is not judged, if that is known before anything is sent for it. */
export interface InconclusiveReason {
  readonly outcome: "skip" | "blocked";
  readonly message: string;
  /** The settings that would let it be judged; null if none would help. */
  readonly remedy: Remedy | null;
}

/** The requests for one check in one cell, as far as they are known in advance. */
export interface Layout {
  /** If the server refuses this request, nothing is required. */
  readonly precondition: RequestChoice | null;
  /** Must be served, or the check is blocked. */
  readonly control: RequestChoice | null;
  /** By name; by number if every exchange is judged separately. */
  readonly choices: RequestChoices;
  /** The minimum that is sent; alternatives and follow-ups are additional. Empty if skipped. */
  readonly requests: readonly RequestSpec[];
  /** Whether the matrix, or the version of the cell, excludes every request that it could judge. */
  readonly leftOut: boolean;
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
  /** The follow-up requests of all checks to this cell; empty for the same reason. */
  alsoFollowed(source: ExchangeSource): Promise<readonly SentRequest[]>;
  readonly check: Check;
  readonly requirement: Requirement;
  readonly context: CheckContext;
  readonly cell: Cell;
}

/** The same check with some of its members replaced; the others stay as they are, computed or not. */
export function replacing(planned: PlannedCheck, changes: Partial<PlannedCheck>): PlannedCheck {
  return Object.create(planned, Object.getOwnPropertyDescriptors(changes));
}
