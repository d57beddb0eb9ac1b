import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reportFileNames } from "../../reporters/files/report-file-names.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test.each(reportFileNames)("the README's table of files has %s", (name) => {
  const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.filter((row) => row.split(" | ")[0]?.includes(`\`${name}\``))).toHaveLength(1);
});
