import { afterEach, expect, test, vi } from "vitest";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { Judged } from "../../suites/engine/judgement.ts";
import { inTime, mostJudgingMs } from "../../suites/engine/judging-time.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const passed: Judged = { outcome: "pass", message: "", findings: [] };
const newSource = (): ExchangeSource => ({ exchange: () => Promise.reject(new Error("unused")) });

test("an endpoint whose responses take too long is blocked, and its neighbours are judged", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const source = newSource();
  const judge = (endpoint: string, ms: number, of = source) =>
    inTime(of, { surface: "news", endpoint }, () => {
      now += ms;
      return passed;
    }).outcome;
  expect(judge("/info/topics", mostJudgingMs / 2)).toBe("pass");
  expect(judge("/info/topics", mostJudgingMs)).toBe("pass");
  expect(judge("/info/topics", 0)).toBe("blocked");
  expect(judge("/info/countries", 0)).toBe("pass");
  expect(judge("/info/topics", 0, newSource())).toBe("pass");
});

test("what throws takes time too", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const source = newSource();
  const place = { surface: "news", endpoint: "/info/topics" } as const;
  const fail = () =>
    inTime(source, place, () => {
      now += mostJudgingMs + 1;
      throw new Error("a defect");
    });
  expect(fail).toThrow("a defect");
  expect(inTime(source, place, () => passed).outcome).toBe("blocked");
});
