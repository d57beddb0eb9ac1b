import type { Catalogue } from "../../contracts/catalogue.ts";
import { placeKey } from "../../contracts/check-key.ts";
import { group } from "../../contracts/group.ts";
import type { Register, Requirement } from "../../contracts/register.ts";
import { lacksAny } from "../../contracts/removed-parameters.ts";
import { type Cell, defaultVersion } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import {
  canonicalRequest,
  exchangeId,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { availabilityOf } from "../model/cells.ts";
import {
  alternativesOf,
  type Check,
  type CheckContext,
  firstRequest,
  Inconclusive,
  isAlternatives,
  type RequestChoice,
  type RequestChoices,
} from "../model/check.ts";
import { followingOf } from "../model/following.ts";
import { isInVersion, NotInVersion } from "../model/in-version.ts";
import type { InconclusiveReason, Layout, PlannedCheck } from "../model/planned-check.ts";
import { isDocumented, requestsByCell, type SentRequest } from "../model/sent-at.ts";
import type { Target } from "../model/target.ts";
import { numbered } from "../requests/numbered.ts";
import { ordinaryInAnyStyle } from "../requests/ordinary-requests.ts";
import { type FollowUps, followUps } from "./follow-ups.ts";
import { everything, type Matrix } from "./matrix.ts";

/** Whether a requirement is selected in a cell. */
export type Selection = (requirement: string, cell: Cell) => boolean;

/** What is planned; everything by default. */
interface Extent {
  readonly selection: Selection;
  readonly matrix: Matrix;
}

/**
 * Plans every check in every cell that the selection and the matrix include. Pure: nothing is sent.
 * @throws Error if a check or a schema names a requirement that the register does not have, or a check names one that
 *   is not tested
 */
export function planRun(
  checks: readonly Check[],
  target: Target,
  contracts: Catalogue,
  register: Register,
  { selection = () => true, matrix = everything }: Partial<Extent> = {},
): readonly PlannedCheck[] {
  needKnownOwners(contracts, register);
  const sentAt = requestsByCell(() => planned, contracts);
  const documentedAt = requestsByCell(() => planned, contracts, isDocumented);
  const followedAt = followUps(() => planned, contracts);
  const whole = { sentAt, documentedAt, followedAt, matrix, shared: sharingEqual() };
  const planned = checks.flatMap((check) => {
    const requirement = register.get(check.requirement);
    if (requirement === undefined || requirement.notTested !== null) {
      throw new Error(`the register has no testable requirement ${check.requirement}`);
    }
    const all = check.where(target, contracts);
    const observed = observedIn(check, all, contracts);
    // Finding out generates requests, so it is only done where it is needed.
    const mayBeLeftOut = ({ cell }: PlannedCheck) => isReduced(matrix) || lacksAny(contracts, cell);
    return all
      .filter((cell) => selection(requirement.id, cell) && matrix.judges(cell))
      .map((cell) => {
        const context = { cell, target, contracts, combines: matrix.combines(cell) };
        return new CheckInCell(check, requirement, context, observed, whole);
      })
      .filter((one) => !mayBeLeftOut(one) || !one.leftOut);
  });
  return planned;
}

/** A rule of a schema whose owner is misspelt would never be judged. */
function needKnownOwners({ operations }: Catalogue, register: Register): void {
  for (const { surface, endpoint, version, successRequirements } of operations) {
    for (const id of successRequirements) {
      if (register.get(id) !== undefined) continue;
      const place = `the schema of ${surface} ${endpoint} ${version}`;
      throw new Error(`${place}: x-requirement "${id}" is not in the register`);
    }
  }
}

/**
 * The cells whose responses are used for a check in one cell: a check that sends its requests in one
 * style only is judged on the responses in every style, and one that always names the version on those
 * without the header too.
 * @param all the cells of the check
 */
function observedIn(
  { observed }: Check,
  all: readonly Cell[],
  contracts: Catalogue,
): (cell: Cell) => readonly Cell[] {
  let places: ReadonlyMap<string, readonly Cell[]> | undefined;
  return (cell) => {
    places ??= group(all, placeKey);
    const isOneStyle = places.get(placeKey(cell))?.length === 1;
    const own = isOneStyle ? { ...cell, auth: null } : cell;
    const unnamed = { ...own, version: defaultVersion };
    const isLatest = cell.version === contracts.defaultOf(cell.surface, cell.endpoint);
    const isJudgedUnnamed = isLatest && !places.has(placeKey(unnamed)) && observed?.named !== true;
    return isJudgedUnnamed ? [own, unnamed] : [own];
  };
}

/** What a check needs to know of the others. */
interface WholePlan {
  readonly sentAt: (cell: Cell) => readonly SentRequest[];
  /** Those with the surface's key and documented input, for checks that look for unexpected statuses. */
  readonly documentedAt: (cell: Cell) => readonly SentRequest[];
  readonly followedAt: FollowUps;
  readonly matrix: Matrix;
  readonly shared: (choice: RequestChoice) => RequestChoice;
}

/** Equal requests of all checks as one object: the plan has ten times as many as it sends. */
function sharingEqual(): (choice: RequestChoice) => RequestChoice {
  const known = new Map<string, RequestSpec>();
  const shared = (spec: RequestSpec): RequestSpec => {
    const text = canonicalRequest(spec);
    const first = known.get(text) ?? spec;
    known.set(text, first);
    return first;
  };
  return (choice) => {
    if (!isAlternatives(choice)) return shared(choice);
    const [first, ...others] = choice;
    return [shared(first), ...others.map(shared)];
  };
}

/**
 * One check in one cell. What it sends is computed on first use: a caller that only lists cells need not generate
 * requests. A class, since in a plan of thousands each object would otherwise have functions of its own.
 */
class CheckInCell implements PlannedCheck {
  readonly check: Check;
  readonly requirement: Requirement;
  readonly context: CheckContext;
  /** The cells of the requests of other checks whose responses are used for it. */
  private readonly observed: (cell: Cell) => readonly Cell[];
  private readonly whole: WholePlan;
  private known: Layout | undefined;
  private others: readonly SentRequest[] | undefined;

  constructor(
    check: Check,
    requirement: Requirement,
    context: CheckContext,
    observed: (cell: Cell) => readonly Cell[],
    whole: WholePlan,
  ) {
    this.check = check;
    this.requirement = requirement;
    this.context = context;
    this.observed = observed;
    this.whole = whole;
  }

  get cell(): Cell {
    return this.context.cell;
  }

  get also(): readonly SentRequest[] {
    // The same plan may be judged many times.
    const { documentedAt, sentAt } = this.whole;
    const sent = looksAtOthers(this.check) ? documentedAt : sentAt;
    this.others ??= sentForOthers(this.check, this.layout(), () => this.looked().flatMap(sent));
    return this.others;
  }

  async alsoFollowed(source: ExchangeSource): Promise<readonly SentRequest[]> {
    if (this.check.observed === undefined && !looksAtOthers(this.check)) return [];
    const followed = this.looked().map((cell) => this.whole.followedAt(cell, source));
    return (await Promise.all(followed)).flat();
  }

  get precondition(): RequestChoice | null {
    return this.layout().precondition;
  }

  get control(): RequestChoice | null {
    return this.layout().control;
  }

  get choices(): RequestChoices {
    return this.layout().choices;
  }

  get requests(): readonly RequestSpec[] {
    return this.layout().requests;
  }

  get leftOut(): boolean {
    return this.layout().leftOut;
  }

  get inconclusive(): InconclusiveReason | null {
    return this.layout().inconclusive;
  }

  private layout(): Layout {
    this.known ??= layOut(this.check, this.context, this.whole);
    return this.known;
  }

  private looked(): readonly Cell[] {
    const { check, context } = this;
    return [context.cell, ...furtherCells(check, context)].flatMap(this.observed);
  }
}

/**
 * The requests of a check that the matrix includes, and whose parameters the version has. Exchanges that
 * are compared are all needed; of those that are judged separately, some are enough.
 */
function within(
  check: Check,
  choices: RequestChoices,
  first: readonly RequestChoice[],
  { cell, target }: CheckContext,
  { sends, follows, elsewhere }: Matrix,
): RequestChoices {
  const purpose = followingOf(check, cell);
  if (purpose !== null && !follows(purpose)) return {};
  const isSent = (choice: RequestChoice) => {
    if (!isInVersion(choice, { target })) return false;
    const { surface, endpoint, version } = firstRequest(choice);
    const isHere =
      surface === cell.surface && endpoint === cell.endpoint && version === cell.version;
    return (elsewhere && !isHere) || sends(choice);
  };
  if (!first.every(isSent)) return {};
  const sent = Object.entries(choices).filter(([, choice]) => isSent(choice));
  const isWhole = sent.length === Object.keys(choices).length;
  return check.kind === "together" && !isWhole ? {} : Object.fromEntries(sent);
}

const nothing: Layout = {
  precondition: null,
  control: null,
  choices: {},
  requests: [],
  leftOut: false,
  inconclusive: null,
};

function isReduced({ sends }: Matrix): boolean {
  return sends !== everything.sends;
}

function layOut(check: Check, context: CheckContext, { matrix, shared }: WholePlan): Layout {
  try {
    const made = Object.entries(choicesOf(check, context));
    const all = Object.fromEntries(made.map(([name, choice]) => [name, shared(choice)]));
    const sharedIfAny = (choice: RequestChoice | null) => choice && shared(choice);
    const precondition = sharedIfAny(preconditionOf(check, context));
    const control = sharedIfAny(check.control?.(context) ?? null);
    const first = [precondition, control].filter((choice) => choice !== null);
    const choices = within(check, all, first, context, matrix);
    const requests = [...first, ...Object.values(choices)].map(firstRequest);
    const hadSome = Object.keys(all).length > 0;
    const leftOut =
      check.kind !== "description" &&
      Object.keys(choices).length === 0 &&
      (hadSome || isReduced(matrix));
    return { precondition, control, choices, requests, leftOut, inconclusive: null };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    if (error instanceof NotInVersion) return { ...nothing, leftOut: true };
    const { message, remedy } = error;
    const inconclusive: InconclusiveReason = { outcome: "skip", message, remedy };
    return { ...nothing, inconclusive };
  }
}

function choicesOf(check: Check, context: CheckContext): RequestChoices {
  if (check.kind === "description") return {};
  if (check.kind === "together") return check.send(context);
  return numbered(check.send(context));
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

function looksAtOthers(check: Check): boolean {
  return check.kind === "together" && check.others !== undefined;
}

/** The cells other than its own whose responses a check looks at. */
function furtherCells(check: Check, context: CheckContext): readonly Cell[] {
  return check.kind === "together" ? (check.othersAt?.(context) ?? []) : [];
}

/** The requests of a cell that other checks send; empty if the check looks at none of them. */
function sentForOthers(
  check: Check,
  { precondition, control, choices }: Layout,
  sent: () => readonly SentRequest[],
): readonly SentRequest[] {
  if (check.observed === undefined && !looksAtOthers(check)) return [];
  const all = [precondition, control, ...Object.values(choices)];
  const own = new Set(all.flatMap((choice) => alternativesOf(choice).map(exchangeId)));
  return sent().filter(({ spec }) => !own.has(exchangeId(spec)));
}
