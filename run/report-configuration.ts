import { type Surface, surfaces } from "../contracts/vocabulary.ts";
import type { Description } from "../description/description.ts";
import { refuseTooLarge, TooLargeToJudge } from "../description/description-size.ts";
import { withViolations } from "../description/read-description.ts";
import type {
  Configuration,
  Keys,
  SurfaceConfiguration,
  SurfaceKeys,
} from "../harness/settings/types.ts";
import { UsageError } from "../harness/settings/usage-error.ts";
import type {
  HeldKeys,
  ReportConfiguration,
  ReportDescription,
  ReportSurface,
} from "../reporters/model/report-configuration.ts";

/** The input of a run as reported: no key, no header value, no command. */
export function reportConfiguration(
  { surfaces: tested, network, robustness, matrix, only, skip }: Configuration,
  keys: Keys,
): ReportConfiguration {
  const written: Partial<Record<Surface, ReportSurface>> = {};
  for (const surface of surfaces) {
    const found = tested[surface];
    if (found === undefined) continue;
    const { baseUrl, parameters, samples, revoke, lookup, descriptionRequests } = found;
    written[surface] = {
      baseUrl,
      parameters,
      samples,
      description: withoutViolations(found.description),
      ...(lookup && { lookup }),
      ...(descriptionRequests !== undefined && { descriptionRequests }),
      revokeKeyEnv: revoke?.keyEnv ?? null,
    };
  }
  const { concurrency, rate, timeoutMs, retries, patienceMs, maxDurationMs, headers } = network;
  return {
    surfaces: written,
    keys: { aggregator: heldKeys(keys.aggregator), news: heldKeys(keys.news) },
    network: {
      concurrency,
      rate,
      timeoutMs,
      retries,
      patienceMs,
      maxDurationMs,
      ...(network.allowInsecureTls && { allowInsecureTls: true }),
      headers: Object.keys(headers).sort(),
    },
    robustness,
    matrix,
    only,
    skip,
  };
}

/** The violations follow from the document, so they are not recorded. */
function withoutViolations(description: Description | null): ReportDescription | null {
  if (description === null) return null;
  const { violations: _, ...read } = description;
  return read;
}

function heldKeys({ own, revoked, revocable }: SurfaceKeys): HeldKeys {
  return { own: own !== null, revoked: revoked !== null, revocable: revocable !== null };
}

/** The configuration and keys for judging a recording. */
export interface Replayable {
  readonly configuration: Pick<
    Configuration,
    "surfaces" | "robustness" | "matrix" | "only" | "skip"
  >;
  /** Placeholders: if nothing is sent, only the presence of a key matters. */
  readonly keys: Keys;
}

/**
 * Restores the configuration from a report.
 * @throws UsageError if a description in it is larger than any that a run reads
 */
export async function replayable({
  surfaces: tested,
  keys,
  robustness,
  matrix,
  only,
  skip,
}: ReportConfiguration): Promise<Replayable> {
  const rebuilt: Partial<Record<Surface, SurfaceConfiguration>> = {};
  for (const surface of surfaces) {
    const found = tested[surface];
    if (found === undefined) continue;
    // Older reports have no description.
    const { revokeKeyEnv, description = null, ...rest } = found;
    if (description?.document) refuseUnjudgeable(surface, description.document);
    const revoke = revokeKeyEnv === null ? null : { keyEnv: revokeKeyEnv, command: "" };
    rebuilt[surface] = {
      ...rest,
      openapi: description?.source ?? null,
      description: description === null ? null : await withViolations(description),
      revoke,
    };
  }
  return {
    configuration: { surfaces: rebuilt, robustness, matrix, only, skip },
    keys: { aggregator: standIns(keys.aggregator), news: standIns(keys.news) },
  };
}

function refuseUnjudgeable(surface: Surface, document: unknown): void {
  try {
    refuseTooLarge(document);
  } catch (error) {
    if (!(error instanceof TooLargeToJudge)) throw error;
    throw new UsageError(
      `the description of the ${surface} surface in the report can't be judged again: ${error.message}`,
    );
  }
}

function standIns({ own, revoked, revocable }: HeldKeys): SurfaceKeys {
  const standIn = (held: boolean) => (held ? "not the key" : null);
  return { own: standIn(own), revoked: standIn(revoked), revocable: standIn(revocable) };
}
