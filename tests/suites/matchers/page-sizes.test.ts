import { describe, expect, test } from "vitest";
import { coveringTotal, pagesIn, paginationOf, sizesIn } from "../../../suites/matchers/counts.ts";
import { otherVersion } from "../../../suites/matchers/version-members.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { at, current, publishers, v1, v2 } from "./searches.ts";

describe("page sizes and numbers of pages", () => {
  test("are those of the version's own envelope", () => {
    const body = { hits_per_page: 10, total_pages: 3, pageSize: 20, totalPages: 4 };
    expect(sizesIn(body, operationOf(current))).toEqual([{ path: "/hits_per_page", value: 10 }]);
    expect(sizesIn(body, operationOf(v2))).toEqual([{ path: "/pageSize", value: 20 }]);
    expect(pagesIn(body, operationOf(current))).toEqual([3]);
    expect(pagesIn(body, operationOf(v2))).toEqual([4]);
  });

  test("are none where they are no numbers", () => {
    const body = { hits_per_page: "10", total_pages: 1.5, pageSize: "20", totalPages: null };
    for (const context of [current, v2]) {
      expect(sizesIn(body, operationOf(context))).toEqual([]);
      expect(pagesIn(body, operationOf(context))).toEqual([]);
    }
    expect(paginationOf(body)).toEqual({ hitsPerPage: [], totalPages: [] });
  });

  test.each([
    [{ total: 2, data: [1, 2] }, 2],
    [{ total: 1, data: [1, 2] }, null],
    [{ data: [] }, null],
  ])("the total of %j to calculate pages from: %s", (body, expected) => {
    expect(coveringTotal(body, operationOf(v1))).toBe(expected);
  });
});

describe("the other version that a body belongs to", () => {
  const { contracts } = v2;
  const legacy = { success: true, total: 0, data: [] };

  test("is one whose required members it has", () => {
    expect(otherVersion(legacy, operationOf(v2), contracts)?.version).toBe("2022-01-01");
    expect(otherVersion({ success: true }, operationOf(v2), contracts)).toBeUndefined();
  });

  test("is not its own, nor one of another endpoint", () => {
    expect(otherVersion(legacy, operationOf(v1), contracts)).toBeUndefined();
    const topics = operationOf(at("2022-01-01", "aggregator", "/topics"));
    expect(otherVersion(legacy, topics, contracts)).toBeUndefined();
  });

  test("is not one that requires nothing", () => {
    expect(otherVersion({}, operationOf(publishers), contracts)).toBeUndefined();
  });
});
