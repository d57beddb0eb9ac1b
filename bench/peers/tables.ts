import type { Peer } from "./peer.ts";
import type { Score } from "./score.ts";

/** A tool with what was measured, or why nothing was. */
export type Measured =
  | { readonly peer: Peer; readonly version: string; readonly score: Score }
  | { readonly peer: Peer; readonly notRun: string };

/** What the figures are of. */
export interface Sample {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly seed: number;
  /** All faults and variants from which these were chosen. */
  readonly of: { readonly faults: number; readonly variants: number };
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** The measured part of docs/benchmarks.md, in Markdown. Pure. */
export function peersMarkdown(sample: Sample, measured: readonly Measured[]): string {
  const run = measured.flatMap((one) => ("score" in one ? [one] : []));
  const areas = [...(run[0]?.score.areas.keys() ?? [])];
  const all = run[0]?.score;
  const faults = (all?.caught.length ?? 0) + (all?.missed.length ?? 0);
  return [
    `Measured on ${sample.date}, with ${faults} of the ${sample.of.faults} faults and ${all?.variants ?? 0} of the ${sample.of.variants} variants of that day, chosen with the seed ${sample.seed}:`,
    "",
    row([
      "tool",
      "version",
      "caught",
      "false alarms",
      "requests",
      "s per run",
      "faults per s",
      "faults per 100 requests",
      "JUnit",
    ]),
    row(["---", "---", ...Array.from({ length: 6 }, () => "---:"), "---"]),
    ...measured.map((one) =>
      "score" in one
        ? scoreRow(one.peer, one.version, one.score)
        : row([one.peer.name, "", `not run: ${one.notRun}`, "", "", "", "", "", ""]),
    ),
    "",
    "Caught by area:",
    "",
    row(["area", "faults", ...run.map(({ peer }) => peer.name)]),
    row(["---", "---:", ...run.map(() => "---:")]),
    ...areas.map((area) =>
      row([
        area,
        run[0]?.score.areas.get(area)?.faults ?? 0,
        ...run.map(({ score }) => score.areas.get(area)?.caught ?? 0),
      ]),
    ),
    "",
    ...run.flatMap(({ peer, score }) => misses(peer, score)),
  ].join("\n");
}

function scoreRow(peer: Peer, version: string, score: Score): string {
  return row([
    peer.name,
    version,
    `${score.caught.length} of ${score.caught.length + score.missed.length}`,
    `${score.accused.length} of ${score.variants}`,
    score.requests,
    score.seconds.toFixed(1),
    score.perSecond.toFixed(2),
    score.perHundred.toFixed(2),
    peer.junit ? "yes" : "no",
  ]);
}

function misses(peer: Peer, { missed, accused, noise }: Score): readonly string[] {
  const lines = [
    ...(missed.length === 0 ? [] : [`not caught: ${code(missed)}`]),
    ...(accused.length === 0 ? [] : [`falsely accused: ${code(accused)}`]),
    ...(noise === 0
      ? []
      : [`failures on the server without a fault, which are not counted: ${noise}`]),
  ];
  return lines.length === 0 ? [] : [`- **${peer.name}**: ${lines.join("; ")}.`];
}

/** The set-ups of the tools, in Markdown. Pure. */
export function setUpsMarkdown(peers: readonly Peer[]): string {
  return peers
    .flatMap(({ name, setUp, betterAt }) => [
      `### ${name}`,
      "",
      setUp,
      "",
      `What it is better at: ${betterAt}`,
      "",
    ])
    .join("\n")
    .trimEnd();
}

/** A text with new content between the comments of a name. */
export function withPart(text: string, name: string, content: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `\n<!-- end of ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`there is no part ${name}`);
  return text.slice(0, from + begin.length) + content + text.slice(to);
}
