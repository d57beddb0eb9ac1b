import { expect, test } from "vitest";
import { faults } from "../../reference/faults/index.ts";
import { judgeRecorded } from "./recorded-traffic.ts";
import { referenceJudge, shown } from "./reference.ts";
import { alsoSeen, isSeen, observable, unseen } from "./seen-in-traffic.ts";

test("the traffic of the reference server shows every requirement that traffic can show", async () => {
  const { healthy } = await referenceJudge();
  const results = await judgeRecorded(healthy.traffic);
  expect(results.filter(({ outcome }) => outcome !== "pass").map(shown)).toEqual([]);
  const seen = new Set(results.map(({ requirement }) => requirement));
  expect([...observable].filter((id) => !seen.has(id))).toEqual([]);
});

// Fault by fault it is shown by faults.test.ts.
test("recorded traffic shows the faults that break a requirement which traffic can show", () => {
  const seen = faults.filter(isSeen);
  console.log(`recorded traffic shows ${seen.length} of ${faults.length} faults`);
  const possible = faults.filter(({ breaks }) => observable.has(breaks));
  expect(seen.length / possible.length).toBeGreaterThan(0.9);
});

test("the list of faults in traffic contains only existing faults", () => {
  const names = new Set(faults.map(({ name }) => name));
  const named = [...Object.keys(alsoSeen), ...unseen];
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
