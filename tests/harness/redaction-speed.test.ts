import { expect, test } from "vitest";
import { createRedactor } from "../../harness/exchanges/redaction.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["the beginning of the key", (size: number) => "-begins-with-a-sig".repeat(size / 18)],
  ["the sign that the key begins with", (size: number) => "-".repeat(size)],
  ["backslashes", (size: number) => "\\".repeat(size)],
  ["percent signs, encoded again and again", (size: number) => `%${"25".repeat(size / 2)}41`],
  ["ampersands", (size: number) => "&".repeat(size)],
  ["an entity that never ends", (size: number) => `&#${"0".repeat(size)}`],
  ["semicolons", (size: number) => `&${";".repeat(size)}`],
  ["opening braces", (size: number) => "\\u{".repeat(size / 3)],
  [
    "the key in base64, without end",
    (size: number) => base64("-begins-with-a-sign_7".repeat(size / 21)),
  ],
  ["the key itself", (size: number) => "-begins-with-a-sign_7".repeat(size / 21)],
])("reads a megabyte of %s at once", (_name, text) => {
  const hide = createRedactor([{ value: "-begins-with-a-sign_7", placeholder: "[gone]" }]);
  const begun = process.cpuUsage();
  hide(text(1024 * 1024));
  const { user, system } = process.cpuUsage(begun);
  // It takes milliseconds; anything quadratic takes hours. Other processes do not count.
  expect((user + system) / 1000).toBeLessThan(20_000);
});
