import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adversaryText } from "../teeth/adversary/adversary-text.ts";
import { runAdversary } from "../teeth/adversary/run-adversary.ts";

/** Judges random wrong servers, and writes a file for each that survives. */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    tries: { type: "string", default: "300" },
    out: { type: "string", default: "adversary" },
  },
});

function wholeNumber(name: "seed" | "tries"): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} must be a whole number from 0, not ${values[name]}`);
}

const [seed, tries] = [wholeNumber("seed"), wholeNumber("tries")];
mkdirSync(values.out, { recursive: true });
const score = await runAdversary({
  seed,
  tries,
  onTry: (done, survivors) => {
    if (done % 50 === 0) process.stderr.write(`${done} servers, ${survivors} survivors\n`);
  },
  onSurvivor: (survivor) => {
    const state = survivor.breaks.length > 0 ? "breaks" : "undecided";
    const file = join(values.out, `${state}-${seed}-${survivor.number}.json`);
    writeFileSync(file, `${JSON.stringify(survivor, null, 2)}\n`);
  },
});
process.stdout.write(`${adversaryText(score)}\n`);
