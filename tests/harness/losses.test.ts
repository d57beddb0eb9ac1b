import { describe, expect, it } from "vitest";
import { createLosses } from "../../harness/exchanges/losses.ts";

/** What is known after requests to places, with the number of attempts that were dropped before the answer. */
function lossesOf(answered: readonly (readonly [place: string, dropped: number])[]) {
  const losses = createLosses();
  for (const [place, dropped] of answered) {
    losses.asked(place);
    losses.answered(place, dropped);
  }
  losses.asked("/broken");
  return losses;
}
const times = (count: number, place: string, dropped: number) =>
  Array.from({ length: count }, () => [place, dropped] as const);

describe("connections that are lost", () => {
  it("are no chance where nothing else was lost", () => {
    expect(lossesOf(times(1000, "/fine", 0)).exclude("/broken", 2)).toBe(true);
  });

  it.each([
    ["one in a hundred", 1, 3],
    ["one in ten", 10, 6],
    ["one in five", 20, 8],
  ])("may be chance for a while where others are: %s", (_name, lost, enough) => {
    const each = [...times(100 - 2 * lost, "/fine", 0), ...times(lost, "/fine", 1)];
    const losses = lossesOf(Array.from({ length: 12 }, () => each).flat());
    expect(losses.exclude("/broken", enough - 1)).toBe(false);
    expect(losses.exclude("/broken", enough)).toBe(true);
  });

  it("are chance at the place where they are lost most", () => {
    const losses = lossesOf([...times(1000, "/fine", 0), ...times(10, "/broken", 1)]);
    expect(losses.exclude("/broken", 5)).toBe(false);
    expect(losses.exclude("/fine", 5)).toBe(true);
  });
});
