import { expect, test } from "vitest";
import { type DeviantRun, type PeerRun, score } from "../../../bench/peers/score.ts";

const run = (failures: readonly string[], requests = 100, seconds = 2): PeerRun => ({
  failures,
  requests,
  seconds,
});
const deviant = (name: string, area: string, ...rest: Parameters<typeof run>): DeviantRun => ({
  ...run(...rest),
  name,
  area,
});

test("caught is what fails anew, and so is a false alarm", () => {
  const { caught, accused, noise, areas } = score({
    healthy: [run(["a"]), run(["a", "b"])],
    faults: [
      deviant("none", "auth", []),
      deviant("noise only", "auth", ["a", "b"]),
      deviant("more", "auth", ["a", "c"]),
      deviant("another", "item", ["d"]),
    ],
    variants: [deviant("fine", "variant", ["b"]), deviant("accused", "variant", ["e"])],
  });
  expect(caught).toEqual(["more", "another"]);
  expect(accused).toEqual(["accused"]);
  expect(noise).toBe(2);
  expect(Object.fromEntries(areas)).toEqual({
    auth: { caught: 1, faults: 3 },
    item: { caught: 1, faults: 1 },
  });
});

test("requests are those to a healthy server, the rates those of servers with faults", () => {
  const { requests, seconds, perSecond, perHundred } = score({
    healthy: [run([], 90, 1), run([], 110, 1)],
    faults: [deviant("x", "item", ["f"], 300, 3), deviant("y", "item", ["f"], 100, 5)],
    variants: [deviant("z", "variant", [], 1000, 30)],
  });
  expect({ requests, seconds, perSecond, perHundred }).toEqual({
    requests: 100,
    seconds: 3,
    perSecond: 2 / 8,
    perHundred: 0.5,
  });
});
