import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadRegister } from "../../contracts/load.ts";
import { descriptionPath } from "../../reference/description/path.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import { variants } from "../../reference/variants/index.ts";
import { type ComparedServer, compare } from "./compare.ts";
import { install } from "./install.ts";
import { peers } from "./peers.ts";
import { createPlaces } from "./place.ts";
import { evenSample, interleaved } from "./sample.ts";
import { peersMarkdown, setUpsMarkdown, withPart } from "./tables.ts";

/**
 * Runs other tools and this one against the same sample of the reference server's faults and variants, and
 * writes docs/benchmarks.md. Options: `--faults N`, `--variants N`, `--seed S`; `--tool TEXT` measures only
 * tools with that text in their name and prints the table instead.
 */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = join(root, "docs", "benchmarks.md");

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "26" },
    variants: { type: "string", default: "8" },
    seed: { type: "string", default: "1" },
    tool: { type: "string", multiple: true },
  },
});
const chosen = peers.filter(({ name }) => values.tool?.some((text) => name.includes(text)) ?? true);
if (chosen.length === 0) {
  usageError(`no tool has such a name; there are ${peers.map(({ name }) => name).join(", ")}`);
}

function usageError(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** The value of an option that is a whole number. */
function numberOf(option: "faults" | "variants" | "seed"): number {
  const value = values[option];
  return /^\d{1,9}$/.test(value) ? Number(value) : usageError(`--${option} needs a whole number`);
}

/** No tool but this one reads a server's own description, and warnings fail no build. */
const isShown = ({ cells }: Deviation): boolean => cells.endpoint !== descriptionPath;
const register = loadRegister();
const candidates = {
  faults: faults.flatMap((deviation) => {
    const requirement = register.get(deviation.breaks);
    if (requirement?.level !== "must" || !isShown(deviation)) return [];
    return [{ name: deviation.name, kind: requirement.area, deviations: [deviation] }];
  }),
  variants: variants
    .filter(isShown)
    .map((one) => ({ name: one.name, kind: "variant" as const, deviations: [one] })),
};
const seed = numberOf("seed");
const healthy: ComparedServer = { name: "healthy", kind: "healthy", deviations: [] };
const servers: readonly ComparedServer[] = [
  healthy,
  healthy,
  ...interleaved<ComparedServer>(
    evenSample(candidates.faults, ({ kind }) => kind, numberOf("faults"), seed),
    evenSample(candidates.variants, ({ kind }) => kind, numberOf("variants"), seed),
  ),
];

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Its first line only: the output of a tool, which has keys in it, may follow. */
function onProblem(problem: unknown): void {
  say(String(problem).split("\n", 1).join());
}

let stopped = false;
process.once("SIGINT", () => {
  say("ends after this server; once more to end now");
  stopped = true;
});
install(root);
const folder = mkdtempSync(join(tmpdir(), "news-conformance-peers-"));
try {
  const results = await compare(chosen, servers, {
    root,
    placeOf: await createPlaces(root, folder),
    onRun: ({ name }, server, { failures, requests, seconds }) => {
      const figures = `${failures.length} failed, ${requests} requests, ${seconds.toFixed(1)} s`;
      say(`${server.name}: ${name}: ${figures}`);
    },
    onProblem,
    isStopped: () => stopped,
  });
  const of = { faults: candidates.faults.length, variants: candidates.variants.length };
  const date = new Date().toISOString().slice(0, 10);
  const table = peersMarkdown({ date, seed, of }, results);
  console.log(table);
  if (values.tool === undefined) {
    const text = withPart(readFileSync(page, "utf8"), "peers", table);
    writeFileSync(page, withPart(text, "set-ups", setUpsMarkdown(peers)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
