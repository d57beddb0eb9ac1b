import type { Catalogue, Operation } from "../contracts/catalogue.ts";
import { describeValue } from "../contracts/describe-value.ts";
import { group } from "../contracts/group.ts";
import { isObject, pointerToken, valueAt } from "../contracts/json.ts";
import type { Shape } from "../contracts/shape.ts";
import { defaultVersion, type RecordedExchange, type Version } from "../contracts/vocabulary.ts";
import { type AnswerComparison, answersOf } from "./answers.ts";
import type { SharedSteps } from "./bounded-validation.ts";
import { compareShapes, type ShapeDifference, wordsAt } from "./compare-shapes.ts";
import { UnusableSchema } from "./judged-schemas.ts";
import { isSent, observedWords } from "./observed-member.ts";
import type { DescribedSurface } from "./operations.ts";

/** A member of a response on which the specification, the description and the server differ. */
export interface DriftRow {
  /** Where it is so. */
  readonly endpoints: readonly string[];
  /** Dates; a request without a version counts as the latest. */
  readonly versions: readonly Version[];
  readonly statuses: readonly number[];
  /** JSON pointer; `*` stands for every entry of a list. Empty for the body itself. */
  readonly member: string;
  /** In a few words; null if it does not list the member. */
  readonly specification: string | null;
  readonly description: string | null;
  /** The content of the recorded responses; null if there were none. */
  readonly server: string | null;
  /** What the description allows and the specification forbids. */
  readonly looser: readonly string[];
  /** What the specification allows and the description forbids. */
  readonly stricter: readonly string[];
  /** What the recorded responses differ from. */
  readonly breaks: readonly DriftBreach[];
}

/** How recorded responses break the definition of a member: the first violation. */
export interface DriftBreach {
  readonly of: "specification" | "description";
  /** The expected and the actual content in a few words. */
  readonly expected: string;
  readonly actual: string;
}

/**
 * Steps of comparing all responses of a surface with its description; an ordinary run takes some hundred
 * thousand. Beyond that, what the server breaks is not reported.
 */
const mostSteps = 3_000_000;

/** The maximum number of rows of one surface; a description of another service would have thousands. */
const mostRows = 300;

export interface Drift {
  readonly rows: readonly DriftRow[];
  /** The number of further rows. */
  readonly leftOut: number;
}

/**
 * Compares the specification, a description and recorded responses, member by member. Pure.
 *
 * @param operations those of the surface
 * @param exchanges of any surface; only those of this one are used
 */
export function driftOf(
  described: DescribedSurface,
  basePath: string,
  operations: readonly Operation[],
  exchanges: readonly RecordedExchange[],
  contracts: Pick<Catalogue, "defaultOf" | "versions" | "errors" | "operations">,
): Drift {
  const steps = { left: mostSteps };
  const found = operations.flatMap((operation) =>
    usableAnswers(described, basePath, operation, contracts).flatMap((answer) =>
      rowsOf(
        operation,
        answer,
        bodiesOf(operation, answer.status, exchanges, contracts),
        contracts,
        steps,
      ),
    ),
  );
  const foundRows = found.flatMap(({ rows }) => rows);
  const rows = [...group(foundRows, sayingOf).values()]
    .map(merged)
    .sort((a, b) => severity(a) - severity(b));
  const kept = rows.slice(0, mostRows);
  // Equal ones of several operations would be one row.
  const leftOut = new Set(found.flatMap((one) => one.leftOut));
  return { rows: kept, leftOut: rows.length - kept.length + leftOut.size };
}

/** None if the described responses are too large to judge, which the check on them reports. */
function usableAnswers(...place: Parameters<typeof answersOf>): readonly AnswerComparison[] {
  try {
    return answersOf(...place);
  } catch (error) {
    if (error instanceof UnusableSchema) return [];
    throw error;
  }
}

/** A row of one operation and status, with the responses in which it was seen. */
interface FoundRow extends Omit<DriftRow, "endpoints" | "versions" | "statuses" | "server"> {
  readonly endpoint: string;
  readonly version: Version;
  readonly status: number;
  readonly bodies: readonly unknown[];
}

/** The rows of one operation and status, and the members of those that are too many. */
interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly leftOut: readonly string[];
}

/** Equal rows of several operations are merged; errors in particular are often the same. */
function sayingOf({ endpoint: _, version: __, status, bodies: ___, ...saying }: FoundRow): string {
  // The wrong values differ, but the violation is the same.
  const breaks = saying.breaks.map(({ of, expected }) => [of, expected]);
  return JSON.stringify([status === 200, { ...saying, breaks }]);
}

function merged(rows: readonly FoundRow[]): DriftRow {
  const [first] = rows;
  if (first === undefined) throw new Error("a group without a row");
  const { member, specification, description, looser, stricter, breaks } = first;
  return {
    endpoints: [...new Set(rows.map((row) => row.endpoint))],
    versions: [...new Set(rows.map((row) => row.version))].sort().reverse(),
    statuses: [...new Set(rows.map((row) => row.status))],
    member,
    specification,
    description,
    server: observedWords(
      rows.flatMap((row) => row.bodies),
      member,
    ),
    looser,
    stricter,
    breaks,
  };
}

/** Rows in which the server breaks the specification come first, additions to the specification last. */
function severity({ breaks, looser, description }: DriftRow): number {
  if (breaks.some(({ of }) => of === "specification")) return 0;
  if (breaks.length > 0) return 1;
  if (description === null) return looser.length > 0 ? 2 : 4;
  return looser.length > 0 ? 3 : 5;
}

function bodiesOf(
  { surface, endpoint, version }: Operation,
  status: number,
  exchanges: readonly RecordedExchange[],
  contracts: Pick<Catalogue, "defaultOf">,
): readonly unknown[] {
  return exchanges.flatMap(({ request, response, ...exchange }) => {
    const date =
      exchange.version === defaultVersion
        ? contracts.defaultOf(surface, endpoint)
        : exchange.version;
    const isOf = exchange.surface === surface && exchange.endpoint === endpoint && date === version;
    if (!isOf || request.method !== "GET" || response?.status !== status) return [];
    return response.truncated ? [] : parsed(response.body);
  });
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** A row before the responses are compared. */
type Said = Omit<ShapeDifference, "contradicts" | "isOptional"> & { readonly isOptional?: boolean };

function rowsOf(
  operation: Operation,
  answer: AnswerComparison,
  bodies: readonly unknown[],
  contracts: Pick<Catalogue, "errors">,
  steps: SharedSteps,
): FoundRows {
  const { status, described, contract } = answer;
  const broken = {
    description: broke(bodies, (body) =>
      described.validate(body, steps).map(({ path, expected }) => {
        return { path, expected, actual: describeValue(valueAt(body, path)) };
      }),
    ),
    specification: broke(bodies, (body) => brokenInContract(operation, status, body, contracts)),
  };
  const differences = compareShapes(contract, described.shape);
  const said = new Map<string, Said>(differences.map((one) => [one.member, one]));
  const silent = { looser: [], stricter: [] };
  for (const member of [...broken.description.keys(), ...broken.specification.keys()]) {
    if (said.has(member)) continue;
    const words = {
      specification: wordsAt(contract, member),
      description: wordsAt(described.shape, member),
    };
    said.set(member, { member, ...words, ...silent });
  }
  for (const member of undescribed(bodies, described.shape)) {
    if (said.has(member)) continue;
    said.set(member, {
      member,
      specification: wordsAt(contract, member),
      description: null,
      ...silent,
    });
  }
  const { endpoint, version } = operation;
  const weight = ({ member }: Said) =>
    2 * Number(broken.specification.has(member)) + Number(broken.description.has(member));
  const all = [...said.values()].sort((a, b) => weight(b) - weight(a));
  const kept = all.slice(0, mostRows);
  const sent = new Set(kept.map(({ member }) => member).filter((member) => isSent(bodies, member)));
  const rows = kept
    .filter(({ member, description, isOptional }) => {
      // An optional member that is neither described nor sent is not drift.
      return description !== null || isOptional !== true || sent.has(member);
    })
    .map(({ member, specification, description, looser, stricter }) => ({
      endpoint,
      version,
      status,
      bodies,
      member,
      specification,
      description,
      looser,
      stricter,
      breaks: (["specification", "description"] as const).flatMap((of) => {
        const breach = broken[of].get(member);
        return breach === undefined ? [] : [{ of, ...breach }];
      }),
    }));
  return { rows, leftOut: all.slice(mostRows).map(({ member }) => member) };
}

function brokenInContract(
  operation: Operation,
  status: number,
  body: unknown,
  { errors }: Pick<Catalogue, "errors">,
): readonly Violation[] {
  if (status === 200) return operation.validateSuccess(body);
  // The requirements judge which envelope is required; here either is enough.
  const found = Object.values(errors).map(({ validate }) => validate(body));
  return found.some((one) => one.length === 0) ? [] : (found[0] ?? []);
}

interface Violation extends Omit<DriftBreach, "of"> {
  /** JSON pointer into a body. */
  readonly path: string;
}

/** The members that some body breaks, each with the first violation. */
function broke(
  bodies: readonly unknown[],
  violations: (body: unknown) => readonly Violation[],
): ReadonlyMap<string, Omit<DriftBreach, "of">> {
  const found = new Map<string, Omit<DriftBreach, "of">>();
  try {
    // Not of all bodies at once: each may have thousands.
    for (const body of bodies) {
      for (const { path, expected, actual } of violations(body)) {
        const member = anyEntry(path);
        if (!found.has(member)) found.set(member, { expected, actual });
      }
    }
    return found;
  } catch (error) {
    // description.valid reports an unusable schema.
    if (error instanceof UnusableSchema) return new Map();
    throw error;
  }
}

/** The same place in every entry of a list. */
export function anyEntry(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** Members of responses that the description does not list, although it lists others there. */
function undescribed(bodies: readonly unknown[], shape: Shape): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: unknown, at: string, told: Shape): void => {
    if (Array.isArray(value)) {
      if (told.items !== null) for (const entry of value) walk(entry, `${at}/*`, told.items);
      return;
    }
    if (!isObject(value) || told.members.size === 0) return;
    for (const [name, inner] of Object.entries(value)) {
      const member = told.members.get(name);
      const path = at + pointerToken(name);
      if (member === undefined) found.add(path);
      else walk(inner, path, member.shape);
    }
  };
  for (const body of bodies) walk(body, "", shape);
  return found;
}
