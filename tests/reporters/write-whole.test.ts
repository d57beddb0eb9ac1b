import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeWhole } from "../../reporters/files/write-whole.ts";

const folder = mkdtempSync(join(tmpdir(), "write-whole-"));
afterAll(() => rmSync(folder, { recursive: true }));

const slice = 1024 * 1024;

test.each([
  ["no text", ""],
  ["a text of one slice", "a".repeat(slice)],
  ["a pair of surrogates at the end of a slice", `${"a".repeat(slice - 1)}😀${"é".repeat(slice)}`],
  ["pairs in every place", "a😀".repeat(slice)],
])("%s is written as it is", async (_, text) => {
  const file = await writeWhole(join(folder, "report.json"), text);
  expect(readFileSync(file, "utf8") === text).toBe(true);
});

test.each([
  ["no piece", []],
  ["empty pieces", ["", "", ""]],
  ["small pieces", Array<string>(3 * slice).fill("a")],
  ["pieces of half a slice and more", Array<string>(5).fill("aé😀".repeat(slice / 7))],
  ["a piece of several slices", ["a", "😀".repeat(2 * slice), "b"]],
])("%s are written one after the other", async (_, pieces) => {
  const file = await writeWhole(join(folder, "report.json"), pieces);
  expect(readFileSync(file, "utf8") === pieces.join("")).toBe(true);
});
