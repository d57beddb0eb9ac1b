import { describe, expect, it } from "vitest";
import { createRedactor, redactHeaders } from "../../harness/secrets/redaction.ts";

describe("redactHeaders", () => {
  it("hides credentials by name and secrets by value", () => {
    const redact = createRedactor([{ value: "bk_secret", placeholder: "$KEY" }]);
    const headers = {
      "API-KEY": "a",
      "x-api-key": "b",
      Authorization: "Bearer c",
      "proxy-authorization": "d",
      cookie: "e",
      "set-cookie": "f",
      "x-gate": "g",
      "x-echo": "your key is bk_secret",
      "content-type": "application/json",
    };
    expect(redactHeaders(headers, redact, ["X-Gate"])).toEqual({
      "API-KEY": "[redacted]",
      "x-api-key": "[redacted]",
      Authorization: "[redacted]",
      "proxy-authorization": "[redacted]",
      cookie: "[redacted]",
      "set-cookie": "[redacted]",
      "x-gate": "[redacted header x-gate]",
      "x-echo": "your key is $KEY",
      "content-type": "application/json",
    });
  });

  it("hides secrets in the names too", () => {
    const redact = createRedactor([{ value: "bk_secret", placeholder: "$KEY" }]);
    expect(redactHeaders({ "x-bk_secret": "1" }, redact, [])).toEqual({ "x-$KEY": "1" });
  });
});
