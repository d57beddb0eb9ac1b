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
import { install } from "./install.ts";
import { measure, noResult } from "./measure.ts";
import type { Peer, Place } from "./peer.ts";
import { peers } from "./peers.ts";
import { createPlaces } from "./place.ts";
import { evenSample } from "./sample.ts";
import { type DeviantRun, type PeerRuns, score } from "./score.ts";
import { type Measured, peersMarkdown, type Sample, setUpsMarkdown, withPart } from "./tables.ts";

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
const areaOf = (requirement: string): string => requirement.split(".")[0] ?? requirement;
const candidates = {
  faults: faults.filter((one) => isShown(one) && register.get(one.breaks)?.level === "must"),
  variants: variants.filter(isShown),
};
const seed = numberOf("seed");
const sample = {
  faults: evenSample(candidates.faults, ({ breaks }) => areaOf(breaks), numberOf("faults"), seed),
  variants: evenSample(candidates.variants, () => "", numberOf("variants"), seed),
};

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Its first line only: the output of a tool, which has keys in it, may follow. */
function onProblem(problem: unknown): void {
  say(String(problem).split("\n", 1).join());
}

async function runsOf(peer: Peer, place: Place): Promise<PeerRuns> {
  const run = async (what: string, deviations: readonly Deviation[]) => {
    const done = await measure(peer, place, deviations, onProblem);
    const { failures, requests, seconds } = done;
    say(
      `${peer.name}: ${what}: ${failures.length} failed, ${requests} requests, ${seconds.toFixed(1)} s`,
    );
    return done;
  };
  const deviant = async (deviation: Deviation, area: string): Promise<DeviantRun> => {
    return { ...(await run(deviation.name, [deviation])), name: deviation.name, area };
  };
  const healthy = [await run("healthy", []), await run("healthy", [])];
  const faulty: DeviantRun[] = [];
  for (const fault of sample.faults) faulty.push(await deviant(fault, areaOf(fault.breaks)));
  const varied: DeviantRun[] = [];
  for (const variant of sample.variants) varied.push(await deviant(variant, "variant"));
  return { healthy, faults: faulty, variants: varied };
}

async function measured(peer: Peer, place: Place): Promise<Measured> {
  const missing = peer.missing?.() ?? null;
  if (missing !== null) return { peer, notRun: missing };
  await peer.prepare(place);
  const runs = await runsOf(peer, place);
  const works = !runs.healthy.some(({ failures }) => failures.includes(noResult));
  return works
    ? { peer, version: peer.version(root), score: score(runs) }
    : { peer, notRun: "it has no result for the server without a fault" };
}

install(root);
const folder = mkdtempSync(join(tmpdir(), "news-conformance-peers-"));
try {
  const placeOf = await createPlaces(root, folder);
  const results: Measured[] = [];
  for (const peer of chosen) results.push(await measured(peer, placeOf(peer.name)));
  const named = (list: readonly Deviation[]) => list.map(({ name }) => name);
  const shown: Sample = {
    seed,
    faults: named(sample.faults),
    variants: named(sample.variants),
    of: { faults: candidates.faults.length, variants: candidates.variants.length },
  };
  const table = peersMarkdown(shown, results);
  console.log(table);
  if (values.tool === undefined) {
    const text = withPart(readFileSync(page, "utf8"), "peers", table);
    writeFileSync(page, withPart(text, "set-ups", setUpsMarkdown(peers)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
