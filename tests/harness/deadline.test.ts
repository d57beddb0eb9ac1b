import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDeadline } from "../../harness/http/deadline.ts";

/** Keeps this thread busy. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test("is missed if nothing happens", async () => {
  const began = performance.now();
  await new Promise<void>((resolve) => createDeadline(30, resolve));
  // A timer may be early by a millisecond.
  expect(performance.now() - began).toBeGreaterThanOrEqual(29);
});

test("is not missed by what arrived while this thread was busy", async () => {
  let isMissed = false;
  const deadline = createDeadline(100, () => {
    isMissed = true;
  });
  // One of the same time, begun later: it comes just after that of the deadline.
  const isOver = new Promise<void>((resolve) => setTimeout(resolve, 100));
  block(300);
  // The timers come first, and then what has arrived.
  await isOver;
  deadline.postpone();
  await nextTurn();
  expect(isMissed).toBe(false);
  deadline.cancel();
});

test("is missed in the end, however busy this thread is", async () => {
  let isMissed = false;
  createDeadline(60, () => {
    isMissed = true;
  });
  for (let turn = 0; turn < 10; turn += 1) {
    block(100);
    await nextTurn();
  }
  expect(isMissed).toBe(true);
});

test("is not missed after its end", async () => {
  createDeadline(1, () => {
    throw new Error("missed");
  }).cancel();
  block(50);
  await nextTurn();
});

test("is not missed while it is held, but later", async () => {
  let isMissed = false;
  const missed = new Promise<void>((resolve) => {
    const deadline = createDeadline(60, () => {
      isMissed = true;
      resolve();
    });
    deadline.hold();
    deadline.hold();
    setTimeout(() => {
      expect(isMissed).toBe(false);
      deadline.goOn();
      deadline.goOn();
    }, 150);
  });
  await missed;
});

test("does not begin again by going on after its end", async () => {
  const deadline = createDeadline(1, () => {
    throw new Error("missed");
  });
  deadline.hold();
  deadline.cancel();
  deadline.goOn();
  block(50);
  await nextTurn();
  await nextTurn();
});
