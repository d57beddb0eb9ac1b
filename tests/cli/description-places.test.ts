import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeSurface } from "../../reference/description/document.ts";
import { editableAt } from "../../reference/faults/edit.ts";
import { template } from "../configuration/usage.ts";
import { command, inFolder } from "./command.ts";
import { outcomes, reportIn, urls } from "./described.ts";
import { listening, runAgainst, withReference } from "./target.ts";

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

/** A document for the clients of one version requires it by name, which a server's own description does not. */
const ofOneVersion = ["description.version-header", "description.version-values"];

test.each([
  ["latest", []],
  ["2024-01-01", ofOneVersion],
] as const)(
  "the contracts themselves, named as descriptions at %s, lack nothing but the names that nobody states",
  async (version, pinned) => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        for (const surface of ["aggregator", "news"]) {
          const printed = await command(["openapi", surface, version], { cwd });
          writeFileSync(join(cwd, `${surface}.json`), printed.stdout);
        }
        const files = ["--openapi-aggregator", "aggregator.json", "--openapi-news", "news.json"];
        await runAgainst(server, cwd, [...urls(server), ...files, "--only", "description.*"]);
        const report = reportIn(cwd);
        expect([...new Set(outcomes(report).map(({ requirement }) => requirement))]).toEqual([
          ...pinned,
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
    ["that is elsewhere", 308, "", "/docs/openapi.json instead, to which it redirects"],
    ["that is a page", 200, "<!doctype html>", "not an OpenAPI document"],
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
              JSON.stringify({ network: { headers: { "x-gate": template("GATE") } } }),
            );
            const gate = { GATE: "open" };
            await runAgainst(server, cwd, news(server.newsUrl, `${url}/openapi`), gate);
            expect(seen).toEqual(["undefined undefined"]);
            const words = [...news(url, `${url}/openapi`), "--only", "description.valid"];
            await runAgainst(server, cwd, words, gate);
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
    expect(url.stderr).toContain("http://127.0.0.1:9/openapi.json is not read here");
  });
});
