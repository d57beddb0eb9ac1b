import { expect, test } from "vitest";
import { inTurns } from "../../suites/session/in-turns.ts";

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("the event loop turns while many things are done, in their order", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("a turn"));
  await inTurns([1, 2, 3], (one) => {
    busyFor(25);
    order.push(String(one));
  });
  expect(order).toEqual(["1", "a turn", "2", "3"]);
});

test("an error of one of them is an error of all", async () => {
  const failing = inTurns([1], () => {
    throw new Error("a defect");
  });
  await expect(failing).rejects.toThrow("a defect");
});
