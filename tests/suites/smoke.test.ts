import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { firstOf } from "../../suites/planning.ts";
import { judgeSmoke, smokeNeeds } from "../../suites/smoke.ts";
import { type MadeUpAnswer, madeUpExchange } from "./sources.ts";
import { completeSubject } from "./subject.ts";

const needs = smokeNeeds("news", completeSubject(), loadCatalogue());

function verdict(ping: MadeUpAnswer | null, keyed: MadeUpAnswer | null) {
  const exchanges = needs.keyed.map((need) => madeUpExchange(firstOf(need), keyed));
  const pinged = madeUpExchange(firstOf(needs.ping), ping);
  return judgeSmoke("news", "http://127.0.0.1:1", pinged, exchanges);
}

const json: MadeUpAnswer = { status: 200, body: "{}" };
const html: MadeUpAnswer = { status: 200, headers: { "content-type": "text/html" }, body: "<p>" };

test("smoke is ping without a key and one endpoint in each of the three styles", () => {
  expect(firstOf(needs.ping)).toMatchObject({ endpoint: "/ping", credential: { kind: "none" } });
  const forms = needs.keyed.map((need) => firstOf(need).credential);
  expect(forms.map((form) => form.kind === "key" && form.form)).toEqual([
    "api-key",
    "x-api-key",
    "bearer",
  ]);
});

describe("the run goes on", () => {
  test.each([
    ["where all is well", json, json],
    ["where only ping is broken", { status: 500, body: "" }, json],
    ["where only the protected endpoint is broken", json, { status: 500, body: "" }],
    ["where the protected endpoint drops the connection", json, null],
  ])("%s", (_, ping, keyed) => {
    expect(verdict(ping, keyed)).toEqual({ kind: "go" });
  });
});

describe("the run stops with one message", () => {
  test("where nothing answers", () => {
    expect(verdict(null, null)).toEqual({
      kind: "hopeless",
      message: "nothing answers at http://127.0.0.1:1: connection closed",
    });
  });

  test("where the key is refused in every style, naming the variable", () => {
    const stopped = verdict(json, { status: 401, body: "{}" });
    expect(stopped).toMatchObject({ kind: "refused" });
    expect(stopped.kind === "go" ? "" : stopped.message).toContain("NEWS_API_KEY");
  });

  test.each([
    ["where a web site answers", html, html],
    ["where every path is unknown", { status: 404, body: "{}" }, { status: 404, body: "{}" }],
  ])("%s", (_, ping, keyed) => {
    const stopped = verdict(ping, keyed);
    expect(stopped).toMatchObject({ kind: "hopeless" });
    expect(stopped.kind === "go" ? "" : stopped.message).toContain("is the base URL right");
  });
});
