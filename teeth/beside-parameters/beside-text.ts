import type { BesideScore } from "./run-beside-faults.ts";

/** The score as text: a line for each class, and the names of the faults that nothing shows. */
export function besideText(scores: readonly BesideScore[]): string {
  const width = Math.max(0, ...scores.map(({ name }) => name.length));
  const lines = scores.map(({ name, total, unseen, untried }) =>
    [
      name.padEnd(width),
      `${String(total - unseen.length - untried.length).padStart(4)} of ${String(total).padStart(4)} seen`,
      `${String(unseen.length).padStart(4)} unseen`,
      `${String(untried.length).padStart(4)} untried`,
    ].join("  "),
  );
  const names = scores.flatMap(({ unseen, untried }) => [
    ...unseen.map((name) => `unseen   ${name}`),
    ...untried.map((name) => `untried  ${name}`),
  ]);
  return [...lines, ...(names.length > 0 ? ["", ...names] : [])].join("\n");
}
