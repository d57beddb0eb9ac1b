import type { MatrixKind } from "../../contracts/vocabulary.ts";
import type { LeftOut, Report } from "../model/report.ts";
import { idsText } from "./ids-text.ts";
import { plural } from "./verdict-text.ts";

/** Why the verdict of a partial run certifies nothing, in a few sentences; null if the run is whole. */
export function partialText({
  partial,
  traffic,
  configuration,
  leftOut = null,
}: Pick<Report, "partial" | "traffic" | "configuration" | "leftOut">): string | null {
  if (!partial) return null;
  if (traffic === null) {
    const rest = leftOut === null ? "" : ` ${leftOutText(leftOut)}`;
    return `This is a partial run: it covers ${judgedText(configuration)} and certifies nothing.${rest}`;
  }
  const reasons = Object.entries(traffic.ignored).map(([reason, count]) => `${count} × ${reason}`);
  const rest = reasons.length === 0 ? "" : ` Not judged: ${reasons.join("; ")}.`;
  return (
    `Recorded traffic: ${traffic.judged} of ${traffic.entries} entries judged, each on its own. ` +
    `The verdict covers only the recorded requests and certifies nothing.${rest}`
  );
}

function leftOutText({ checks, requirements }: LeftOut): string {
  const left = `It left out ${plural(checks, "check")} of the full matrix`;
  if (requirements.length === 0) return `${left}; every requirement was judged somewhere.`;
  return `${left}, and judged nowhere: ${idsText(requirements)} (leftOut in report.json).`;
}

const kinds: Readonly<Record<MatrixKind, string>> = {
  full: "only the selected checks",
  pairwise: "every pair of endpoint, version, auth style and kind of key (--matrix pairwise)",
  smoke: "one request to each endpoint (--matrix smoke)",
};

function judgedText(configuration: Report["configuration"]): string {
  const bail = configuration?.matrix.bail ?? null;
  const covered = coveredText(configuration);
  if (bail === null) return covered;
  return `${covered} up to ${plural(bail, "failed requirement")} (--bail ${bail})`;
}

function coveredText(configuration: Report["configuration"]): string {
  if (configuration === null) return kinds.full;
  const { matrix, only, skip } = configuration;
  const { kind, rotation, budget = null, shard = null, failed = null, bail = null } = matrix;
  if (shard !== null) {
    return `shard ${shard.part} of ${shard.of}, to be joined with the others by news-conformance merge,`;
  }
  if (failed !== null) {
    return `only the ${plural(failed.length, "check")} that failed in an earlier run (--only-failed)`;
  }
  if (budget !== null) return `the ${budget} requests that reveal most (--budget ${budget})`;
  if (rotation !== null) {
    return `part ${rotation.part} of ${rotation.of} of the full matrix (--rotation)`;
  }
  const isWhole = kind === "full" && bail !== null && only.length + skip.length === 0;
  return isWhole ? "the full matrix" : kinds[kind];
}
