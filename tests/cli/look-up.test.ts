import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import { faults } from "../../reference/faults/index.ts";
import { command, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";

/** Runs a command that has to succeed, and gives what it printed. */
async function printed(words: readonly string[], cwd = "."): Promise<string> {
  const { code, stdout, stderr } = await command(words, { cwd });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return stdout;
}

describe("help", () => {
  let all: Promise<string> | undefined;
  test.for(["run", "serve", "list", "explain", "plan", "openapi", "compare", "init"])(
    "%s",
    async (name) => {
      all ??= printed(["--help"]);
      expect(await all).toContain(`  ${name}`);
      expect(await printed([name, "--help"])).toContain(`Usage: news-conformance ${name}`);
    },
  );
  test("--version is that of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await printed(["--version"])).toBe(`${version}\n`);
  });
});

describe("list", () => {
  test("has every requirement of the register, in text and in JSON", async () => {
    const ids = loadRegister().requirements.map(({ id }) => id);
    const text = await printed(["list"]);
    const json = JSON.parse(await printed(["list", "--format", "json"]));
    expect(ids.filter((id) => !text.includes(id))).toEqual([]);
    expect(json.requirements.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
  test("takes patterns, in text and in JSON", async () => {
    const ids = loadRegister().requirements.map(({ id }) => id);
    const wanted = ids.filter((id) => id.startsWith("ping.") || id === "limit.rate");
    const text = await printed(["list", "ping.*", "limit.rate"]);
    expect(ids.filter((id) => text.includes(`  ${id} `))).toEqual(wanted);
    const json = JSON.parse(await printed(["list", "limit.rate", "ping.*", "--format", "json"]));
    expect(json.requirements.map(({ id }: { id: string }) => id)).toEqual(wanted);
  });
  test("every requirement that is tested has cells, and no other has", async () => {
    const { requirements } = JSON.parse(await printed(["list", "--format", "json"]));
    const wrong = requirements.filter(
      ({ notTested, cells }: { notTested: string | null; cells: readonly unknown[] }) =>
        (notTested === null) !== cells.length > 0,
    );
    expect(wrong).toEqual([]);
  });
  test("a reader that goes away is no error", async () => {
    const { code, stderr } = await commandProcess(["list"], { cwd: ".", deaf: true });
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});

describe("explain", () => {
  test("shows the statement, the requests and how to run it alone", async () => {
    const text = (await printed(["explain", "auth.missing-key-refused"])).replace(/\s+/g, " ");
    const requirement = loadRegister().get("auth.missing-key-refused");
    expect(text).toContain(requirement?.statement);
    expect(text).toContain(requirement?.impact);
    expect(text).toContain("curl ");
    expect(text).toContain("run --only auth.missing-key-refused");
  });
  test("shows the statement of each that a pattern matches, and the whole of a single one", async () => {
    const text = (await printed(["explain", "ping.*"])).replace(/\s+/g, " ");
    for (const { area, id, statement } of loadRegister().requirements) {
      expect(text.includes(id), id).toBe(area === "ping");
      if (area === "ping") expect(text).toContain(statement);
    }
    expect(await printed(["explain", "*.message-pong"])).toBe(
      await printed(["explain", "ping.message-pong"]),
    );
  });
  test("says why a requirement is not tested", async () => {
    const untested = loadRegister().requirements.find(({ notTested }) => notTested !== null);
    const text = await printed(["explain", untested?.id ?? ""]);
    expect(text.replace(/\s+/g, " ")).toContain(untested?.notTested);
    expect(text).not.toContain("curl ");
  });
});

describe("the names of faults", () => {
  test("are printed by faults --list, each with its sentence on one line", async () => {
    const text = await printed(["faults", "--list"]);
    // Those in one cell are classes, which may be called like a fault everywhere.
    const [named = ""] = text.split("\nin one cell\n");
    const lines = named.split("\n");
    for (const { name, sentence, breaks } of faults) {
      const own = lines.filter((line) => line.startsWith(`  ${name} `));
      expect(own, name).toEqual([expect.stringContaining(sentence)]);
      expect(own[0]).toContain(breaks);
    }
    expect(text).toMatch(new RegExp(`^${faults.length} faults, and [1-9]\\d* in one cell$`, "m"));
  });
  test("are filtered by name and by requirement", async () => {
    const text = await printed(["faults", "--list", "--only", "ping-shouts", "limit.empty-*"]);
    const shown = faults.filter(({ name }) => text.includes(`  ${name} `));
    expect(shown.map(({ breaks }) => breaks.split(".")[0])).toContain("ping");
    expect(shown).toEqual(
      faults.filter(
        ({ name, breaks }) => name === "ping-shouts" || breaks.startsWith("limit.empty-"),
      ),
    );
  });
  test("stand in the help of serve", async () => {
    const words = new Set((await printed(["serve", "--help"])).split(/\s+/));
    expect(faults.filter(({ name }) => !words.has(name))).toEqual([]);
    expect(words).toContain("--list");
  });
});

describe("openapi", () => {
  test("prints one document, the same in both formats", async () => {
    const yaml = parseYaml(await printed(["openapi", "aggregator", "2024-01-01"]));
    const json = JSON.parse(
      await printed(["openapi", "aggregator", "2024-01-01", "--format", "json"]),
    );
    expect(yaml).toEqual(json);
    expect(json.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(json.paths)).toContain("/geolocation");
  });
  test("latest describes the newest date", async () => {
    const printedAt = async (version: string) =>
      JSON.parse(await printed(["openapi", "news", version]));
    const latest = await printedAt("latest");
    const dated = await printedAt(loadCatalogue().latest("news"));
    expect(latest.info).toEqual(dated.info);
    expect(latest.components).toEqual(dated.components);
  });
});

describe("init", () => {
  test.for(["yaml", "json"])("writes %s that loads, and does not overwrite", async (format) => {
    await inFolder(async (cwd) => {
      const file = join(cwd, `news-conformance.config.${format}`);
      expect(await printed(["init", "--format", format], cwd)).toContain(`config.${format}`);
      const written = readFileSync(file, "utf8");
      expect((await command(["plan"], { cwd })).code).toBe(0);

      writeFileSync(file, "{}");
      const again = await command(["init", "--format", format], { cwd });
      expect(again.code).toBe(2);
      expect(again.stderr).toContain("--force");
      expect(readFileSync(file, "utf8")).toBe("{}");
      await printed(["init", "--format", format, "--force"], cwd);
      expect(readFileSync(file, "utf8")).toBe(written);
    });
  });
});

describe("plan", () => {
  test("counts the requests of the embedded server", async () => {
    await inFolder(async (cwd) => {
      const text = await printed(["plan"], cwd);
      expect(text).toMatch(/aggregator GET \/geolocation +\d+ +\d+/);
      expect(text).not.toContain("skipped");
      expect(text).toMatch(
        / \d+ checks send more requests .*, and parameters are combined in up to \d+ requests for/,
      );
    });
  });
  test("tells of no further requests where there are none", async () => {
    await inFolder(async (cwd) => {
      const text = await printed(["plan", "--only", "ping.message-pong"], cwd);
      expect(text).toMatch(/^\d+ checks\. Retries are not counted\.$/m);
    });
  });
  test("needs no key, and says which one a run needs", async () => {
    await inFolder(async (cwd) => {
      const url = ["--news-url", "http://127.0.0.1:9"];
      const { code, stdout, stderr } = await command(["plan", ...url], { cwd });
      expect(stderr).toContain("NEWS_API_KEY");
      expect(stdout).toContain("news GET /search/publishers");
      expect(stdout).not.toContain("aggregator GET");
      expect(stdout).toContain("Checks that would be skipped");
      expect(code).toBe(0);
    });
  });
});
