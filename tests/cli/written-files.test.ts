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
import { listening } from "./target.ts";

const words = ["run", "--reference", "--only", "ping.*", "surface:news", "--har", "--quiet"];
const environment = { NEWS_API_KEY: "bk_0123456789abcdef" };
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

  test.each(reportFileNames.filter((name) => name !== "attestation.json"))(
    "a folder in the place of %s is told before anything is sent",
    async (name) => {
      await inFolder(async (cwd) => {
        const inTheWay = join(cwd, "conformance-report", name);
        mkdirSync(inTheWay, { recursive: true });
        let requests = 0;
        const { code, stderr } = await listening(
          (_, answer) => {
            requests += 1;
            answer.end();
          },
          (url) => command(["run", "--news-url", url, "--har"], { cwd, environment }),
        );
        expect(stderr).toContain(`can't write ${inTheWay}: a folder of that name is in the way\n`);
        expect(code).toBe(2);
        expect(requests).toBe(0);
        expect(readdirSync(join(cwd, "conformance-report"))).toEqual([name]);
      });
    },
  );

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
