import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdsText } from "../../reporters/files/holds-text.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holds-text-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const piece = 64 * 1024;

function holds(content: string, text: string): boolean {
  const file = join(folder, "file");
  writeFileSync(file, content);
  return holdsText(file, text);
}

test.each([
  ["at the beginning", 0],
  ["at the end of the first piece", piece - 4],
  ["across the end of the first piece", piece - 2],
  ["at the beginning of the second piece", piece],
  ["across the end of the second piece", 2 * piece - 3],
  ["far behind", 10 * piece + 17],
])("finds a text %s", (_, before) => {
  expect(holds(`${"-".repeat(before)}mark${"-".repeat(100)}`, "mark")).toBe(true);
  expect(holds(`${"-".repeat(before)}mark`, "mark")).toBe(true);
});

test("does not find what is not there", () => {
  expect(holds("", "mark")).toBe(false);
  expect(holds("mar", "mark")).toBe(false);
  expect(holds(`${"-".repeat(piece - 2)}ma-rk${"-".repeat(piece)}mar`, "mark")).toBe(false);
});
