import { loadCatalogue } from "../contracts/load.ts";
import type { RecordedExchange, surfaces } from "../contracts/vocabulary.ts";
import { driftOf } from "../description/drift.ts";
import type { Configuration } from "../harness/settings/types.ts";
import type { Report, ReportedDescription } from "../reporters/model/report.ts";
import { createTarget } from "../suites/model/target.ts";

const noKeys = { own: null, revoked: null, revocable: null };

/** The descriptions of the surfaces, compared with the contracts and the responses. Pure. */
export function reportedDescriptions(
  tested: Configuration["surfaces"],
  exchanges: readonly RecordedExchange[],
): Report["descriptions"] {
  const contracts = loadCatalogue();
  const keys = { aggregator: noKeys, news: noKeys };
  const target = createTarget({ surfaces: tested }, keys, contracts);
  const reported: Partial<Record<(typeof surfaces)[number], ReportedDescription>> = {};
  for (const surface of target.surfaces) {
    const description = target.description(surface);
    if (description === null) continue;
    const described = target.described(surface);
    const operations = contracts.operations.filter((one) => one.surface === surface);
    const drift =
      described === null
        ? { rows: [], leftOut: 0 }
        : driftOf(described, target.basePath(surface), operations, exchanges, contracts);
    reported[surface] = {
      source: description.source,
      openapi: described?.openapi ?? null,
      problem: description.problem,
      roles: target.discovered(surface),
      drift: drift.rows,
      driftLeftOut: drift.leftOut,
    };
  }
  return reported;
}
