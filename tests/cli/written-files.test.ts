import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportFileNames } from "../../reporters/files/report-file-names.ts";
import { command, inFolder } from "./command.ts";

const words = ["run", "--reference", "--only", "ping.*", "surface:news", "--har", "--quiet"];
const modeOf = (path: string) => statSync(path).mode & 0o777;

// Windows has other permissions, and lets few users make links.
describe.skipIf(process.platform === "win32")("the files that a command writes", () => {
  test("are for their owner only, like the folders that are made for them", async () => {
    await inFolder(async (cwd) => {
      const before = process.umask(0);
      try {
        expect((await command([...words, "--out", "a/b"], { cwd })).code).toBe(0);
        expect((await command([...words, "--out", "a/b", "--seed", "2"], { cwd })).code).toBe(0);
        expect((await command(["run", "--onyl", "--out", "a/b"], { cwd })).code).toBe(2);
        await command(["board", "a/b/earlier-run", "--out", "k"], { cwd });
      } finally {
        process.umask(before);
      }
      const folders = ["a", "a/b", "a/b/earlier-run", "k"].map((name) => join(cwd, name));
      const files = readdirSync(join(cwd, "a/b/earlier-run"));
      expect(files.length).toBeGreaterThan(5);
      expect(folders.filter((folder) => modeOf(folder) !== 0o700)).toEqual([]);
      expect(
        files
          .map((name) => join(cwd, "a/b/earlier-run", name))
          .filter((file) => modeOf(file) !== 0o600),
      ).toEqual([]);
    });
  });

  test("leave nothing else in the folder", async () => {
    await inFolder(async (cwd) => {
      await command(words, { cwd });
      const names: readonly string[] = reportFileNames;
      const others = readdirSync(join(cwd, "conformance-report")).filter(
        (name) => !names.includes(name),
      );
      expect(others).toEqual([]);
    });
  });

  test("replace symbolic links and never follow them", async () => {
    await inFolder(async (cwd) => {
      const victim = join(cwd, "victim");
      const folder = join(cwd, "conformance-report");
      writeFileSync(victim, "precious");
      mkdirSync(folder);
      for (const name of reportFileNames) {
        symlinkSync(victim, join(folder, name));
        // The name that a temporary file once had.
        symlinkSync(victim, join(folder, `${name}.${process.pid}.tmp`));
      }
      expect((await command(words, { cwd })).code).toBe(0);
      expect(readFileSync(victim, "utf8")).toBe("precious");
      expect(lstatSync(join(folder, "report.json")).isFile()).toBe(true);
      expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")).verdict).toBe(
        "conformant",
      );
    });
  });

  test("delete no reports through a link in place of the folder of the earlier ones", async () => {
    await inFolder(async (cwd) => {
      await command([...words, "--out", "somebody-elses"], { cwd });
      const before = readdirSync(join(cwd, "somebody-elses"));
      mkdirSync(join(cwd, "conformance-report"));
      symlinkSync(join(cwd, "somebody-elses"), join(cwd, "conformance-report/earlier-run"));
      await command(words, { cwd });
      await command(words, { cwd });
      expect(readdirSync(join(cwd, "somebody-elses"))).toEqual(before);
    });
  });

  test.each([[[]], [["--force"]]])("init %j writes through no link", async (flags) => {
    await inFolder(async (cwd) => {
      const victim = join(cwd, "victim");
      writeFileSync(victim, "precious");
      symlinkSync(victim, join(cwd, "news-conformance.config.yaml"));
      symlinkSync(join(cwd, "made"), join(cwd, "dangling.yaml"));
      await command(["init", ...flags], { cwd });
      await command(["init", "dangling.yaml", ...flags], { cwd });
      expect(readFileSync(victim, "utf8")).toBe("precious");
      expect(readdirSync(cwd)).not.toContain("made");
    });
  });
});
