import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mutated } from "./mutations.ts";
import { answer } from "./readers/answer.ts";
import { configuration } from "./readers/configuration.ts";
import { description } from "./readers/description.ts";
import { har } from "./readers/har.ts";
import { report } from "./readers/report.ts";

/** Inputs that a reader has once failed at; each is tried by every run from then on. */
const corpus = fileURLToPath(new URL("corpus", import.meta.url));
const readers = [answer, configuration, description, har, report];
/** For all readers together. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 60);
const seed = process.env.FUZZ_SEED;
/** Each input is read in milliseconds; nothing linear takes this long, even on a busy machine. */
const mostMilliseconds = 30_000;

async function readInTime(reader: (typeof readers)[number], input: Buffer): Promise<void> {
  const begun = performance.now();
  await reader.read(input);
  const took = performance.now() - begun;
  if (took > mostMilliseconds) throw new Error(`it took ${Math.round(took)} ms`);
}

describe.each(readers.map((one) => [one.name, one] as const))(
  "the reader of a foreign %s",
  (name, reader) => {
    const folder = join(corpus, name);
    const kept = existsSync(folder) ? readdirSync(folder) : [];

    test("accepts its seeds", async () => {
      const seeds = await reader.seeds();
      expect(seeds.length).toBeGreaterThan(0);
      for (const one of seeds) await readInTime(reader, one);
    });

    test.each(kept)("holds at %s of its corpus", async (file) => {
      await readInTime(reader, readFileSync(join(folder, file)));
    });

    test("holds at inputs made of its seeds", async () => {
      let failed: Buffer | null = null;
      const inputs = mutated([
        ...(await reader.seeds()),
        ...kept.map((file) => readFileSync(join(folder, file))),
      ]);
      const property = fc.asyncProperty(inputs, async (input) => {
        try {
          await readInTime(reader, input);
        } catch (error) {
          failed = input;
          throw error;
        }
      });
      let tried = 0;
      try {
        const outcome = await fc.check(property, {
          numRuns: 1_000_000,
          interruptAfterTimeLimit: (seconds * 1000) / readers.length,
          ...(seed === undefined ? {} : { seed: Number(seed) }),
        });
        tried = outcome.numRuns;
        if (outcome.failed) {
          const said = fc.defaultReportMessage(outcome)?.slice(0, 2_000);
          throw new Error(said, { cause: outcome.errorInstance });
        }
      } finally {
        console.log(`${name}: ${tried} inputs`);
        if (failed !== null) keep(folder, failed);
      }
      expect(tried).toBeGreaterThan(0);
    });
  },
);

function keep(folder: string, input: Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, createHash("sha256").update(input).digest("hex").slice(0, 16)), input);
}
