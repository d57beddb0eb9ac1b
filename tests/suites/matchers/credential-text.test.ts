import { describe, expect, test } from "vitest";
import type {
  AuthForm,
  Credential,
  KeyName,
  SingleCredential,
} from "../../../harness/requests/request-spec.ts";
import { isOrdinaryRefused } from "../../../suites/matchers/client-refused.ts";
import { credentialText } from "../../../suites/matchers/credential-text.ts";
import { madeUpExchange } from "../sources.ts";
import { answered, v2 } from "./searches.ts";

const key = (name: KeyName, form: AuthForm = "bearer"): SingleCredential => ({
  kind: "key",
  key: name,
  form,
});
const malformed = (value: string): SingleCredential => ({
  kind: "malformed",
  header: "api-key",
  value,
});

describe("a credential in words", () => {
  test.each<readonly [KeyName, string]>([
    ["unknown", "a key that was never issued"],
    ["lengthened", "the surface's key with one more character"],
    ["shortened", "the surface's key without its last character"],
    ["altered", "the surface's key with its last character changed"],
    ["altered-within-1", "the surface's key with another first character after bk_"],
    ["altered-within-4", "the surface's key with another character in its fourth sixth"],
    ["unprefixed", "the surface's key without bk_"],
    ["recased", "the surface's key with its letter case swapped"],
    ["other-product", "the other product's key"],
    ["revoked", "the revoked key"],
    ["revocable", "the key that was just revoked"],
  ])("the %s key", (name, text) => {
    expect(credentialText(key(name))).toBe(`${text} in "Authorization: Bearer"`);
  });

  test.each<readonly [string, Credential, string | null]>([
    ["no key", { kind: "none" }, "a request without a key"],
    ["the own key as listed", key("own"), null],
    ["the own key in a header of its own", key("own", "api-key"), null],
    [
      "the own key in a header that is spelled otherwise",
      key("own", "api-key-upper-case"),
      "the surface's key in API-KEY",
    ],
    ["the own key in another form", key("own", "bare"), "the surface's key in Authorization"],
    [
      "another key in that form",
      key("unknown", "api-key"),
      "a key that was never issued in api-key",
    ],
    ["a header without a key", malformed("x"), '"api-key: x"'],
    ["an empty header", malformed(""), "an empty api-key header"],
    [
      "two headers",
      { kind: "several", of: [key("own", "api-key"), key("unknown")] },
      'the surface\'s key in api-key and a key that was never issued in "Authorization: Bearer"',
    ],
  ])("%s", (_, credential, text) => {
    expect(credentialText(credential)).toBe(text);
  });
});

describe("the ordinary request of a client with other headers is refused", () => {
  const client = { accept: "*/*", acceptEncoding: null };
  const refused = (
    status: number,
    credential: Credential = key("own"),
    negotiation?: typeof client,
  ) => {
    const { spec } = answered(v2, {}, {});
    return isOrdinaryRefused(
      madeUpExchange(
        { ...spec, credential, ...(negotiation && { negotiation }) },
        status === 0 ? null : { status, body: "{}" },
      ),
    );
  };

  test.each([
    [400, true],
    [404, true],
    [499, true],
    [401, false],
    [403, false],
    [406, false],
    [415, false],
    [200, false],
    [500, false],
    [0, false],
  ])("with %i: %s", (status, expected) => {
    expect(refused(status, key("own"), client)).toBe(expected);
  });

  test("only with its own key and other headers", () => {
    expect(refused(400)).toBe(false);
    expect(refused(400, key("unknown"), client)).toBe(false);
    expect(refused(400, { kind: "none" }, client)).toBe(false);
  });
});
