import { afterEach, expect, test, vi } from "vitest";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { inTime } from "../../suites/engine/judging-time.ts";
import type { Judged } from "../../suites/model/judgement.ts";

/** What is promised, in milliseconds: of one endpoint, of all, and of one endpoint afterwards. */
const mostJudgingMs = 10_000;
const mostJudgingInAllMs = 45_000;
const fairJudgingMs = 1_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock and a processor; `work` takes time of both, `wait` only of the clock, `others` only of the processor. */
function fakeTime() {
  let now = 0;
  let used = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(process, "cpuUsage").mockImplementation((since) => ({
    user: used * 1000 - (since?.user ?? 0),
    system: 0,
  }));
  const wait = (ms: number) => {
    now += ms;
  };
  const others = (ms: number) => {
    used += ms;
  };
  const work = (ms: number) => {
    wait(ms);
    others(ms);
  };
  return { wait, others, work };
}

const passed: Judged = { outcome: "pass", message: "", findings: [] };
const newSource = (): ExchangeSource => ({ exchange: () => Promise.reject(new Error("unused")) });

test("an endpoint whose responses take too long is blocked, and its neighbours are judged", () => {
  const { work } = fakeTime();
  const source = newSource();
  const judge = (endpoint: string, ms: number, of = source) =>
    inTime(of, { surface: "news", endpoint }, () => {
      work(ms);
      return passed;
    }).outcome;
  expect(judge("/info/topics", mostJudgingMs / 2)).toBe("pass");
  expect(judge("/info/topics", mostJudgingMs)).toBe("pass");
  expect(judge("/info/topics", 0)).toBe("blocked");
  expect(judge("/info/countries", 0)).toBe("pass");
  expect(judge("/info/topics", 0, newSource())).toBe("pass");
});

test("endpoints that are slow together are blocked, and those that take no time are judged", () => {
  const { work } = fakeTime();
  const source = newSource();
  const judge = (endpoint: string, ms: number) =>
    inTime(source, { surface: "aggregator", endpoint }, () => {
      work(ms);
      return passed;
    }).outcome;
  const slow = Array.from({ length: 9 }, (_, index) => `/slow-${index}`);
  for (const endpoint of slow) judge(endpoint, mostJudgingInAllMs / slow.length);
  expect(judge("/quick", fairJudgingMs)).toBe("pass");
  expect(slow.map((endpoint) => judge(endpoint, 0))).toEqual(slow.map(() => "blocked"));
  expect(judge("/quick", 0)).toBe("pass");
  expect(judge("/quick", 1)).toBe("pass");
  expect(judge("/quick", 0)).toBe("blocked");
});

test("what throws takes time too", () => {
  const { work } = fakeTime();
  const source = newSource();
  const place = { surface: "news", endpoint: "/info/topics" } as const;
  const fail = () =>
    inTime(source, place, () => {
      work(mostJudgingMs + 1);
      throw new Error("a defect");
    });
  expect(fail).toThrow("a defect");
  expect(inTime(source, place, () => passed).outcome).toBe("blocked");
});

test.each([
  ["waiting for a busy machine does not count", "wait", "pass"],
  ["the work of other threads does not count", "others", "pass"],
  ["work counts", "work", "blocked"],
] as const)("%s", (_, busy, second) => {
  const time = fakeTime();
  const source = newSource();
  const judge = () =>
    inTime(source, { surface: "news", endpoint: "/info/topics" }, () => {
      time[busy](2 * mostJudgingMs);
      return passed;
    }).outcome;
  expect([judge(), judge()]).toEqual(["pass", second]);
});
