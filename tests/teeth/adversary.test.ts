import { describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { adversaryText } from "../../teeth/adversary/adversary-text.ts";
import { compositionOf } from "../../teeth/adversary/compose.ts";
import { createExhaustiveJudge } from "../../teeth/adversary/exhaustive-judge.ts";
import { mutationShapes, scopeShapes } from "../../teeth/adversary/mutation.ts";
import { runAdversary } from "../../teeth/adversary/run-adversary.ts";

describe("random compositions of mutations", () => {
  const all = Array.from({ length: 600 }, (_, number) => compositionOf(1, number));

  test("are the same for the same seed, and others for another", () => {
    const sentences = (seed: number) =>
      Array.from({ length: 30 }, (_, number) =>
        compositionOf(seed, number).mutations.map(({ sentence }) => sentence),
      );
    expect(sentences(5)).toEqual(sentences(5));
    expect(sentences(5)).not.toEqual(sentences(6));
  });

  test("have every shape at every scope, one or two at a time", () => {
    const seen = new Set(all.flatMap(({ mutations }) => mutations.map(({ shape }) => shape)));
    expect([...seen].sort()).toEqual([...mutationShapes].sort());
    const scopes = new Set(all.flatMap(({ mutations }) => mutations.map(({ scope }) => scope)));
    expect([...scopes].sort()).toEqual([...scopeShapes].sort());
    expect(new Set(all.map(({ mutations }) => mutations.length))).toEqual(new Set([1, 2]));
  });

  test("change requests or responses, each server with a memory of its own", () => {
    for (const composition of all.slice(0, 50)) {
      const [one, other] = [composition.deviations(), composition.deviations()];
      expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name));
      for (const { request, response } of one) expect(request ?? response).toBeDefined();
    }
  });
});

test("servers are killed, unseen or survive; survivors are judged exhaustively", async () => {
  const hidden = {
    mutations: [],
    shape: "nothing at all",
    deviations: () => [
      {
        name: "renamed",
        cells: { surface: "news", endpoint: "/info/topics" },
        sentence: "names the topics otherwise",
        response: (response: { body: unknown }) => {
          response.body = JSON.parse(
            JSON.stringify(response.body).replaceAll("Technology", "Technique"),
          );
        },
      } as const,
    ],
  };
  const score = await runAdversary({
    seed: 1,
    tries: 4,
    compose: (seed, number) => (number === 3 ? hidden : compositionOf(seed, number)),
  });
  expect(score.killed + score.unseen + score.survivors.length).toBe(4);
  expect(score.killed).toBeGreaterThan(0);
  expect(score.defects).toEqual([]);
  expect(score.survivors.at(-1)).toMatchObject({ number: 3, shape: "nothing at all", breaks: [] });
}, 300_000);

test("an exhaustive judge names what a server breaks, and accuses none that conforms", async () => {
  const judge = await createExhaustiveJudge();
  const fault = findFault("three-letter-countries");
  if (fault === undefined) throw new Error("no such fault");
  expect(await judge.judge([])).toEqual([]);
  expect(await judge.judge([fault])).toContain(fault.breaks);
}, 300_000);

test("the report puts survivors that break a requirement first, by shape", () => {
  const survivor = (number: number, shape: string, breaks: readonly string[]) => ({
    number,
    shape,
    sentences: [`sentence ${number}`],
    breaks,
    example: { curl: "", healthy: null, changed: null },
  });
  const text = adversaryText({
    seed: 3,
    tries: 9,
    killed: 5,
    unseen: 1,
    defects: [],
    survivors: [
      survivor(1, "swap at endpoint", []),
      survivor(2, "cache at one cell", ["consistency.key-not-mixed"]),
      survivor(4, "swap at endpoint", []),
    ],
  });
  expect(text.split("\n")).toEqual([
    "Survivors that break a requirement when judged exhaustively",
    "  1 × cache at one cell",
    "    2: sentence 2 → consistency.key-not-mixed",
    "",
    "Survivors for a person to decide",
    "  2 × swap at endpoint",
    "    1: sentence 1",
    "    4: sentence 4",
    "",
    "9 servers from seed 3: 5 killed, 1 without a visible difference, 3 survivors, of which 1 break a requirement",
  ]);
});
