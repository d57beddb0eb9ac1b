import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { peers } from "../../../bench/peers/peers.ts";
import { setUpsMarkdown, withPart } from "../../../bench/peers/tables.ts";
import { failedCases } from "../../../bench/peers/tools/junit.ts";
import { edited, jsonResponses, open } from "../../../bench/peers/tools/openapi.ts";

test("the page describes the set-ups as they are", () => {
  const page = readFileSync(new URL("../../../docs/benchmarks.md", import.meta.url), "utf8");
  expect(withPart(page, "set-ups", setUpsMarkdown(peers))).toBe(page);
});

test("failed and erroneous test cases are read from JUnit, and no others", () => {
  const junit = `<?xml version="1.0"?>
<testsuite name="all" tests="5">
<testcase name="passed" time="1"/>
<testcase classname="a" name="failed" time="1"><failure message="x">GET</failure></testcase>
<testcase time="1" name="has output"><system-out>&lt;failure</system-out></testcase>
<testcase name="broken">
  <error/>
</testcase>
<testcase name="skipped"><skipped/></testcase>
</testsuite>`;
  expect(failedCases(junit)).toEqual(["failed", "broken"]);
});

const description = {
  paths: {
    "/search": {
      get: {
        responses: {
          "200": { content: { "application/json": { schema: { type: "object" } } } },
          default: { $ref: "#/components/responses/Error" },
        },
      },
    },
  },
  components: {
    responses: { Error: { content: { "application/json": { schema: { type: "string" } } } } },
  },
};

test("the responses of an operation are found, shared ones too", () => {
  expect(jsonResponses(description, "/search")).toEqual({
    "200": { schema: { type: "object" } },
    default: { schema: { type: "string" } },
  });
  expect(jsonResponses(description, "/unknown")).toEqual({});
});

test("objects are opened unless their schema decides", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "array", items: { type: "object" } } },
    not: { type: "object", additionalProperties: false },
  };
  expect(edited(schema, open)).toEqual({
    type: "object",
    additionalProperties: true,
    properties: { a: { type: "array", items: { type: "object", additionalProperties: true } } },
    not: { type: "object", additionalProperties: false },
  });
});
