import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type KeyDemand, readKeyboard } from "../../../cli/watch/keys.ts";

/** A terminal without a screen. */
function terminal() {
  const modes: boolean[] = [];
  const stream = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  return { stream, modes };
}

test("each key asks for one thing, others for nothing, and the terminal is given back", async () => {
  const { stream, modes } = terminal();
  const asked: KeyDemand[] = [];
  const release = readKeyboard(stream, (demand) => asked.push(demand));
  for (const text of ["\r", " ", "fa", "x\u001b[A?", "\u0003", "\u0004q"]) stream.write(text);
  await new Promise((done) => setImmediate(done));
  expect(asked).toEqual(["again", "again", "failed", "all", "end", "end", "end"]);
  release();
  stream.write("a");
  await new Promise((done) => setImmediate(done));
  expect(asked).toHaveLength(7);
  expect(modes).toEqual([true, false]);
});
