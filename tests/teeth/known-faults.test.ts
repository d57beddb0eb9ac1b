import { expect, test } from "vitest";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { faults } from "../../reference/faults/index.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { knownFaults } from "../../suites/budget/known-faults.ts";
import { probeName, probesOf } from "../../suites/budget/probes.ts";
import { recordKnownFaults } from "../../teeth/budget/record-known-faults.ts";

const remedy = "`npm run known-faults` writes it anew";

/** Faults in the description of a surface need no request, so no request shows them. */
const requested = faults.filter(({ breaks }) => !breaks.startsWith("description."));

test("every fault is known, and no other", () => {
  const known = Object.keys(knownFaults.shownBy);
  const missing = requested.filter(({ name }) => !known.includes(name)).map(({ name }) => name);
  expect(missing, remedy).toEqual([]);
  const names = new Set(faults.map(({ name }) => name));
  expect(
    known.filter((name) => !names.has(name)),
    remedy,
  ).toEqual([]);
});

test("what shows a fault is part of the plan", () => {
  const planned = new Set(probesOf(wholePlan()).map(probeName));
  const named = Object.values(knownFaults.shownBy).flat();
  expect(
    named.filter((name) => !planned.has(name)),
    remedy,
  ).toEqual([]);
});

test("a sample of the faults is shown by what is known to show them", async () => {
  const sample = requested.filter((_, index) => index % 100 === 5);
  const { shownBy } = await recordKnownFaults(sample);
  // A version that is new is not in the data, and need not be.
  const versions = new Set(
    Object.values(knownFaults.shownBy).flatMap((names) => names.map(versionOf)),
  );
  for (const { name } of sample) {
    const now = (shownBy[name] ?? []).filter((one) => versions.has(versionOf(one)));
    expect([name, now]).toEqual([name, knownFaults.shownBy[name] ?? []]);
  }
}, 300_000);

function versionOf(name: string): string {
  return name.split(" ")[3] ?? defaultVersion;
}
