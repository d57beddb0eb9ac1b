import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import { describeSurface } from "../../reference/description/document.ts";
import { editableAt } from "../../reference/faults/edit.ts";
import type { ReferenceServer } from "../../reference/server.ts";
import { command, inFolder } from "./command.ts";
import { foreignNames } from "./foreign-names.ts";
import { configure, listening, runAgainst, withReference } from "./target.ts";

function urls({ aggregatorUrl, newsUrl }: ReferenceServer): readonly string[] {
  return ["--aggregator-url", aggregatorUrl, "--news-url", newsUrl];
}

function descriptions({ aggregatorUrl, newsUrl }: ReferenceServer): readonly string[] {
  return [
    ...["--openapi-aggregator", `${aggregatorUrl}/openapi.json`],
    ...["--openapi-news", `${newsUrl}/openapi.json`],
  ];
}

const reportIn = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, "conformance-report", "report.json"), "utf8"));
const outcomes = (report: {
  results: { requirement: string; status: string; message: string }[];
}) => report.results.filter(({ status }) => status !== "pass");

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
        const told = (surface: string) =>
          report.descriptions[surface].roles.map(
            (one: { group: string; role: string; name: string }) =>
              `${one.group}.${one.role} ${one.name}`,
          );
        expect(told("news")).toEqual([
          "publishers.query suche",
          "publishers.category rubrik",
          "publishers.country land",
          "publishers.language sprache",
          "publishers.limit anzahl",
          "publishers.sort reihenfolge",
        ]);
        expect(told("aggregator")).toEqual([
          "search.domain herausgeber",
          "search.from ab",
          "search.to bis",
          "search.page seite",
          "search.pageSize treffer",
          "search.pageSize menge",
          "search.pageSize menge",
          "topics.topic thema",
          "topics.subtopic unterthema",
        ]);
        expect(stdout).toContain("found: publishers.limit is called anzahl at /search/publishers");

        const verified = await command(["verify", "conformance-report"], { cwd });
        expect(verified.stdout).toContain("This folder is what it claims to be");
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
        expect(ended.stderr).toContain("news: 6 names of parameters found");
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

test("a configuration of init accuses no server of names that nobody knows", async () => {
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
          `is the name "size" right? it comes from your configuration (${path})`,
        );
        expect(lines[0]).toContain('is the name "size" right?');
        expect(card).toContain(`name of the parameter: "size" (from ${path})`);
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
        const words = [...descriptions(server), "--only", "endpoint:/search/publishers"];
        await runAgainst(server, cwd, words);
        const report = reportIn(cwd);
        const found = report.descriptions.news.roles.map(({ role }: { role: string }) => role);
        expect(found).toEqual(["query", "category", "country", "language"]);
        expect(outcomes(report).map(({ requirement }) => requirement)).toEqual([
          "parameter.sort-no-server-error",
        ]);
      });
    });
  });
});

describe("a description in a file", () => {
  test("beside the configuration, in YAML, of several files", async () => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        const document = describeSurface("news", "/v/news");
        const { securitySchemes, schemas } = editableAt(document, "components") ?? {};
        const shared = JSON.stringify({ schemas }).replaceAll("#/components/", "#/");
        writeFileSync(join(cwd, "shared.json"), shared);
        const text = JSON.stringify({ ...document, components: { securitySchemes } });
        writeFileSync(
          join(cwd, "news.yaml"),
          `# a comment, which JSON has not\n${text.replaceAll("#/components/schemas", "./shared.json#/schemas")}`,
        );
        const configuration = {
          surfaces: { news: { baseUrl: server.newsUrl, openapi: "./news.yaml" } },
        };
        writeFileSync(join(cwd, "news-conformance.config.json"), JSON.stringify(configuration));
        const { code } = await runAgainst(server, cwd, ["--only", "description.*"]);
        expect({ code, rest: outcomes(reportIn(cwd)) }).toEqual({ code: 0, rest: [] });
        expect(reportIn(cwd).descriptions.news).toMatchObject({
          source: "news.yaml",
          openapi: "3.1.0",
        });
      });
    });
  });
  test.each([
    ["gone.yaml", null, "gone.yaml can't be used"],
    ["page.html", "<!doctype html>", "page.html can't be used"],
    [
      "evil.json",
      '{ "openapi": "3.1.0", "paths": { "/ping": { "$ref": "http://127.0.0.1:9/x" } } }',
      "not fetched",
    ],
  ])("%s is an error before anything is sent", async (name, content, reason) => {
    await inFolder(async (cwd) => {
      if (content !== null) writeFileSync(join(cwd, name), content);
      const environment = { NEWS_API_KEY: "bk_a-key-of-a-test" };
      const words = ["--news-url", "http://127.0.0.1:9", "--openapi-news", name];
      const { code, stderr } = await command(["run", ...words], { cwd, environment });
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    });
  });
  test("of a surface that is not tested is an error", async () => {
    await inFolder(async (cwd) => {
      const { code, stderr } = await command(["run", "--openapi-news", "a.yaml"], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("--news-url");
    });
  });
});

test.each(["latest", "2024-01-01"])(
  "the contracts themselves, named as descriptions at %s, lack nothing but the names that nobody states",
  async (version) => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        for (const surface of ["aggregator", "news"]) {
          const printed = await command(["openapi", surface, version], { cwd });
          writeFileSync(join(cwd, `${surface}.json`), printed.stdout);
        }
        const files = ["--openapi-aggregator", "aggregator.json", "--openapi-news", "news.json"];
        await runAgainst(server, cwd, [...urls(server), ...files, "--only", "description.*"]);
        const report = reportIn(cwd);
        expect(outcomes(report).map(({ requirement }) => requirement)).toEqual([
          "description.result-count-bounds",
          "description.query-min-length",
        ]);
        const { aggregator, news } = report.descriptions;
        for (const row of [...aggregator.drift, ...news.drift]) {
          expect(row).toMatchObject({ breaks: [], looser: [] });
        }
      });
    });
  },
);

describe("a description behind a URL", () => {
  const news = (newsUrl: string, openapi: string) => [
    ...["--news-url", newsUrl, "--openapi-news", openapi],
    ...["--only", "description.*"],
  ];

  test.each([
    ["that nobody answers", 404, "gone", "answered with 404"],
    ["that is elsewhere", 308, "", "/docs/openapi.json instead, where it redirects to"],
    ["that is a page", 200, "<!doctype html>", "no OpenAPI document"],
    [
      "that wants a file of this machine",
      200,
      '{ "openapi": "3.1.0", "paths": { "$ref": "file:///etc/passwd" } }',
      "not fetched",
    ],
  ])("%s blocks its checks, and no other", async (_, status, body, reason) => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        await listening(
          (_request, response) => {
            const headers = status === 308 ? { location: "docs/openapi.json" } : {};
            response.writeHead(status, headers).end(body);
          },
          async (url) => {
            const { code } = await runAgainst(server, cwd, news(server.newsUrl, `${url}/openapi`));
            expect(code).toBe(3);
            const report = reportIn(cwd);
            expect(report.descriptions.news.problem).toContain(reason);
            expect(JSON.stringify(report)).not.toContain("root:");
            const statuses = new Set(report.results.map((one: { status: string }) => one.status));
            expect([...statuses]).toEqual(["blocked"]);
          },
        );
      });
    });
  });

  test("gets the key and the gate's header only at the origin of the surface", async () => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        const key = server.keys.news.own;
        const seen: (string | undefined)[] = [];
        const document = JSON.stringify({
          ...describeSurface("news", "/"),
          "x-leak": `${key} is the key`,
        });
        await listening(
          (request, response) => {
            const { authorization } = request.headers;
            const gate = request.headers["x-gate"];
            if (request.url === "/openapi") {
              seen.push(`${authorization?.replace(key, "KEY")} ${gate}`);
            }
            response.writeHead(authorization === undefined ? 401 : 200).end(document);
          },
          async (url) => {
            writeFileSync(
              join(cwd, "news-conformance.config.json"),
              JSON.stringify({ network: { headers: { "x-gate": "open" } } }),
            );
            await runAgainst(server, cwd, news(server.newsUrl, `${url}/openapi`));
            expect(seen).toEqual(["undefined undefined"]);
            await runAgainst(server, cwd, [
              ...news(url, `${url}/openapi`),
              "--only",
              "description.valid",
            ]);
            expect(seen).toEqual(["undefined undefined", "undefined open", "Bearer KEY open"]);
            const report = readFileSync(join(cwd, "conformance-report", "report.json"), "utf8");
            expect(report).not.toContain(key);
            expect(
              JSON.parse(report).configuration.surfaces.news.description.document,
            ).toMatchObject({
              "x-leak": "$NEWS_API_KEY is the key",
            });
          },
        );
      });
    });
  });
});

test("plan reads a file, and says what it leaves alone", async () => {
  await inFolder(async (cwd) => {
    writeFileSync(join(cwd, "news.json"), JSON.stringify(describeSurface("news", "/")));
    const words = (openapi: string) => [
      "plan",
      "--news-url",
      "http://127.0.0.1:9",
      "--openapi-news",
      openapi,
    ];
    const file = await command(words("news.json"), { cwd });
    expect(file.stdout).not.toContain("no name is known");
    const url = await command(words("http://127.0.0.1:9/openapi.json"), { cwd });
    expect(url.stdout).toContain("no name is known");
    expect(url.stderr).toContain("http://127.0.0.1:9/openapi.json is not fetched");
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
