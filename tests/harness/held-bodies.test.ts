import { describe, expect, it } from "vitest";
import { createHeldBodies } from "../../harness/exchanges/held-bodies.ts";

const asItIs = (text: string) => text;
const body = (number: number) =>
  Buffer.from(JSON.stringify({ number, padding: "x".repeat(10_000) }));

describe("the bodies of a run", () => {
  it("are what they were, however little memory there is", () => {
    const bodies = createHeldBodies(15_000);
    const answers = Array.from({ length: 20 }, (_, number) =>
      bodies.answer(200, { "x-number": String(number) }, body(number), asItIs),
    );
    for (const [number, answer] of [...answers.entries(), ...[...answers.entries()].reverse()]) {
      expect(answer.json).toMatchObject({ ok: true, value: { number } });
      expect(Buffer.from(answer.body).equals(body(number))).toBe(true);
      expect(answer.headers).toEqual({ "x-number": String(number) });
    }
    bodies.close();
  });

  it("are parsed once as long as there is memory", () => {
    const bodies = createHeldBodies();
    const answer = bodies.answer(200, {}, body(1), asItIs);
    expect(answer.json).toBe(answer.json);
  });

  it("are gone with the run if they were not in memory", () => {
    const bodies = createHeldBodies(15_000);
    const [first, last] = [1, 2].map((number) => bodies.answer(200, {}, body(number), asItIs));
    bodies.close();
    expect(() => first?.json).toThrow("no longer available");
    expect(last?.json).toMatchObject({ ok: true });
  });
});
