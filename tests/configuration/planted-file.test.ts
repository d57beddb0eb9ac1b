import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfigurationFile } from "../../harness/configuration/file.ts";
import { isPlanted } from "../../harness/configuration/planted-file.ts";

const own = process.getuid?.() ?? 0;
let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planted-"));
  file = join(folder, "news-conformance.config.json");
  writeFileSync(file, "{}");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === "win32" || own === 0)("a file of the own user", () => {
  test("is planted for another one, in a folder for everybody only", () => {
    chmodSync(folder, 0o1777);
    expect(isPlanted(file)).toBe(false);
    expect(isPlanted(file, own + 1)).toBe(true);
    chmodSync(folder, 0o777);
    expect(isPlanted(file, own + 1)).toBe(false);
  });
});

// Only the superuser can give files away.
describe.skipIf(own !== 0 || process.platform === "win32")("a file of another user", () => {
  beforeEach(() => chownSync(file, 12_345, 12_345));

  test.each([
    ["the folder itself", "."],
    ["a folder below", "below"],
  ])("in a folder for everybody is not read from %s, unless it is named", (_, name) => {
    chmodSync(folder, 0o1777);
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    expect(() => readConfigurationFile(cwd, undefined)).toThrow("belongs to another user");
    expect(readConfigurationFile(cwd, file)?.content).toEqual({});
  });

  test("in a folder of its own is read, as in a container that has a checkout", () => {
    chmodSync(folder, 0o777);
    expect(readConfigurationFile(folder, undefined)?.content).toEqual({});
  });

  test("is told by its link, whoever owns what that leads to", () => {
    chmodSync(folder, 0o1777);
    writeFileSync(join(folder, "mine.json"), "{}");
    rmSync(file);
    symlinkSync("mine.json", file);
    expect(isPlanted(file)).toBe(false);
    lchownSync(file, 12_345, 12_345);
    expect(isPlanted(file)).toBe(true);
  });
});
