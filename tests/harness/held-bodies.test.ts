import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHeldBodies, spilledBytes } from "../../harness/exchanges/held-bodies.ts";
import { createSpillFile } from "../../harness/exchanges/spill-file.ts";

const asItIs = (text: string) => text;
const body = (number: number) =>
  Buffer.from(JSON.stringify({ number, padding: "x".repeat(10_000) }));

describe("the bodies of a run", () => {
  it("are what they were, however little memory there is", () => {
    const bodies = createHeldBodies(15_000);
    const answers = Array.from({ length: 20 }, (_, number) =>
      bodies.answer(200, { "x-number": String(number) }, body(number), asItIs),
    );
    for (const [number, answer] of [...answers.entries(), ...[...answers.entries()].reverse()]) {
      expect(answer.json).toMatchObject({ ok: true, value: { number } });
      expect(Buffer.from(answer.body).equals(body(number))).toBe(true);
      expect(answer.headers).toEqual({ "x-number": String(number) });
    }
    bodies.close();
  });

  it("are parsed once as long as there is memory", () => {
    const bodies = createHeldBodies();
    const answer = bodies.answer(200, {}, body(1), asItIs);
    expect(answer.json).toBe(answer.json);
  });

  it("are gone with the run if they were not in memory", () => {
    const bodies = createHeldBodies(15_000);
    const [first, last] = [1, 2].map((number) => bodies.answer(200, {}, body(number), asItIs));
    bodies.close();
    expect(() => first?.json).toThrow("no longer available");
    expect(last?.json).toMatchObject({ ok: true });
  });
});

const mebibyte = 1024 * 1024;

describe("16 MiB of the bodies of a run", () => {
  /** How many of these can be used once there is no file any more. */
  function heldOf(
    made: Buffer,
    use: (answer: { readonly body: unknown; readonly json: unknown }) => unknown,
  ) {
    const bodies = createHeldBodies();
    const answers = Array.from({ length: 40 }, () => bodies.answer(200, {}, made, asItIs));
    for (const answer of answers) use(answer);
    bodies.close();
    return answers.filter((answer) => {
      try {
        return use(answer) !== undefined;
      } catch {
        return false;
      }
    }).length;
  }

  it("are in memory as they came", () => {
    expect(heldOf(Buffer.alloc(mebibyte, " "), ({ body: bytes }) => bytes)).toBe(16);
  });

  it("are in memory when they are parsed, with what their values take", () => {
    // The text takes a tenth of a mebibyte.
    const many = Buffer.from(`[${"0,".repeat(50_000)}0]`);
    const parsed = heldOf(many, ({ json }) => Object(json).value);
    expect(parsed).toBeGreaterThan(1);
    expect(parsed).toBeLessThan(7);
  });
});

describe("the file of the other bodies", () => {
  /** The folder for temporary files, in which nothing else is. */
  function temporaryFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "held-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    return folder;
  }

  // Only there a process can see its files that have no name.
  it.skipIf(process.platform !== "linux")("has no name, and none of their text", () => {
    const folder = temporaryFolder();
    const file = createSpillFile(mebibyte);
    const spilled = file.write(Buffer.from("canary ".repeat(1_000)));
    expect(readdirSync(folder, { recursive: true })).toEqual([]);
    const opened = readdirSync("/proc/self/fd")
      .map((name) => `/proc/self/fd/${name}`)
      .filter((one) => linkOf(one).startsWith(folder));
    expect(opened).toHaveLength(1);
    const written = readFileSync(opened[0] ?? "", "latin1");
    expect(written).toHaveLength(7_000);
    expect(written).not.toContain("canary");
    const read = spilled && file.read(spilled);
    expect(Buffer.from(read ?? []).toString()).toBe("canary ".repeat(1_000));
    file.close();
  });

  it("has a largest size, of 1 GiB for a run", () => {
    temporaryFolder();
    const file = createSpillFile(1_000);
    expect(file.write(Buffer.alloc(600))).not.toBeNull();
    expect(file.write(Buffer.alloc(401))).toBeNull();
    expect(file.write(Buffer.alloc(400))).not.toBeNull();
    file.close();
    expect(spilledBytes).toBe(1024 * mebibyte);
  });
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // It was that of the list itself.
    return "";
  }
}
