import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import { command, inFolder } from "./command.ts";
import { outcomes, reportIn, urls } from "./described.ts";
import { foreignNames } from "./foreign-names.ts";
import { runAgainst, withReference } from "./target.ts";

test("a configuration of init causes no failures by unknown names", async () => {
  await inFolder(async (cwd) => {
    await withReference(foreignNames, async (server) => {
      for (const format of ["yaml", "json"]) {
        const written = await command(["init", "--format", format, "--force"], { cwd });
        expect(written.code).toBe(0);
        const config = ["--config", `news-conformance.config.${format}`];
        const words = [
          ...config,
          ...urls(server),
          "--no-description",
          "--only",
          "parameter.*",
          "limit.*",
        ];
        const { code } = await runAgainst(server, cwd, words);
        const broken = outcomes(reportIn(cwd)).filter(({ status }) => status !== "skip");
        expect({ code, broken }).toEqual({ code: 3, broken: [] });
      }
    });
  });
});

describe("init", () => {
  test.each([
    [
      "fits no surface",
      '{ "openapi": "3.1.0", "paths": { "/ping": { "get": {} } } }',
      "neither|either",
    ],
    ["is none", "[]", "can't be used"],
  ])("refuses a description that %s", async (_, content, reason) => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "openapi.json"), content);
      const { code, stderr } = await command(["init", "--openapi", "openapi.json"], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(reason));
    });
  });
  test("writes whatever a description calls a parameter so that it is read back", async () => {
    await inFolder(async (cwd) => {
      const odd = 'yes: "no" # {x}';
      const schema = { type: "integer", minimum: 1, maximum: 100 };
      const get = { parameters: [{ name: odd, in: "query", schema }], responses: {} };
      const document = { openapi: "3.1.0", info: {}, paths: { "/search/publishers": { get } } };
      writeFileSync(join(cwd, "openapi.json"), JSON.stringify(document));
      for (const format of ["yaml", "json"]) {
        const { code } = await command(
          ["init", "--openapi", "openapi.json", "--format", format, "--force"],
          { cwd },
        );
        expect(code).toBe(0);
        const text = readFileSync(join(cwd, `news-conformance.config.${format}`), "utf8");
        expect(parseYaml(text)).toMatchObject({
          surfaces: {
            news: { openapi: "./openapi.json", parameters: { publishers: { limit: odd } } },
          },
        });
      }
    });
  });
});
