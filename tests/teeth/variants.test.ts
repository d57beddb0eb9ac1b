import { describe, expect, test } from "vitest";
import { variants } from "../../reference/variants/index.ts";
import { judge } from "../reporters/fixtures.ts";
import { createOutcomes, shown } from "./reference.ts";

const outcomeOf = createOutcomes("changed");
const everyVariant = variants.map((variant) => [variant.name, variant] as const);

describe.concurrent("no conforming server is accused", () => {
  test.each(everyVariant)("%s", async (_, variant) => {
    const { results } = await outcomeOf(variant);
    const accused = results.filter(
      ({ outcome, requirement }) =>
        outcome === "fail" ||
        outcome === "error" ||
        // A variant goes on with the reference server's description, which says otherwise.
        (variant.quiet && outcome === "warn" && requirement !== "description.answers-match"),
    );
    expect(accused.map(shown)).toEqual([]);
    const { verdict } = judge(results);
    const open = results.filter(({ level, outcome }) => level === "must" && outcome !== "pass");
    const reasons = variant.ends === "conformant" ? open.map(shown) : [];
    expect({ verdict, reasons }).toEqual({
      verdict: variant.ends,
      reasons: [],
    });
  });
});

describe.concurrent("no traffic of a conforming server is accused", () => {
  test.each(everyVariant)("%s", async (_, variant) => {
    const { inTraffic } = await outcomeOf(variant);
    const accused = inTraffic.filter(({ outcome }) => outcome === "fail" || outcome === "error");
    expect(accused.map(shown)).toEqual([]);
  });
});
