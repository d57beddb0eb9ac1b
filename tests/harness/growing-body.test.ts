import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrowingBody } from "../../harness/http/growing-body.ts";

describe("a body that grows", () => {
  it("is what came, whatever length was expected", () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
    const expected = fc.option(fc.nat({ max: 400 }));
    fc.assert(
      fc.property(pieces, expected, (come, length) => {
        const body = createGrowingBody(length);
        for (const piece of come) body.add(piece);
        const whole = Buffer.concat(come);
        expect(body.length).toBe(whole.length);
        expect(Buffer.from(body.whole())).toEqual(whole);
      }),
    );
  });

  it("holds no more memory than it needs, and never the piece itself", () => {
    const piece = new Uint8Array([1, 2, 3]);
    for (const expected of [null, 3, 1000]) {
      const body = createGrowingBody(expected);
      body.add(piece);
      const whole = body.whole();
      expect(whole.buffer.byteLength).toBe(3);
      expect(whole.buffer).not.toBe(piece.buffer);
    }
  });
});
