import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withLazyMembers } from "../../harness/exchanges/lazy-members.ts";

const megabyte = 1_000_000;

/** The lazy form of a body, and how often the body was parsed for it. */
function lazyOf(text: string, length = megabyte) {
  let parses = 0;
  const parse = (): unknown => {
    parses += 1;
    return JSON.parse(text);
  };
  const lazy = withLazyMembers(JSON.parse(text), length, parse);
  return { lazy, parses: () => parses };
}

describe("an object with lazy members", () => {
  it("equals the body, whatever is in it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ minLength: 20_000, maxLength: 40_000 }),
        (small, large) => {
          const text = JSON.stringify({ first: large, ...small, last: [large] });
          const { lazy } = lazyOf(text);
          expect(lazy).toEqual(JSON.parse(text));
          expect(Object.keys(lazy ?? {})).toEqual(Object.keys(JSON.parse(text)));
          expect(JSON.stringify(lazy)).toBe(text);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("keeps what is small, and reads what is large when it is asked for", () => {
    const text = `{"metadata":{"id":"x"},"padding":"${"x".repeat(50_000)}","articles":[1,2]}`;
    const { lazy, parses } = lazyOf(text);
    expect(lazy).toMatchObject({ metadata: { id: "x" }, articles: [1, 2] });
    expect(Object.hasOwn(lazy ?? {}, "padding")).toBe(true);
    expect(parses()).toBe(0);
    expect(lazy).toHaveProperty("padding", "x".repeat(50_000));
    expect(parses()).toBeGreaterThan(0);
  });

  it("has a member of every name", () => {
    const large = `"${"x".repeat(50_000)}"`;
    const { lazy } = lazyOf(`{"__proto__":${large},"constructor":{"a":1},"toString":${large}}`);
    expect(Object.keys(lazy ?? {})).toEqual(["__proto__", "constructor", "toString"]);
    expect(Object.getPrototypeOf(lazy)).toBe(Object.prototype);
  });

  it("keeps little of a body, and nothing of one with many members", () => {
    const value = { one: "x".repeat(3_000), other: "y".repeat(3_000) };
    expect(lazyOf(JSON.stringify(value), 1000 * 32).lazy).toEqual(value);
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`m${index}`, 0]));
    expect(lazyOf(JSON.stringify(many)).lazy).toBeNull();
    const deep = `${'{"a":'.repeat(900)}0${"}".repeat(900)}`;
    expect(lazyOf(deep).lazy).toEqual(JSON.parse(deep));
  });

  it("is not made of anything else", () => {
    for (const text of ["[1]", '"text"', "1", "null", "true"]) {
      expect(lazyOf(text).lazy).toBeNull();
    }
  });
});
