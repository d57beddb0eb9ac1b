import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { noCredential, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { requestsAfter } from "../../suites/engine/follow-ups.ts";
import { Inconclusive, type TogetherCheck } from "../../suites/model/check.ts";
import { completeTarget } from "./target.ts";

const cell = {
  surface: "aggregator",
  endpoint: "/topics",
  version: "2026-05-25",
  auth: null,
} as const;
const context = { cell, target: completeTarget(), contracts: loadCatalogue() };

function follow(value: string) {
  const next: RequestSpec = { ...cell, credential: noCredential, query: [["id", value]] };
  const check: TogetherCheck = {
    kind: "together",
    requirement: "item.made-up",
    where: () => [],
    send: () => ({}),
    thenSend: () => ({ next }),
    expect: () => [],
  };
  return requestsAfter(check, {}, context);
}

test("a value of 4,094 characters is sent in a URL beside a name of two, a longer one is not", () => {
  expect(Object.keys(follow("x".repeat(4094)))).toEqual(["next"]);
  expect(() => follow("x".repeat(4095))).toThrow(Inconclusive);
  expect(() => follow("x".repeat(4095))).toThrow(/too long for a URL/);
});
