import type { MatrixKind } from "../../contracts/vocabulary.ts";
import type { Report } from "../model/report.ts";

/** Why the verdict of a partial run certifies nothing, in a sentence or two; null if the run is whole. */
export function partialText({
  partial,
  traffic,
  configuration,
}: Pick<Report, "partial" | "traffic" | "configuration">): string | null {
  if (!partial) return null;
  if (traffic === null) {
    return `This is a partial run: it covers ${judgedText(configuration)} and certifies nothing.`;
  }
  const reasons = Object.entries(traffic.ignored).map(([reason, count]) => `${count} × ${reason}`);
  const rest = reasons.length === 0 ? "" : ` Not judged: ${reasons.join("; ")}.`;
  return (
    `Recorded traffic: ${traffic.judged} of ${traffic.entries} entries judged, each on its own. ` +
    `The verdict covers only the recorded requests and certifies nothing.${rest}`
  );
}

const kinds: Readonly<Record<MatrixKind, string>> = {
  full: "only the selected checks",
  pairwise: "every pair of endpoint, version, auth style and kind of key (--matrix pairwise)",
  smoke: "one request to each endpoint (--matrix smoke)",
};

function judgedText(configuration: Report["configuration"]): string {
  const { kind = "full", rotation = null } = configuration?.matrix ?? {};
  return rotation === null
    ? kinds[kind]
    : `part ${rotation.part} of ${rotation.of} of the full matrix (--rotation)`;
}
