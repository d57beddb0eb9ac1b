import { expect, test } from "vitest";
import { besideClasses } from "../../reference/faults/beside-parameters/beside-classes.ts";
import { besideFaults } from "../../reference/faults/beside-parameters/beside-faults.ts";
import { besideText } from "../../teeth/beside-parameters/beside-text.ts";
import { runBesideFaults } from "../../teeth/beside-parameters/run-beside-faults.ts";

/** Classes of which everything is seen; of the others, see `npm run beside-faults`. */
const whole = ["unknown-key", "other-products-key", "revoked-key", "no-key"];

test("faults beside parameters have names of their own, and every class has some", () => {
  const faults = besideFaults();
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const { name } of besideClasses) expect(besideFaults([name]).length).toBeGreaterThan(10);
});

test("no key that is wrong passes beside any parameter", { timeout: 300_000 }, async () => {
  const one = besideFaults(whole).filter(({ name }) => !name.includes("+"));
  const scores = await runBesideFaults(one);
  expect(scores.map(({ name }) => name)).toEqual(whole);
  expect(scores.flatMap(({ unseen, untried }) => [...unseen, ...untried])).toEqual([]);
});

test("what is not seen is named", async () => {
  const [fault] = besideFaults(["echo-kept"]).filter(({ name }) =>
    name.startsWith("echo-kept:country+language@aggregator/search"),
  );
  if (fault === undefined) throw new Error("the class has no such fault");
  expect(besideText(await runBesideFaults([fault]))).toMatch(
    /0 of +1 seen[\s\S]*unseen +echo-kept:/,
  );
});
