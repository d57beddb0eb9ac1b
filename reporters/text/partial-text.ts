import type { Report } from "../model/report.ts";

/** Why the verdict of a partial run certifies nothing, in a sentence or two; null where the run is whole. */
export function partialText({ partial, traffic }: Pick<Report, "partial" | "traffic">) {
  if (!partial) return null;
  if (traffic === null) {
    return "A partial run: it speaks of the selected checks only and certifies nothing.";
  }
  const reasons = Object.entries(traffic.ignored).map(([reason, count]) => `${count} × ${reason}`);
  const rest = reasons.length === 0 ? "" : ` Not judged: ${reasons.join("; ")}.`;
  return (
    `Recorded traffic: ${traffic.judged} of ${traffic.entries} entries judged, each by itself. ` +
    `It speaks of what was seen only and certifies nothing.${rest}`
  );
}
