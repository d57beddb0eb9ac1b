import { expect, test } from "vitest";
import { createHarSecrets } from "../../harness/har/har-secrets.ts";

/** Recorded traffic with one credential for each entry. */
async function secretsWith(credentials: Iterable<string>) {
  const secrets = createHarSecrets();
  for (const value of credentials) {
    await secrets.look({ request: { headers: [{ name: "x-api-key", value }] }, response: {} });
  }
  return secrets;
}

function* numbered(count: number, length: number): Iterable<string> {
  for (let index = 0; index < count; index += 1) yield `${index}-`.padEnd(length, "Zz9-");
}

test.each([
  ["very many", 20_001, 16],
  ["many that are long", 501, 8_000],
  // Of these, 1,024 characters count.
  ["many that are very long", 3_907, 8_193],
])("%s credentials are refused with a way out", async (_, count, length) => {
  const secrets = await secretsWith(numbered(count, length));
  const act = () => secrets.redactor([]);
  expect(act).toThrow(/the traffic contains more than .* different credentials and cookies/);
});

test.each([
  ["many", 20_000, 16],
  ["some that are long", 400, 8_000],
  ["more that are very long", 2_000, 8_193],
])("%s credentials are all removed", async (_, count, length) => {
  const redact = (await secretsWith(numbered(count, length))).redactor([]);
  const [first = "", , last = ""] = [...numbered(count, length)].filter(
    (_one, index) => index < 2 || index === count - 1,
  );
  expect(redact(`a ${first} b ${encodeURIComponent(last)}`)).toBe(
    `a [redacted key] b [redacted key]`,
  );
});

test("the same credential counts once", async () => {
  const same = Array.from({ length: 20_001 }, () => "the-same-0123456789");
  expect((await secretsWith(same)).redactor([])("the-same-0123456789")).toBe("[redacted key]");
});

test.each([
  ["short", "Kq7Lm2Pv9Rt4Wy"],
  ["longer", "Kq7Lm2Pv9Rt4Wy-correct-horse"],
])(
  "among very many credentials, a %s one is found in base64 and in hexadecimal",
  async (_, one) => {
    const redact = (await secretsWith([...numbered(2_000, 20), one])).redactor([]);
    for (const coding of ["base64", "base64url", "hex"] as const)
      expect(redact(`a ${Buffer.from(one).toString(coding)} b`)).toMatch(
        /^a \[redacted key\]=* b$/,
      );
  },
);
