import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { faultVerdict } from "../../teeth/judging/fault-verdict.ts";

const fault: Fault = {
  name: "made-up",
  breaks: "item.made-up",
  also: ["item.inevitable"],
  seenAt: ["/links"],
  cells: { surface: "news", endpoint: "/here", version: ["1", "2"], auth: "bearer" },
  sentence: "Made up.",
};

function result(
  requirement: string,
  outcome: CheckResult["outcome"],
  place: Partial<CheckResult> = {},
): CheckResult {
  return {
    surface: "news",
    endpoint: "/here",
    version: "1",
    auth: null,
    requirement,
    level: "must",
    outcome,
    message: "",
    findings: [],
    exchanges: [],
    ...place,
  };
}

const hit = result("item.made-up", "fail");
const inevitable = result("item.inevitable", "warn");

describe("the verdict", () => {
  test.each<[string, string, readonly CheckResult[]]>([
    ["caught", "the requirement is red where the fault acts", [hit, inevitable]],
    ["caught", "a warning is red as well", [result("item.made-up", "warn"), inevitable]],
    ["survived", "nothing is red", [result("item.made-up", "pass")]],
    ["survived", "what could not be judged is not red", [result("item.made-up", "blocked")]],
    ["survived", "only what it declares besides is red", [inevitable]],
    ["survived", "it is red elsewhere only", [result("item.made-up", "fail", { version: "3" })]],
    ["unrelated red", "another requirement is red", [hit, result("item.other", "warn")]],
    [
      "unrelated red",
      "it is red elsewhere too",
      [hit, result("item.made-up", "fail", { version: "3" })],
    ],
    ["unrelated red", "the suite has a defect", [hit, result("item.other", "error")]],
    ["caught", "seenAt names where else it shows", [hit, { ...inevitable, endpoint: "/links" }]],
  ])("%s: %s", (verdict, _, results) => {
    expect(faultVerdict(fault, results).verdict).toBe(verdict);
  });
});

test("further requirements that nothing trips are idle", () => {
  expect(faultVerdict(fault, [hit]).idle).toEqual(["item.inevitable"]);
  expect(faultVerdict(fault, [hit, inevitable]).idle).toEqual([]);
});

test("places where it acts and stays unseen are quiet", () => {
  const green = result("item.made-up", "pass", { version: "2", auth: "bearer" });
  const elsewhere = result("item.made-up", "pass", { version: "3" });
  expect(faultVerdict(fault, [hit, green, green, elsewhere]).quiet).toEqual([
    { surface: "news", endpoint: "/here", version: "2" },
  ]);
});
