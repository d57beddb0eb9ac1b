import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createFoundSecrets } from "../../harness/credentials/found-secrets.ts";
import { readValues } from "../../harness/credentials/values-of-text.ts";

const secret = "Xk29vQ7pLm4TzR8w";
const packed = (text: string) => gzipSync(text).toString("base64");

describe("a value that was read before", () => {
  test("is found again under names that say something else", () => {
    const found = createFoundSecrets();
    readValues(JSON.stringify({ note: [secret] }), "no", found);
    expect([...found.values.keys()]).toEqual([]);
    readValues(JSON.stringify({ password: [secret] }), "no", found);
    expect([...found.values.keys()]).toEqual([secret]);
  });

  test("is found again where there is more room to decompress it", () => {
    const found = createFoundSecrets();
    const value = packed(`password=${secret}`);
    const bombs = Array(8).fill(packed("0".repeat(1_000_000)));
    readValues(JSON.stringify([...bombs, value]), "no", found);
    expect([...found.values.keys()]).toEqual([]);
    readValues(JSON.stringify([value]), "no", found);
    expect([...found.values.keys()]).toEqual([secret]);
  });

  test("is found by others", () => {
    const text = JSON.stringify(["password: Xk29vQ7pLm4TzR8w"]);
    for (const found of [createFoundSecrets(), createFoundSecrets()]) {
      readValues(text, "no", found);
      readValues(text, "no", found);
      expect([...found.values.keys()]).toEqual([secret]);
    }
  });
});
