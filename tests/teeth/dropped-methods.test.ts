import { expect, test } from "vitest";
import { variants } from "../../reference/variants/index.ts";
import { createOutcomes } from "./reference.ts";

const outcomeOf = createOutcomes("changed");

test("a gateway that drops other methods leaves nothing open that GET can show", async () => {
  const variant = variants.find(({ name }) => name === "other-methods-dropped");
  if (variant === undefined) throw new Error("the variant has another name");
  const { results } = await outcomeOf(variant);
  const of = (requirement: string) => results.filter((one) => one.requirement === requirement);
  for (const requirement of ["robustness.no-stack-trace", "robustness.key-not-echoed"]) {
    const outcomes = new Set(of(requirement).map(({ outcome }) => outcome));
    expect({ requirement, outcomes }).toEqual({ requirement, outcomes: new Set(["pass"]) });
  }
  for (const requirement of ["robustness.head", "robustness.options", "robustness.other-methods"]) {
    const own = of(requirement);
    expect(own.length).toBeGreaterThan(0);
    for (const { outcome, message } of own) {
      expect(outcome).toBe("skip");
      expect(message).toMatch(
        /closed the connection without a response to (HEAD|OPTIONS|P[A-Z]+|DELETE), which shows nothing: gateways silently drop/,
      );
    }
  }
  expect(results.filter(({ outcome }) => outcome === "blocked")).toEqual([]);
});
