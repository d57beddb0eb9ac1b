import { describe, expect, test } from "vitest";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import { expectOwnSubtopics } from "../../../suites/matchers/own-subtopics.ts";
import { madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";

/** The page of a topic with links to these subtopics. */
function page(topic: string, ...ids: readonly unknown[]) {
  const spec: RequestSpec = {
    surface: "aggregator",
    endpoint: "/topics",
    version: "default",
    credential: { kind: "none" },
    query: [["topic_id", topic]],
  };
  const links = ids.map((id) => ({ name: "N", subtopic_id: id }));
  return madeUpExchange(spec, { status: 200, body: JSON.stringify({ subtopic_links: links }) });
}

describe("the subtopics of different topics", () => {
  test("are not all the same, in whatever order", () => {
    const pages = [page("A", "1", "2"), page("B", "2", "1", "2"), page("C", "7")];
    expect(expectOwnSubtopics(pages)).toMatchObject([
      { path: "/subtopic_links/*/subtopic_id", actual: "the same 2 as for another topic" },
    ]);
  });

  test.each([
    ["differ in one", [page("A", "1", "2"), page("B", "1", "3")]],
    ["differ for one topic", [page("A", "1", "2"), page("B", "1", "2"), page("C", "1", "4")]],
  ])("may %s", (_, pages) => {
    expect(expectOwnSubtopics(pages)).toEqual([]);
  });

  test.each([
    ["one subtopic for all", [page("A", "1"), page("B", "1")]],
    ["subtopics of one topic only", [page("A", "1", "2"), page("B")]],
    ["identifiers that are no texts", [page("A", 1, 2), page("B", 1, 2)]],
  ])("show nothing: %s", (_, pages) => {
    const notOwed = "fewer than two of the topics have several subtopics";
    expect(expectOwnSubtopics(pages)).toEqual({ notOwed });
  });

  test("show nothing if no topic is served", () => {
    expect(ending(() => expectOwnSubtopics([]))).toBe("skip: no topic was served");
  });
});
