import { expect, test } from "vitest";
import { createRedactor } from "../../harness/secrets/redaction.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

function encodedUpTo(size: number): string {
  let text = "a".repeat(64);
  while (text.length < size) text = base64(text + text);
  return text;
}

/** Milliseconds of the processor; other processes do not count. */
function processorTime(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

test.each([
  ["the beginning of the key", (size: number) => "-begins-with-a-sig".repeat(size / 18)],
  ["the sign that the key begins with", (size: number) => "-".repeat(size)],
  ["backslashes", (size: number) => "\\".repeat(size)],
  ["percent signs, encoded again and again", (size: number) => `%${"25".repeat(size / 2)}41`],
  ["ampersands", (size: number) => "&".repeat(size)],
  ["an entity that never ends", (size: number) => `&#${"0".repeat(size)}`],
  ["entities without semicolons", (size: number) => "&#38#".repeat(size / 5)],
  ["braces that never close", (size: number) => "\\x{0".repeat(size / 4)],
  ["octal escapes of backslashes", (size: number) => "\\134".repeat(size / 4)],
  ["quoted-printable of itself", (size: number) => `=${"3D".repeat(size / 2)}`],
  ["indices that go on", (size: number) => JSON.stringify({ ...[..."a".repeat(size / 12)] })],
  ["indices that begin again and again", (size: number) => '0":"a","1'.repeat(size / 9)],
  ["semicolons", (size: number) => `&${";".repeat(size)}`],
  ["opening braces", (size: number) => "\\u{".repeat(size / 3)],
  [
    "the key in base64, without end",
    (size: number) => base64("-begins-with-a-sign_7".repeat(size / 21)),
  ],
  ["base64 of base64, again and again", (size: number) => encodedUpTo(size)],
  ["what is base64 at any alignment", (size: number) => "YWFh".repeat(size / 4)],
  ["hexadecimal digits that are letters", (size: number) => "61".repeat(size / 2)],
  ["codes of digits of codes", (size: number) => "53 55 32 ".repeat(size / 9)],
  ["digits and commas", (size: number) => "1,".repeat(size / 2)],
  [
    "the key in codes",
    (size: number) => [...Buffer.from("-begins-with-a-sign_7".repeat(size / 84))].join(),
  ],
  ["escapes written backwards", (size: number) => "16%".repeat(size / 3)],
  ["the key itself", (size: number) => "-begins-with-a-sign_7".repeat(size / 21)],
])("reads a megabyte of %s at once", (_name, text) => {
  const hide = createRedactor([{ value: "-begins-with-a-sign_7", placeholder: "[gone]" }]);
  // It takes milliseconds; anything quadratic takes hours.
  expect(processorTime(() => hide(text(1024 * 1024)))).toBeLessThan(20_000);
});

test.each<[string, (long: string) => string]>([
  ["the beginning of a long key", (long) => long.slice(0, 200)],
  ["a long key but its end", (long) => long.slice(0, -1)],
  ["a long key", (long) => long],
])("reads a megabyte of %s at once", (_name, repeated) => {
  const long = Array.from({ length: 800 }, (_, index) => index.toString(36)).join("-");
  const hide = createRedactor([{ value: long, placeholder: "[gone]" }]);
  const text = repeated(long);
  expect(processorTime(() => hide(text.repeat((1024 * 1024) / text.length)))).toBeLessThan(20_000);
});

const size = 128 * 1024;
const many = 2_000;
const digits = (index: number) => String(index).padStart(6, "0");

/** Secrets with as much in common as their names say, and a text with as much of them as there can be. */
test.each<[string, (index: number) => string, string]>([
  ["the beginning", (index) => `sk_live_${digits(index)}`, "sk_live_".repeat(size / 8)],
  ["the end", (index) => `${digits(index)}_of_tenant`, "0_of_tenant".repeat(size / 11)],
  [
    "all but one character",
    (index) => `${"a".repeat(index % 64)}b${"a".repeat(index / 64)}`,
    "a".repeat(size),
  ],
  ["all characters, of different number", (index) => "=-".repeat(6 + index), "=-".repeat(size / 2)],
  [
    "what base64 makes of it",
    (index) => `user:${digits(index)}:x`,
    base64("user:0".repeat(size / 8)),
  ],
])("many secrets that share %s take no more time than few", (_name, secret, text) => {
  const hiderOf = (count: number) => {
    const secrets = Array.from({ length: count }, (_, index) => secret(index));
    const hide = createRedactor(
      secrets.map((value) => ({ value, placeholder: "[gone]", encodings: false as const })),
    );
    hide("what is searched for is made first");
    return hide;
  };
  const [few, all] = [hiderOf(many / 40), hiderOf(many)];
  const best = (hide: (text: string) => string) =>
    Math.min(...[1, 2, 3].map(() => processorTime(() => hide(text))));
  // Linear in both, it takes the same time; if each secret is compared, 40 times as much.
  expect(best(all)).toBeLessThan(8 * best(few) + 50);
});
