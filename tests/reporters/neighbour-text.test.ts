import { describe, expect, test } from "vitest";
import { neighbourText } from "../../reporters/view/neighbour-text.ts";

const url = "http://127.0.0.1:8080/search?query=climate";
const version = ["api-version", "2024-01-01"] as const;
const key = ["x-api-key", "$AGGREGATOR_API_KEY"] as const;
const expected = "200 (as in other responses to this request)";
const bearer = ["authorization", "Bearer $AGGREGATOR_API_KEY"] as const;

describe("when and how a neighbouring request was sent, relative to the one that failed", () => {
  test.each([
    ["before", [key], " (after the same URL with $AGGREGATOR_API_KEY)"],
    ["before", [bearer], " (after the same URL with $AGGREGATOR_API_KEY)"],
    ["meanwhile", [version], " (at the same time as the same URL at 2024-01-01)"],
    ["after", [version, key], " (before the same URL at 2024-01-01 with $AGGREGATOR_API_KEY)"],
    ["before", [], " (the same request was answered correctly before)"],
    ["after", [], " (the same request was answered correctly afterwards)"],
  ] as const)("%s, with %j", (order, headers, text) => {
    const neighbour = { order, isCopied: null };
    expect(neighbourText({ url, headers: [] }, neighbour, { url, headers }, expected)).toBe(text);
  });

  test("nothing, if what was expected says already when it was answered correctly", () => {
    const alone = { order: "after", isCopied: null } as const;
    const told = "200 (as with nothing else in flight)";
    expect(neighbourText({ url, headers: [] }, alone, { url, headers: [] }, told)).toBe("");
  });

  test("a response that came before is named as that", () => {
    const cached = { order: "before", isCopied: true } as const;
    expect(neighbourText({ url, headers: [] }, cached, { url, headers: [key] }, expected)).toBe(
      " (after the same URL with $AGGREGATOR_API_KEY, whose response this is)",
    );
    const shared = { order: "before", isCopied: false } as const;
    expect(neighbourText({ url, headers: [] }, shared, { url, headers: [key] }, expected)).toBe(
      " (after the same URL with $AGGREGATOR_API_KEY, but not its response)",
    );
  });

  test("where two are only compared, nothing is said of time", () => {
    const compared = { order: "compared", isCopied: false } as const;
    expect(
      neighbourText({ url, headers: [] }, compared, { url, headers: [version] }, expected),
    ).toBe(" (unlike the same URL at 2024-01-01)");
    const other = { url: `${url}&language=fr`, headers: [] };
    expect(neighbourText({ url, headers: [] }, compared, other, expected)).toBe("");
  });

  test("what it lacks, and another URL, are named", () => {
    const own = { url, headers: [version, key] };
    const before = { order: "before", isCopied: null } as const;
    const meanwhile = { order: "meanwhile", isCopied: null } as const;
    expect(neighbourText(own, before, { url, headers: [key] }, expected)).toBe(
      " (after the same URL without api-version)",
    );
    expect(neighbourText(own, before, { url, headers: [version] }, expected)).toBe(
      " (after the same URL without a key)",
    );
    const other = { url: "http://127.0.0.1:8080/topics?topic=WORLD", headers: [version, key] };
    expect(neighbourText(own, meanwhile, other, expected)).toBe(
      " (at the same time as /topics?topic=WORLD)",
    );
  });
});
