import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../../contracts/error-envelope-owed.ts";
import { type Feature, featureName, featuresOf, featuresShown } from "../../contracts/features.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import { group } from "../../contracts/group.ts";
import type { Shape } from "../../contracts/shape.ts";
import type { RecordedExchange, Surface, Version } from "../../contracts/vocabulary.ts";

/** The number of responses with a feature that a contract allows. */
export interface FeatureCoverage extends Feature {
  readonly answers: number;
}

/** The contract coverage of one operation's responses. */
export interface OperationCoverage {
  readonly surface: Surface;
  readonly endpoint: string;
  /** A date; a request without the header counts as the latest. */
  readonly version: Version;
  /** `success` for responses with status 200, `error` for those with a 4xx status. */
  readonly of: "success" | "error";
  /** The number of responses. */
  readonly answers: number;
  readonly features: readonly FeatureCoverage[];
}

/** The contract coverage of a run. */
export interface ContractCoverage {
  readonly features: number;
  /** The number of features in at least one response. */
  readonly seen: number;
  readonly operations: readonly OperationCoverage[];
}

/** Features that no response had, without those inside a member that was never present. */
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
 * Counts the features of the contracts in recorded responses. A version that an endpoint need not have
 * counts if it was served. Pure.
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

/** The operation of a response, and its kind; null if it shows no contract. */
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
    // Other requirements report a body that is not JSON; it shows no contract.
    return undefined;
  }
}
