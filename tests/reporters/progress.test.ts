import { describe, expect, test } from "vitest";
import {
  createProgress,
  type ProgressState,
  progressLine,
  progressStep,
} from "../../reporters/formats/progress.ts";

const state = (done: number, differing: Partial<ProgressState> = {}): ProgressState => ({
  done,
  noun: "check",
  total: 200,
  requests: done * 2,
  leftMs: null,
  elapsedMs: done * 10,
  current: "news /search/publishers at 2024-01-01",
  ...differing,
});

test("the live line", () => {
  expect(progressLine(state(100), 120)).toBe(
    "██████████░░░░░░░░░░ 100/200 checks  200/s  200 requests  news /search/publishers at 2024-01-01",
  );
  expect(progressLine(state(0, { current: null, total: 0 }), 120)).toBe(
    "░░░░░░░░░░░░░░░░░░░░ 0/0 checks  0 requests",
  );
  expect(progressLine(state(100), 40)).toBe("100/200 checks  200/s  200 requests  ne…");
});

test("the time that is left, where it is known", () => {
  const line = (leftMs: number | null, done = 100) =>
    progressLine(state(done, { elapsedMs: 100, leftMs, current: null }), 120).slice(21);
  expect(line(null)).toBe("100/200 checks  200 requests");
  expect(line(0)).toBe("100/200 checks  200 requests");
  expect(line(5400)).toBe("100/200 checks  6 s left  200 requests");
  expect(line(180_000)).toBe("100/200 checks  3 min 0 s left  200 requests");
  expect(line(9400, 0)).toBe("0/200 checks  10 s left  0 requests");
  expect(progressStep(99, state(100, { elapsedMs: 4000, leftMs: 12_000 }))).toBe(
    "50 %: 100 of 200 checks, 12 s left, 50/s, 200 requests",
  );
});

test("without requests rate and time are those of what is counted", () => {
  const faults: ProgressState = {
    noun: "fault",
    done: 5,
    total: 20,
    elapsedMs: 5000,
    current: null,
  };
  expect(progressLine(faults, 80)).toBe("█████░░░░░░░░░░░░░░░ 5/20 faults  15 s left  1/s");
});

test("a step at every tenth", () => {
  const steps = Array.from({ length: 201 }, (_, done) =>
    progressStep(Math.max(done - 1, 0), state(done)),
  ).filter((line) => line !== null);
  expect(steps).toHaveLength(10);
  expect(steps[0]).toBe("10 %: 20 of 200 checks, 40 requests");
  expect(steps.at(-1)).toBe("100 %: 200 of 200 checks, 200/s, 400 requests");
});

function written(isTTY: boolean, quiet: boolean): string[] {
  const texts: string[] = [];
  const stream = { isTTY, columns: 60, write: (text: string) => texts.push(text) };
  const progress = createProgress(stream, quiet);
  for (let done = 0; done <= 200; done += 1) progress.update(state(done));
  progress.end();
  return texts;
}

describe("the writer", () => {
  test("quiet writes nothing", () => {
    expect([...written(true, true), ...written(false, true)]).toEqual([]);
  });
  test("plain lines where there is no terminal", () => {
    const texts = written(false, false);
    expect(texts).toHaveLength(10);
    expect(texts.every((text) => /^\d+ %: [\w ,/]+\n$/.test(text))).toBe(true);
  });
  test("a terminal gets one line, repainted now and then, cleared at the end", () => {
    const texts = written(true, false);
    expect(texts.length).toBeLessThan(30);
    expect(texts.at(-2)).toContain("200/200 checks");
    expect(texts.at(-1)).toBe("\r\u001b[2K");
    expect(texts.join("")).not.toContain("\n");
  });
});
