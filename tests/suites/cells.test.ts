import { describe, expect, test } from "vitest";
import { authStyles } from "../../contracts/vocabulary.ts";
import { cellsOf } from "../../suites/model/cells.ts";
import { rotatedStyle } from "../../suites/model/rotation.ts";
import { loadFirstContracts } from "../contracts/folder.ts";
import { completeTarget } from "./target.ts";

const contracts = loadFirstContracts();
const target = completeTarget();

function versionsOf(endpoint: string, surface: "aggregator" | "news" = "aggregator") {
  return cellsOf(target, contracts, { endpoints: [endpoint] }, "none")
    .filter((cell) => cell.surface === surface)
    .map(({ version }) => version);
}

describe("the matrix follows the contracts", () => {
  test.each([
    ["/search", "aggregator", ["default", "2026-05-25", "2024-01-01", "2022-01-01"]],
    ["/ping", "aggregator", ["default", "2026-05-25", "2024-01-01", "2022-01-01"]],
    ["/info/topics", "news", ["default", "2026-08-01", "2024-01-01", "2022-01-01"]],
    ["/info/countries", "news", ["default", "2026-08-01", "2024-01-01"]],
    ["/ping", "news", ["default", "2026-08-01", "2024-01-01"]],
  ] as const)("%s of %s", (endpoint, surface, versions) => {
    expect(versionsOf(endpoint, surface)).toEqual(versions);
  });

  test("each protected cell has three styles", () => {
    const cells = cellsOf(target, contracts, { protected: true }, "each");
    const places = cellsOf(target, contracts, { protected: true }, "none");
    expect(cells).toHaveLength(places.length * 3);
    expect(places).toHaveLength(25);
  });

  test("a surface that is not tested has no cells", () => {
    const only = { ...target, surfaces: ["news"] as const };
    const surfaces = cellsOf(only, contracts, {}, "none").map(({ surface }) => surface);
    expect(new Set(surfaces)).toEqual(new Set(["news"]));
  });
});

describe("filters", () => {
  const count = (filter: Parameters<typeof cellsOf>[2]) =>
    cellsOf(target, contracts, { endpoints: ["/search"], ...filter }, "none").length;

  test.each([
    [{ default: "only" }, 1],
    [{ default: "without" }, 3],
    [{ generation: ["metadata-and-errors"] }, 2],
    [{ generation: ["2024", "2022"] }, 2],
    [{ generation: ["metadata-and-errors"], default: "without" }, 1],
  ] as const)("%j leaves %i", (filter, cells) => {
    expect(count(filter)).toBe(cells);
  });

  test("default is always stated, also where explicit versions are not", () => {
    const articles = { endpoints: ["/search/articles"], availability: ["stated"] } as const;
    const cells = cellsOf(target, contracts, articles, "none");
    expect(cells.map(({ version }) => version)).toEqual(["default"]);
  });
});

describe("styles rotate", () => {
  test("the same way every time", () => {
    const once = cellsOf(target, contracts, { protected: true }, "rotated");
    expect(cellsOf(target, contracts, { protected: true }, "rotated")).toEqual(once);
  });

  test("so that every endpoint with three or more versions sees every style", () => {
    const cells = cellsOf(target, contracts, { endpoints: ["/search", "/topics"] }, "rotated");
    for (const endpoint of ["/search", "/topics"]) {
      const styles = cells.filter((c) => c.endpoint === endpoint).map(({ auth }) => auth);
      expect(new Set(styles)).toEqual(new Set(authStyles));
    }
  });

  test("and a salt shifts the turn", () => {
    const place = { surface: "aggregator", endpoint: "/search", version: "default" } as const;
    const styles = [0, 1, 2].map((salt) => rotatedStyle(contracts, place, salt));
    expect(new Set(styles).size).toBe(3);
  });
});
