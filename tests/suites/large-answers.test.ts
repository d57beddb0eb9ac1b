import { expect, test } from "vitest";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { noCredential } from "../../harness/requests/request-spec.ts";
import { turnOf } from "../../suites/engine/large-answers.ts";
import { exchange } from "../reporters/fixtures.ts";

const newSource = (): ExchangeSource => ({ exchange: () => Promise.reject(new Error("unused")) });

const body = new Uint8Array();

function large(id: string, isLarge = true): Exchange {
  const answer = { status: 200, headers: {}, body, json: { ok: true, value: 1 }, isLarge } as const;
  const spec = {
    surface: "news",
    endpoint: "/ping",
    version: defaultVersion,
    credential: noCredential,
    query: [],
  } as const;
  const times = { sentAt: 0, receivedAt: 0 };
  return { id, spec, answer, failure: null, recorded: exchange(id, "{}"), ...times };
}

test("large bodies are judged one after the other, each by all checks that wait", async () => {
  const source = newSource();
  const order: string[] = [];
  const check = (name: string) =>
    Promise.all(
      ["x1", "x2", "x3"].map(async (id) => {
        await turnOf(source, large(id));
        order.push(`${id} ${name}`);
      }),
    );
  await Promise.all(["a", "b", "c"].map(check));
  // Also what comes to wait later, for one that was judged before.
  await Promise.all(["d", "e"].map(check));
  const of = (id: string, names: string) => [...names].map((name) => `${id} ${name}`);
  expect(order).toEqual([
    ...["x1", "x2", "x3"].flatMap((id) => of(id, "abc")),
    ...["x1", "x2", "x3"].flatMap((id) => of(id, "de")),
  ]);
});

test("those who come while an exchange is judged are let through too", async () => {
  const source = newSource();
  const one = large("x1");
  await turnOf(source, one);
  const again = turnOf(source, one);
  await Promise.all([again, turnOf(source, one)?.then(() => turnOf(source, one))]);
  await turnOf(newSource(), one);
});

test("other bodies are judged at once", async () => {
  let isNow = true;
  setImmediate(() => {
    isNow = false;
  });
  await turnOf(newSource(), large("x1", false));
  expect(isNow).toBe(true);
});

/** The turns of the event loop in which three large bodies are judged, each for so many milliseconds. */
async function turnsOf(judgingMs: number): Promise<readonly number[]> {
  const source = newSource();
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const judgedAt = await Promise.all(
    ["x1", "x2", "x3"].map(async (id) => {
      await turnOf(source, large(id));
      for (const began = performance.now(); performance.now() - began < judgingMs; );
      return turns;
    }),
  );
  isOver = true;
  return judgedAt;
}

test("the event loop turns after a large body that takes long", async () => {
  expect(new Set(await turnsOf(110)).size).toBe(3);
});

test("large bodies that have arrived are judged before more is read", async () => {
  // A machine that stops this process between two bodies lets the loop turn, but not every time.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (new Set(await turnsOf(0)).size === 1) return;
  }
  expect.unreachable();
});
