import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../../contracts/error-envelope-owed.ts";
import { type Feature, featureName, featuresOf, featuresShown } from "../../contracts/features.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import { group } from "../../contracts/group.ts";
import type { Shape } from "../../contracts/shape.ts";
import type { RecordedExchange, Surface, Version } from "../../contracts/vocabulary.ts";

/** How often an answer showed something that a contract allows. */
export interface FeatureCoverage extends Feature {
  readonly answers: number;
}

/** What the answers of one operation showed of its contract. */
export interface OperationCoverage {
  readonly surface: Surface;
  readonly endpoint: string;
  /** A date; what was asked without the header counts as the latest. */
  readonly version: Version;
  /** `success` for answers with status 200, `error` for those with a 4xx status. */
  readonly of: "success" | "error";
  /** How many answers there were. */
  readonly answers: number;
  readonly features: readonly FeatureCoverage[];
}

/** What a run saw of everything that the contracts allow. */
export interface ContractCoverage {
  readonly features: number;
  /** How many of them were in at least one answer. */
  readonly seen: number;
  readonly operations: readonly OperationCoverage[];
}

/** What no answer showed; what is in a member that was never there is left out. */
export function neverSeen(features: readonly FeatureCoverage[]): readonly FeatureCoverage[] {
  const never = features.filter(({ answers }) => answers === 0);
  const absent = never.filter(({ kind }) => kind === "member").map(({ member }) => member);
  return never.filter(
    ({ kind, member }) =>
      !absent.some(
        (other) => member.startsWith(`${other}/`) || (other === member && kind !== "member"),
      ),
  );
}

type Contracts = Pick<Catalogue, "operations" | "operation" | "errors">;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isInFormat(text: string, format: string): boolean {
  if (format === "uuid") return uuid.test(text);
  return format === "iso8601-date-time" ? parseDateTime(text) !== null : true;
}

/**
 * Counts what recorded answers show of the contracts. An endpoint's version that need not exist counts
 * where it was answered. Pure.
 *
 * @param isTested whether a surface was tested
 */
export function contractCoverage(
  exchanges: readonly RecordedExchange[],
  contracts: Contracts,
  isTested: (surface: Surface) => boolean,
): ContractCoverage {
  const answers = group(exchanges, (exchange) => placeOf(exchange, contracts) ?? "");
  const operations = contracts.operations
    .filter(({ surface }) => isTested(surface))
    .flatMap((operation) =>
      (operation.protected ? (["success", "error"] as const) : (["success"] as const)).flatMap(
        (of) => coverageOf(operation, of, answers.get(nameOf(operation, of)) ?? [], contracts),
      ),
    );
  const all = operations.flatMap(({ features }) => features);
  return {
    features: all.length,
    seen: all.filter((feature) => feature.answers > 0).length,
    operations,
  };
}

function coverageOf(
  operation: Operation,
  of: OperationCoverage["of"],
  answers: readonly RecordedExchange[],
  { errors }: Contracts,
): readonly OperationCoverage[] {
  if (answers.length === 0 && operation.availability !== "stated") return [];
  const shape: Shape =
    of === "success"
      ? operation.successShape
      : errors[errorEnvelopeOwed(operation, ordinaryRefusal)].shape;
  const features = featuresOf(shape);
  if (features.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { response } of answers) {
    for (const name of featuresShown(parsed(response?.body ?? ""), shape, isInFormat)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const { surface, endpoint, version } = operation;
  return [
    {
      surface,
      endpoint,
      version,
      of,
      answers: answers.length,
      features: features.map((one) => ({ ...one, answers: counts.get(featureName(one)) ?? 0 })),
    },
  ];
}

/** The status of the refusals that every protected operation has. */
const ordinaryRefusal = 401;

/** The operation that an answer belongs to, and what it is there; null where it shows no contract. */
function placeOf({ surface, endpoint, version, response }: RecordedExchange, contracts: Contracts) {
  const operation = contracts.operation(surface, endpoint, version);
  if (operation === null || response === null || response.truncated) return null;
  const { status } = response;
  const isRefusal = status >= 400 && status < 500;
  return status === 200 || isRefusal ? nameOf(operation, isRefusal ? "error" : "success") : null;
}

function nameOf(
  { surface, endpoint, version }: Pick<Operation, "surface" | "endpoint" | "version">,
  of: OperationCoverage["of"],
): string {
  return `${surface} ${endpoint} ${version} ${of}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // That a body is not JSON is for other requirements to say: it shows nothing of the contract.
    return undefined;
  }
}
