import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FileTooLarge, readRegularFile } from "../../harness/regular-file.ts";
import { isReport } from "../../reporters/files/earlier-reports.ts";

const folder = mkdtempSync(join(tmpdir(), "regular-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A regular file without a length, of which hundreds of terabytes can be read. */
const endless = "/proc/self/pagemap";

describe.skipIf(!existsSync(endless))("a file that the kernel makes up as it is read", () => {
  const link = join(folder, "report.json");

  test("is read to the limit only, as one behind a link in a foreign folder", () => {
    symlinkSync(endless, link);
    expect(() => readRegularFile(link, 1024 * 1024)).toThrow(FileTooLarge);
    expect(() => readRegularFile(link, 1024 * 1024)).toThrow("does not end; the limit is 1 MB");
  });

  test("is no report", () => {
    expect(isReport(link, "report.json")).toBe(false);
  });
});

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])(
  "a file of %i bytes is read as it is",
  (length) => {
    const file = join(folder, "file");
    const bytes = Buffer.alloc(length, "0123456789");
    writeFileSync(file, bytes);
    expect(readRegularFile(file, 300_000).equals(bytes)).toBe(true);
  },
);

test.skipIf(!existsSync("/proc/self/status"))("a file whose length is said to be 0 is read", () => {
  expect(readRegularFile("/proc/self/status", 1024 * 1024).toString()).toContain("Pid:");
});
