import { expect, test } from "vitest";
import { exponent } from "../../bench/exponent.ts";

const points = (take: (amount: number) => number) =>
  [1, 10, 100, 1000].map((amount) => ({ amount, taken: take(amount) }));

test.for<readonly [string, (amount: number) => number, number]>([
  ["constant", () => 3, 0],
  ["less than noise", (n) => 3 + n / 10_000, 0],
  ["linear beside something constant", (n) => 3 + n / 100, 1],
  ["quadratic", (n) => 3 + n ** 2 / 1000, 2],
  ["the square root", (n) => 3 + n ** 0.5, 0.5],
])("%s", ([, take, expected]) => {
  expect(Math.abs(exponent(points(take)) - expected)).toBeLessThan(0.1);
});
