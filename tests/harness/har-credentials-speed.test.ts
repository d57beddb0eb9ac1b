import { expect, test } from "vitest";
import { redactorOf, text } from "./har-texts.ts";

/** Milliseconds of the processor; other processes do not count. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const size = 1024 * 1024;
const filled = (pattern: string) => pattern.repeat(size / pattern.length);

test.each([
  ["lists in lists", filled("[")],
  ["objects in objects", filled('{"a":')],
  ["ends without beginnings", `[1${filled("]")}`],
  ["quotes", `{"${filled('"')}`],
  ["backslashes", `{"a":"${filled("\\")}`],
  ["names without values", `{${filled('"token":')}`],
  ["lines", filled("token: ")],
  ["blanks before a colon", `${filled(" ")}:`],
  ["quotes of Python", `{${filled("'")}`],
  ["a long word", `{"a":${filled("x")}`],
  ["blanks", `[1${filled(" ")}`],
  ["calls", filled("a(")],
  ["equals signs", filled("=")],
  ["pairs in pairs", filled("a=")],
  ["tokens in tokens", filled("token=")],
  ["all that separates pairs", filled("token=a&b?c;d,e~f g\n")],
  ["percent signs, encoded again and again", `a=%${filled("25")}3D`],
  ["JSON in JSON", JSON.stringify([JSON.stringify([JSON.stringify([filled('"\\')])])])],
  ["the beginnings of elements", filled("<a ")],
  ["elements with quotes", filled("<a b='c\" d=")],
  ["elements in elements", filled("<token>")],
  ["ends of elements", `${"<a>".repeat(200)}${filled("</b>")}`],
  ["attributes without quotes", `<a ${filled("token=a ")}>`],
  ["assignments", filled("token='")],
  ["segments of a path", filled("token/")],
  ["boundaries", `a${filled("\n--x\n")}`],
  ["the beginnings of URLs", filled("://@")],
  ["parts of a multipart body", `--x\r\n${filled('--x\r\nname="a"\r\n\r\n')}`],
  ["a boundary without end", `${filled("-")}\n`],
  [
    "base64 in base64",
    Buffer.from(Buffer.from(filled("a=b:")).toString("base64")).toString("base64"),
  ],
])("a megabyte of %s is read at once", async (_, given) => {
  // It takes a second at most; anything quadratic takes hours.
  expect(await processorTime(() => redactorOf(text(given)))).toBeLessThan(20_000);
});
