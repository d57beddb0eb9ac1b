import { expect, test } from "vitest";
import { namingRequest } from "../../../suites/matchers/named-request.ts";
import { madeUpExchange } from "../sources.ts";

test("findings about one of several requests name its parameters and its exchange", () => {
  const exchange = madeUpExchange(
    {
      surface: "news",
      endpoint: "/search/publishers",
      version: "default",
      credential: { kind: "none" },
      query: [
        ["limit", "0"],
        ["query", "climate"],
      ],
    },
    null,
  );
  const findings = [{ path: "status", expected: "a refusal (4xx)", actual: "200" }];
  expect(namingRequest(findings, exchange)).toEqual([
    {
      path: "status",
      expected: "a refusal (4xx) for limit=0&query=climate",
      actual: "200",
      exchange: exchange.id,
    },
  ]);
});
