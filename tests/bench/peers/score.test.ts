import { expect, test } from "vitest";
import { type ServerRun, score } from "../../../bench/peers/score.ts";

const run = (
  name: string,
  kind: ServerRun["kind"],
  failures: readonly string[],
  requests = 100,
  seconds = 2,
): ServerRun => ({ name, kind, failures, requests, seconds });

test("caught is what fails anew, and so is a false alarm", () => {
  const { caught, missed, accused, variants, noise, areas } = score([
    run("healthy", "healthy", ["a"]),
    run("healthy", "healthy", ["a", "b"]),
    run("none", "auth", []),
    run("noise only", "auth", ["a", "b"]),
    run("fine", "variant", ["b"]),
    run("more", "auth", ["a", "c"]),
    run("another", "item", ["d"]),
    run("accused", "variant", ["e"]),
  ]);
  expect(caught).toEqual(["more", "another"]);
  expect(missed).toEqual(["none", "noise only"]);
  expect(accused).toEqual(["accused"]);
  expect({ variants, noise }).toEqual({ variants: 2, noise: 2 });
  expect(Object.fromEntries(areas)).toEqual({
    auth: { caught: 1, faults: 3 },
    item: { caught: 1, faults: 1 },
  });
});

test("requests are those to a healthy server, the rates those of servers with faults", () => {
  const { requests, seconds, perSecond, perHundred } = score([
    run("healthy", "healthy", [], 90, 1),
    run("healthy", "healthy", [], 110, 1),
    run("x", "item", ["f"], 300, 3),
    run("y", "item", ["f"], 100, 5),
    run("z", "variant", [], 1000, 30),
  ]);
  expect({ requests, seconds, perSecond, perHundred }).toEqual({
    requests: 100,
    seconds: 3,
    perSecond: 2 / 8,
    perHundred: 0.5,
  });
});
