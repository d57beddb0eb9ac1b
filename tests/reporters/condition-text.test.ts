import { describe, expect, test } from "vitest";
import type { Cell } from "../../contracts/vocabulary.ts";
import { whereText } from "../../reporters/view/card-parts.ts";
import { conditionText } from "../../reporters/view/condition-text.ts";

describe("what is special about a request", () => {
  const base = "https://staging.example/headlines";
  const own = ["api-key", "$AGGREGATOR_API_KEY"] as const;
  const revoked = ["authorization", "Bearer $AGGREGATOR_REVOKED_KEY"] as const;
  test.each([
    ["an ordinary search", "/search?query=climate", own, ""],
    ["no parameter", "/search", own, ""],
    ["an ordinary topic, under any name", "/topics?subject=TECHNOLOGY", own, ""],
    [
      "a filter",
      "/search?query=climate&domain=a.example",
      own,
      " (with query=climate&domain=a.example)",
    ],
    ["a filter alone", "/search?country=us", own, " (with country=us)"],
    ["many parameters", "/search?a=1&b=2&c=3&d=4", own, " (with a=1&b=2&c=3&d=4)"],
    ["the revoked key", "/search?query=climate", revoked, " (with the revoked key)"],
    ["both", "/search?country=us", revoked, " (with the revoked key, country=us)"],
  ] as const)("%s", (_, path, header, text) => {
    expect(
      conditionText({ url: base + path, headers: [header], status: 500 }, "status", "200"),
    ).toBe(text);
  });

  test("is not said twice", () => {
    const sent = { url: `${base}/search?country=us`, headers: [own], status: 200 };
    expect(conditionText(sent, "status", "200 for country=us")).toBe("");
    expect(conditionText(sent, "/date", "from 2026-03-01 to 2026-03-31")).toBe(
      " (with country=us)",
    );
  });

  test("the status of a refusal is, unless it is what is wrong; its parameters are not, if the key is refused", () => {
    const sent = (status: number) => ({ url: `${base}/search?page=0`, headers: [own], status });
    expect(conditionText(sent(400), "/code", "an integer")).toBe(" (in a 400) (with page=0)");
    expect(conditionText(sent(401), "/code", "an integer")).toBe(" (in a 401)");
    expect(conditionText(sent(401), "status", "200")).toBe(" (with page=0)");
  });

  test("parameters that only some of the requests have are not the cause", () => {
    const sent = { url: `${base}/search?a=1&b=2`, headers: [own], status: 200 };
    expect(conditionText({ ...sent, shared: new Set(["b"]) }, "/total", "1")).toBe(" (with b=2)");
    expect(conditionText({ ...sent, shared: new Set() }, "/total", "1")).toBe("");
  });

  test("what the response was expected to show comes first", () => {
    const url = `${base}/search?a=1&b=2&c=3&d=4&from=2026-03-31`;
    const sent = { url, headers: [own], status: 200 };
    expect(conditionText(sent, "/date", "from 2026-03-31 on")).toBe(
      " (with from=2026-03-31&a=1&b=2&c=3&…)",
    );
  });
});

describe("where something is broken", () => {
  const cell = (version: string, auth: Cell["auth"], endpoint = "/topics"): Cell => ({
    surface: "aggregator",
    endpoint,
    version,
    auth,
  });
  const styles = ["api-key", "x-api-key", "bearer"] as const;
  test.each([
    ["one cell", [cell("default", "bearer")], false, "aggregator GET /topics at default (bearer)"],
    ["the only style", [cell("default", "bearer")], true, "aggregator GET /topics at default"],
    [
      "every style",
      styles.map((auth) => cell("default", auth)),
      false,
      "aggregator GET /topics at default (every style)",
    ],
    [
      "more places than are named",
      ["/a", "/b", "/c", "/d"].map((endpoint) => cell("default", null, endpoint)),
      false,
      "aggregator GET /a at default; aggregator GET /b at default; aggregator GET /c at default and 1 more place",
    ],
  ] as const)("%s", (_, cells, oneStyle, text) => {
    expect(whereText({ cells, oneStyle })).toBe(text);
  });
});
