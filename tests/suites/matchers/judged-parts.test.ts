import { describe, expect, test } from "vitest";
import type { JudgedPlace } from "../../../contracts/judged-places.ts";
import {
  hasJudgedPart,
  judgedPartsText,
  needNoneOf,
} from "../../../suites/matchers/judged-parts.ts";

const place = (
  path: string,
  entries = false,
  kind: string | null = null,
  optional = false,
): JudgedPlace => ({ path: path === "" ? [] : path.split("."), entries, kind, optional });

const optional = (path: string) => place(path, false, null, true);

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

describe("a body need not have anything that a requirement judges", () => {
  test.each<readonly [unknown, readonly JudgedPlace[], boolean]>([
    [{ a: {} }, [optional("a.b"), optional("a.c")], true],
    [{ a: {} }, [optional("a.b"), place("a.c")], false],
    [{}, [optional("a.b")], false],
    [{ a: [] }, [optional("a.b")], false],
    [{}, [optional("a")], true],
    [{ a: {} }, [place("a.b", true, null, true)], false],
  ])("%j at %j: %s", (body, places, expected) => {
    expect(needNoneOf(body, places)).toBe(expected);
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
