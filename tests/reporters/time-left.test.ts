import { expect, test } from "vitest";
import { createTimeLeft, type Limits } from "../../reporters/model/time-left.ts";

interface Server extends Limits {
  readonly requests: number;
  /** How long the answer to a request takes that is sent at this time. */
  readonly latency: (sentAt: number, number: number) => number;
}

/** When each request is answered, in order, and how long it took: a queue with limits. */
function answers({ concurrency, rate, requests, latency }: Server) {
  const free = Array.from({ length: concurrency }, () => 0);
  let next = 0;
  return Array.from({ length: requests }, (_, number) => {
    const slot = free.indexOf(Math.min(...free));
    const sentAt = Math.max(free[slot] ?? 0, next);
    next = sentAt + (rate === null ? 0 : 1000 / rate);
    const took = latency(sentAt, number);
    free[slot] = sentAt + took;
    return { at: sentAt + took, took };
  }).sort((a, b) => a.at - b.at);
}

/** The estimates beside the truth, after each answer. */
function estimates(server: Server) {
  const all = answers(server);
  const end = all.at(-1)?.at ?? 0;
  const left = createTimeLeft(server);
  return all.map(({ at, took }, index) => {
    left.answered(at, took);
    return { truth: end - at, said: left.estimate(all.length - index - 1, at) ?? 0 };
  });
}

const steady = { concurrency: 8, rate: null, requests: 480 };
/** Latencies that vary and are the same in every run of the test. */
const uneven = (sentAt: number, number: number) => 60 + ((number * 7919) % 97) + (sentAt % 31);

const servers: readonly (readonly [name: string, server: Server])[] = [
  ["each answer takes as long", { ...steady, latency: () => 100 }],
  ["answers of uneven length", { ...steady, latency: uneven }],
  ["one at a time", { ...steady, concurrency: 1, latency: uneven }],
  ["many at once", { ...steady, concurrency: 64, latency: uneven }],
  ["limited by the rate", { ...steady, rate: 20, latency: uneven }],
  ["limited by the rate, with slow answers", { ...steady, rate: 20, latency: () => 350 }],
];

/** How far an estimate is off, as a share of the truth; little is left where it may be off by more. */
function error({ truth, said }: { readonly truth: number; readonly said: number }): number {
  return Math.abs(said - truth) < 1000 ? 0 : Math.abs(said - truth) / truth;
}

test.for(servers)("is right from the start: %s", ([, server]) => {
  const [first, ...rest] = estimates(server).map(error);
  // One answer tells no more than how long that one took.
  expect(first).toBeLessThan(0.7);
  expect(Math.max(...rest.slice(server.concurrency))).toBeLessThan(0.3);
});

test("follows a server whose first answers are slow, or that gets slower", () => {
  const warming = (_: number, number: number) => (number < 16 ? 1500 : 100);
  const tiring = (sentAt: number) => (sentAt < 2000 ? 50 : 200);
  for (const latency of [warming, tiring]) {
    const later = estimates({ ...steady, latency }).slice(400);
    expect(Math.max(...later.map(error))).toBeLessThan(0.3);
  }
});

test("grows while nothing comes, as where a server throttles", () => {
  const left = createTimeLeft({ concurrency: 2, rate: null });
  for (let number = 1; number <= 20; number += 1) left.answered(number * 100, 200);
  const before = left.estimate(30, 2000) ?? 0;
  expect(left.estimate(30, 20_000)).toBeGreaterThan(5 * before);
});

test("says nothing where nothing is known or left, but knows what a rate comes to", () => {
  const unlimited = createTimeLeft({ concurrency: 8, rate: null });
  expect(unlimited.estimate(100, 0)).toBeNull();
  unlimited.answered(10, 10);
  expect(unlimited.estimate(0, 10)).toBeNull();
  expect(createTimeLeft({ concurrency: 8, rate: 50 }).estimate(100, 0)).toBe(2000);
});
