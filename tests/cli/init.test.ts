import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeSurface } from "../../reference/description/document.ts";
import { command, inFolder } from "./command.ts";

const ready = {
  ...describeSurface("news", "/news"),
  servers: [{ url: "https://api.acme.test/news" }],
};
const bare = {
  openapi: "3.1.0",
  info: { title: "News", version: "1" },
  paths: { "/search/publishers": { get: { responses: {} } } },
};
const files = { "ready.json": ready, "bare.json": bare };

async function made(
  words: readonly string[],
  use: (
    text: { readonly said: string; readonly code: number | null },
    cwd: string,
  ) => Promise<void> | void,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  await inFolder(async (cwd) => {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(cwd, name), JSON.stringify(content));
    }
    const { code, stdout, stderr } = await command(["init", ...words], { cwd, environment });
    await use({ said: stdout + stderr, code }, cwd);
  });
}

describe("what init tells to run next uses the file that it wrote", () => {
  test.for<[readonly string[], string]>([
    [[], "news-conformance.config.yaml"],
    [["--format", "json"], "news-conformance.config.json"],
    [["extra"], "extra"],
    [["extra.json"], "extra.json"],
    [["extra.JSON"], "extra.JSON"],
    [["extra.yaml", "--format", "json"], "extra.yaml"],
    [["news-conformance.config.yml"], "news-conformance.config.yml"],
    [["it's mine.yml"], "it's mine.yml"],
  ])("%j", async ([words, file]) => {
    await made(words, async ({ said, code }, cwd) => {
      expect(code).toBe(0);
      expect(said).toContain(`Wrote ${file}.`);
      const next = /plan(?: --config (?:'(.*)'|(\S+)))?$/m.exec(said);
      const named = (next?.[1] ?? next?.[2])?.replaceAll("'\\''", "'");
      const config = named === undefined ? [] : ["--config", named];
      const plan = await command(["plan", ...config], { cwd, environment: {} });
      expect(plan.code).toBe(0);
      expect(plan.stderr).toContain(`configuration: ${file}\n`);
    });
  });

  test("although another file is in the folder", async () => {
    await inFolder(async (cwd) => {
      await command(["init"], { cwd });
      const again = await command(["init"], { cwd });
      expect(again.code).toBe(2);
      expect(again.stderr).toContain("--force overwrites news-conformance.config.yaml");
      const other = await command(["init", "--format", "json"], { cwd });
      expect(other.code).toBe(2);
      expect(other.stderr).toContain("Remove it first");
      const forced = await command(["init", "--format", "json", "--force"], { cwd });
      expect(forced.stdout).toContain("run --config news-conformance.config.json");
    });
  });
});

describe("what is left to do", () => {
  test("is everything without a description", async () => {
    await made([], ({ said }) => {
      expect(said).toContain("surfaces.aggregator.baseUrl and surfaces.news.baseUrl, which are");
      expect(said).toContain("set the names of parameters");
      expect(said).toContain("AGGREGATOR_API_KEY, NEWS_API_KEY");
    });
  });
  test("is nothing that a description or the environment contains", async () => {
    await made(
      ["--openapi", "ready.json"],
      ({ said }) => {
        expect(said).toContain(
          "news: 6 parameter names and the base URL https://api.acme.test/news found in ready.json",
        );
        expect(said).not.toMatch(/replace|set the/);
        expect(said).toContain("npx news-conformance plan\n");
      },
      { NEWS_API_KEY: "bk_n" },
    );
  });
  test("is what a description lacks", async () => {
    await made(["--openapi", "bare.json"], ({ said }) => {
      expect(said).toContain("news: 0 parameter names found in bare.json");
      expect(said).toContain("replace surfaces.news.baseUrl, which is an example");
      expect(said).toMatch(
        /not found.*: surfaces\.news\.parameters\.publishers\.\{query, .*sort\}$/m,
      );
      expect(said).toContain("set the key in the environment: NEWS_API_KEY");
      expect(said).not.toContain("AGGREGATOR");
    });
  });
  test("is said of a description that is of the other surface", async () => {
    await made(["--openapi-aggregator", "bare.json"], ({ said }) => {
      expect(said).toContain("aggregator: bare.json describes none of its operations except ping");
    });
  });
});

describe("init is refused, and writes nothing,", () => {
  test.for<[string, readonly string[], readonly string[]]>([
    ["as YAML that would be read as JSON", ["x.json", "--format", "yaml"], ["read as JSON"]],
    ["without a name", [""], ["[file] has an empty value"]],
    ["at a folder", ["there"], ["there is a folder", "name of a file"]],
    ["at a folder, by force", ["there", "--force"], ["there is a folder"]],
    ["in a folder that is not there", ["absent/x.yaml"], ["there is no folder absent"]],
    [
      "for two descriptions of one surface",
      ["--openapi", "bare.json", "ready.json"],
      ["bare.json and ready.json both describe the news surface"],
    ],
    ["for a description that is not there", ["--openapi", "no.json"], ["no.json", "no such file"]],
    ["for a description that is a folder", ["--openapi", "there"], ["it is a folder"]],
  ])("%s", async ([, words, says]) => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, "there"));
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(cwd, name), JSON.stringify(content));
      }
      const { code, stdout, stderr } = await command(["init", ...words], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      for (const said of says) expect(stderr).toContain(said);
      expect(stderr).not.toMatch(/ENO|EISDIR/);
      expect(existsSync(join(cwd, "news-conformance.config.yaml"))).toBe(false);
      expect(existsSync(join(cwd, "x.json"))).toBe(false);
    });
  });
});

describe("init writes no secret", () => {
  test("of the URL of a description", async () => {
    const url = "http://127.0.0.1:9/openapi.json?sig=Zq81Kq7Lm2Pv9Rt4Wy6Bn3Cd";
    await made(["c.yaml", "--openapi-news", url], ({ said, code }, cwd) => {
      expect(code).toBe(2);
      expect(said).toContain("contains a credential, which would be written to c.yaml");
      expect(said).not.toContain("Zq81Kq7");
      expect(existsSync(join(cwd, "c.yaml"))).toBe(false);
    });
  });

  test("of the environment that a description contains", async () => {
    const key = "bk_di9nY1cPpWmbXfi8LXgmi3";
    const leaking = { ...ready, servers: [{ url: `https://api.acme.test/${key}` }] };
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "leaking.json"), JSON.stringify(leaking));
      const words = ["init", "c.yaml", "--openapi", "leaking.json"];
      const { code, stdout, stderr } = await command(words, {
        cwd,
        environment: { NEWS_API_KEY: key },
      });
      expect(code).toBe(2);
      expect(stderr).toContain("contains one of your keys, which would be written to c.yaml");
      expect(stdout + stderr).not.toContain(key);
      expect(existsSync(join(cwd, "c.yaml"))).toBe(false);
    });
  });
});
