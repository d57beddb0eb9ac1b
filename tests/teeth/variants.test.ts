import { beforeAll, describe, expect, test } from "vitest";
import { createReferenceJudge, type ReferenceJudge } from "../../cli/teeth/reference-judge.ts";
import { variants } from "../../reference/variants/index.ts";
import { judgeRun } from "../../reporters/verdict.ts";

let reference: ReferenceJudge;
beforeAll(async () => {
  reference = await createReferenceJudge();
});

describe("no conforming server is accused", () => {
  test.each(variants.map((variant) => [variant.name, variant] as const))(
    "%s",
    async (_, variant) => {
      const results = await reference.judge([variant]);
      const accused = results.filter(
        ({ outcome, requirement }) =>
          outcome === "fail" ||
          outcome === "error" ||
          // A variant goes on with the reference server's description, which says otherwise.
          (variant.quiet && outcome === "warn" && requirement !== "description.answers-match"),
      );
      expect(
        accused.map((r) => `${r.requirement} ${r.endpoint}@${r.version}: ${r.message}`),
      ).toEqual([]);
      const { verdict } = judgeRun({
        results,
        waivers: [],
        exclusions: [],
        failOn: "must",
        allowIncomplete: false,
        interrupted: false,
        partial: false,
        today: "2026-01-01",
      });
      const open = results.filter(({ level, outcome }) => level === "must" && outcome !== "pass");
      const reasons = open.map(
        (r) => `${r.requirement} ${r.endpoint}@${r.version} ${r.outcome}: ${r.message}`,
      );
      expect({ verdict, reasons: variant.ends === "conformant" ? reasons : [] }).toEqual({
        verdict: variant.ends,
        reasons: [],
      });
    },
  );
});
