import { expect, test } from "vitest";
import { createDemands } from "../../../cli/watch/demands.ts";

test("the last thing that is asked for counts, and ends what is under way", async () => {
  const ended = new AbortController();
  const demands = createDemands(ended.signal);
  demands.ask("again");
  demands.ask("all");
  expect(await demands.next()).toBe("all");
  const underWay = demands.signal;
  expect(underWay.aborted).toBe(false);
  const next = demands.next();
  demands.ask("failed");
  expect(underWay.aborted).toBe(true);
  expect(await next).toBe("failed");
  expect(demands.signal.aborted).toBe(false);
});

test("nothing more is to be done once it has ended, whatever was asked for", async () => {
  const ended = new AbortController();
  const demands = createDemands(ended.signal);
  const next = demands.next();
  ended.abort();
  expect(await next).toBeNull();
  demands.ask("all");
  expect(await demands.next()).toBeNull();
});
