import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import { command, inFolder } from "./command.ts";
import { descriptions, outcomes, reportIn, urls } from "./described.ts";
import { foreignNames } from "./foreign-names.ts";
import { configure, runAgainst, withReference } from "./target.ts";

/** What rests on names of parameters. */
const ofNames = ["--only", "parameter.*", "limit.*", "description.*"];

/** Only the operator of a server can say how keys are revoked there. */
const noRevocation = ["--skip", "auth.revocation-*"];

describe("a server with other parameter names", () => {
  test("needs no other configuration than its description", async () => {
    await inFolder(async (cwd) => {
      await withReference(foreignNames, async (server) => {
        const words = [...urls(server), ...descriptions(server), ...noRevocation];
        const { code, stdout, stderr } = await runAgainst(server, cwd, words);
        const report = reportIn(cwd);
        expect(outcomes(report)).toEqual([]);
        expect({ code, stderr, verdict: report.verdict }).toMatchObject({
          code: 0,
          verdict: "conformant",
        });
        const rolesOf = (
          surface: string,
        ): readonly { group: string; role: string; name: string }[] =>
          report.descriptions[surface].roles;
        // Versions may have the same role under the same name.
        const told = (surface: string) =>
          rolesOf(surface).map(({ group, role, name }) => `${group}.${role} ${name}`);
        expect([...new Set(told("news"))]).toEqual([
          "publishers.query suche",
          "publishers.category rubrik",
          "publishers.country land",
          "publishers.language sprache",
          "publishers.limit anzahl",
          "publishers.sort reihenfolge",
        ]);
        expect([...new Set(told("aggregator"))]).toEqual([
          "search.domain herausgeber",
          "search.from ab",
          "search.to bis",
          "search.page seite",
          "search.pageSize treffer",
          "search.pageSize menge",
          "topics.topic thema",
          "topics.subtopic unterthema",
        ]);
        const oneLine = stdout.replaceAll(/\s+/g, " ");
        for (const surface of ["aggregator", "news"]) {
          const { length } = told(surface);
          expect(oneLine).toContain(`${length} parameter names found, no drift`);
        }

        const verified = await command(["verify", "conformance-report"], { cwd });
        expect(verified.stdout).toContain("The reports match the recorded exchanges");
        expect(verified.code).toBe(0);
      });
    });
  });

  test("is judged by less without its description", async () => {
    await inFolder(async (cwd) => {
      await withReference(foreignNames, async (server) => {
        const words = [...urls(server), "--no-description", ...ofNames];
        const { code } = await runAgainst(server, cwd, words);
        expect(code).toBe(3);
        const skipped = outcomes(reportIn(cwd)).filter(({ status }) => status === "skip");
        expect(skipped.map(({ requirement }) => requirement)).toContain(
          "limit.out-of-range-refused",
        );
      });
    });
  });

  test("gets a configuration from init", async () => {
    await inFolder(async (cwd) => {
      await withReference(foreignNames, async (server) => {
        const locations = descriptions(server).filter((word) => !word.startsWith("--"));
        const ended = await command(["init", "--openapi", ...locations], { cwd });
        expect(ended.code).toBe(0);
        expect(ended.stderr).toContain("news: 6 parameter names and the base URL");
        const text = readFileSync(join(cwd, "news-conformance.config.yaml"), "utf8");
        expect(parseYaml(text)).toMatchObject({
          surfaces: {
            aggregator: {
              baseUrl: server.aggregatorUrl,
              openapi: `${server.aggregatorUrl}/openapi.json`,
              parameters: {
                search: {
                  domain: "herausgeber",
                  pageSize: {
                    "2026-05-25": "treffer",
                    "2024-01-01": "menge",
                    "2022-01-01": "menge",
                  },
                },
              },
            },
            news: { baseUrl: server.newsUrl, parameters: { publishers: { limit: "anzahl" } } },
          },
        });
        const { code, stdout } = await runAgainst(server, cwd, ofNames);
        expect(stdout).not.toContain("found:");
        expect({ code, rest: outcomes(reportIn(cwd)) }).toEqual({ code: 0, rest: [] });
      });
    });
  });
});

describe("what a configuration says of roles", () => {
  test("is said where a check fails that rests on it, first where the echo shows that it may be wrong", async () => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        const parameters = { publishers: { limit: "size" } };
        writeFileSync(
          join(cwd, "news-conformance.config.json"),
          JSON.stringify({ surfaces: { news: { openapi: null, parameters } } }),
        );
        const words = ["--news-url", server.newsUrl, "--only", "limit.*"];
        const { code, stdout } = await runAgainst(server, cwd, words);
        expect(code).toBe(1);
        const path = "surfaces.news.parameters.publishers.limit";
        const [, card = ""] = stdout.split("✘ limit.out-of-range-refused (must");
        const [, ...lines] = card.split("\n");
        expect(lines.join(" ").replace(/\s+/g, " ").trim()).toMatch(
          `is the name "size" correct? It comes from your configuration (${path})`,
        );
        expect(lines[0]).toContain('is the name "size" correct?');
        expect(card).toContain(`parameter name: "size" (from ${path})`);
        for (const file of ["junit.xml", "report.md", "report.html"]) {
          const text = readFileSync(join(cwd, "conformance-report", file), "utf8");
          expect(text).toMatch(/is the name (?:"|&quot;)size/);
        }
        const verified = await command(["verify", "conformance-report"], { cwd });
        expect(verified.code).toBe(0);
      });
    });
  });
  test("wins over what is found", async () => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        configure(cwd, server);
        const path = join(cwd, "news-conformance.config.json");
        const configuration = JSON.parse(readFileSync(path, "utf8"));
        configuration.surfaces.news.parameters.publishers = { limit: "limit", sort: null };
        writeFileSync(path, JSON.stringify(configuration));
        const words = [...descriptions(server), ...ofNames, "endpoint:/search/publishers"];
        await runAgainst(server, cwd, words);
        const report = reportIn(cwd);
        const found = report.descriptions.news.roles.map(({ role }: { role: string }) => role);
        expect(found).toEqual(["query", "category", "country", "language"]);
        expect(outcomes(report).map(({ requirement }) => requirement)).toEqual([
          "parameter.sort-no-server-error",
          "parameter.sort-finds-the-same",
          "parameter.sort-before-count",
        ]);
      });
    });
  });
});
