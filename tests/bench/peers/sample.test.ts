import { expect, test } from "vitest";
import { evenSample, interleaved } from "../../../bench/peers/sample.ts";

const areas = { auth: 40, item: 9, ping: 2 };
const items = Object.entries(areas).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, index) => `${area}.${index}`),
);
const areaOf = (item: string) => item.split(".")[0] ?? "";
const sample = (count: number, seed: number) => evenSample(items, areaOf, count, seed);

function perArea(chosen: readonly string[]): Readonly<Record<string, number>> {
  const of = (area: string) => chosen.filter((item) => areaOf(item) === area).length;
  return Object.fromEntries(Object.keys(areas).map((area) => [area, of(area)]));
}

test("each area has as many, as long as it has any", () => {
  expect(perArea(sample(6, 1))).toEqual({ auth: 2, item: 2, ping: 2 });
  expect(perArea(sample(20, 1))).toEqual({ auth: 9, item: 9, ping: 2 });
});

test("nothing is chosen twice, and no more than there is", () => {
  const all = sample(1000, 3);
  expect([...all].sort()).toEqual([...items].sort());
  expect(sample(0, 3)).toEqual([]);
  expect(evenSample([], areaOf, 5, 3)).toEqual([]);
});

test("the same seed chooses the same, another seed something else", () => {
  expect(sample(12, 7)).toEqual(sample(12, 7));
  expect(sample(12, 7)).not.toEqual(sample(12, 8));
});

test("a smaller sample is the beginning of a larger one", () => {
  expect(sample(12, 7).slice(0, 5)).toEqual(sample(5, 7));
});

test("two lists become one, the beginning of which has its share of both", () => {
  const many = Array.from({ length: 8 }, (_, index) => `many ${index}`);
  const few = ["few 0", "few 1"];
  const all = interleaved(many, few);
  expect(all.filter((item) => item.startsWith("many"))).toEqual(many);
  expect(all.filter((item) => item.startsWith("few"))).toEqual(few);
  expect(all.slice(0, 5).filter((item) => item.startsWith("few"))).toEqual(["few 0"]);
  expect(interleaved([], few)).toEqual(few);
});
