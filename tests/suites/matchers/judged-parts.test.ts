import { describe, expect, test } from "vitest";
import type { JudgedPlace } from "../../../contracts/judged-places.ts";
import { hasJudgedPart, judgedPartsText } from "../../../suites/matchers/judged-parts.ts";

const place = (path: string, entries = false, kind: string | null = null): JudgedPlace => ({
  path: path === "" ? [] : path.split("."),
  entries,
  kind,
});

describe("a body has something that a requirement judges", () => {
  test.each<readonly [unknown, readonly JudgedPlace[], boolean]>([
    [{}, [place("")], true],
    [{ a: { b: null } }, [place("a.b")], true],
    [{ a: {} }, [place("a.b")], false],
    [{ a: [] }, [place("a")], true],
    [{ a: [1] }, [place("a", true)], true],
    [{ a: [] }, [place("a", true)], false],
    [{ a: {} }, [place("a", true)], false],
    [{ a: [{ type: "story" }, { type: "article" }] }, [place("a", true, "article")], true],
    [{ a: [{ type: "story" }, 1] }, [place("a", true, "article")], false],
    [[1], [place("", true)], true],
    [{ b: 1 }, [place("a"), place("b")], true],
    [{ c: 1 }, [place("a"), place("b")], false],
    [{ c: 1 }, [], false],
  ])("%j at %j: %s", (body, places, expected) => {
    expect(hasJudgedPart(body, places)).toBe(expected);
  });
});

describe("the places in words", () => {
  test.each<readonly [readonly JudgedPlace[], string]>([
    [[place("")], "body"],
    [[place("metadata.id")], "metadata.id"],
    [[place("related_topics", true)], "entries in related_topics"],
    [[place("", true)], "entries in body"],
    [[place("items", true, "article")], "entries of type article in items"],
    [[place("a"), place("b", true)], "a or entries in b"],
    [[place("a"), place("a"), place("b")], "a or b"],
  ])("%j: %s", (places, expected) => {
    expect(judgedPartsText(places)).toBe(expected);
  });
});
