import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeSurface } from "../../reference/description/document.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import { command, inFolder } from "./command.ts";
import { foreignNames } from "./foreign-names.ts";
import { type InPlace, inFrontOf } from "./in-front-of.ts";
import { keysOf, runAgainst, withReference } from "./target.ts";

const reportIn = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, "conformance-report", "report.json"), "utf8"));

/** What rests on names of parameters. */
const ofNames = ["--only", "parameter.*", "limit.*"];
const publishers = [...ofNames, "endpoint:/search/publishers"];

/** The description of a server with names of its own. */
async function described({ newsUrl }: ReferenceServer): Promise<string> {
  const answer = await fetch(`${newsUrl}/openapi.json`);
  return answer.text();
}

/** A server with foreign names whose description stands where `inPlace` puts it, and nowhere else. */
async function withDescription(
  inPlace: (document: string) => InPlace,
  use: (newsUrl: string, server: ReferenceServer, cwd: string) => Promise<void>,
): Promise<void> {
  await inFolder((cwd) =>
    withReference(foreignNames, async (server) => {
      const own = inPlace(await described(server));
      const hidden: InPlace = (path, answer, asked) => {
        if (own(path, answer, asked)) return true;
        if (path !== "/openapi.json") return false;
        answer.writeHead(404, { "content-type": "application/json" }).end("{}");
        return true;
      };
      await inFrontOf(server.newsUrl, hidden, (newsUrl) => use(newsUrl, server, cwd));
    }),
  );
}

/** The description at one place, as it is there. */
const at =
  (place: string, headers: Readonly<Record<string, string>> = {}) =>
  (document: string): InPlace =>
  (path, answer) => {
    if (path !== place) return false;
    answer.writeHead(200, headers).end(document);
    return true;
  };

/** The same, with a header that leads there on the answers of ping. */
const behindLink =
  (link: string, place: string) =>
  (document: string): InPlace =>
  (path, answer, asked) => {
    if (path === "/ping") answer.setHeader("link", link);
    return at(place)(document)(path, answer, asked);
  };

test("base URLs and keys in the environment are enough, where a description is at a usual place", async () => {
  await inFolder(async (cwd) => {
    await withReference(foreignNames, async (server) => {
      const environment = {
        AGGREGATOR_BASE_URL: server.aggregatorUrl,
        NEWS_BASE_URL: server.newsUrl,
      };
      const { code, stderr } = await runAgainst(
        server,
        cwd,
        [...ofNames, "version:default"],
        environment,
      );
      const report = reportIn(cwd);
      const left = report.results.filter((one: { status: string }) => one.status !== "pass");
      expect({ left, code, verdict: report.verdict }).toEqual({
        left: [],
        code: 0,
        verdict: "conformant",
      });
      expect(stderr).toContain(
        `news description: found at ${server.newsUrl}/openapi.json (6 parameter names taken from it)`,
      );
      expect(stderr).toContain(
        `aggregator description: found at ${server.aggregatorUrl}/openapi.json (7 parameter names`,
      );
      const { lookup, descriptionRequests } = report.configuration.surfaces.news;
      expect(lookup.found).toBe(`${server.newsUrl}/openapi.json`);
      expect(descriptionRequests).toBe(1);
      const exchanges: readonly { attempts: number }[] = Object.values(report.exchanges);
      expect(report.requests).toBe(exchanges.reduce((sum, { attempts }) => sum + attempts, 2));
      const verified = await command(["verify", "conformance-report"], { cwd });
      expect(verified.stdout).toContain("The reports match the recorded exchanges");
    });
  });
});

describe("a description is found and names are taken from it", () => {
  test.each<[string, (document: string) => InPlace, string]>([
    ["at /openapi.yaml", at("/openapi.yaml"), "/openapi.yaml"],
    ["at /openapi", at("/openapi"), "/openapi"],
    ["behind a Link of ping", behindLink('<docs/v1>; rel="service-desc"', "/docs/v1"), "/docs/v1"],
  ])("%s", async (_, inPlace, place) => {
    await withDescription(inPlace, async (newsUrl, server, cwd) => {
      const { stderr } = await runAgainst(server, cwd, ["--news-url", newsUrl, ...publishers]);
      expect(stderr).toContain(`news description: found at ${newsUrl}${place} (6 parameter names`);
      const { results, descriptions } = reportIn(cwd);
      expect(descriptions.news.source).toBe(`${newsUrl}${place}`);
      expect(results.filter((one: { status: string }) => one.status !== "pass")).toEqual([]);
    });
  });
});

const shop = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/orders": { get: {} }, "/ping": { get: {} } },
});
const html = { "content-type": "text/html" };

describe("a document that is not the surface's description causes no failure", () => {
  test.each<[string, () => InPlace, string]>([
    ["nothing anywhere", () => () => false, "/openapi.json"],
    [
      "a page for every path",
      () => at("/openapi.json", html)("<!doctype html>"),
      "not an OpenAPI document",
    ],
    ["an API of others", () => at("/openapi.json")(shop), "describes no operation of the news"],
    [
      "a Link to another origin",
      () => behindLink('<http://127.0.0.1:9/api>; rel="service-desc"', "/none")(""),
      "a Link leads to http://127.0.0.1:9/api",
    ],
  ])("%s", async (_, inPlace, note) => {
    await withDescription(inPlace, async (newsUrl, server, cwd) => {
      const words = ["--news-url", newsUrl, ...publishers];
      const { code, stderr } = await runAgainst(server, cwd, words);
      expect(code).toBe(3);
      expect(stderr).toContain(`news description: none found below ${newsUrl}: `);
      expect(stderr).toContain(note);
      const { results, descriptions, configuration } = reportIn(cwd);
      expect(descriptions).toEqual({});
      expect(configuration.surfaces.news.lookup.found).toBeNull();
      const statuses = new Set(results.map((one: { status: string }) => one.status));
      expect([...statuses].sort()).toEqual(["pass", "skip"]);
      const verified = await command(["verify", "conformance-report"], { cwd });
      expect(verified.code).toBe(0);
    });
  });
});

describe("a description that was found and not named", () => {
  const news = describeSurface("news", "/v/news");
  const bare = { ...news, security: [], components: { schemas: Object(news.components).schemas } };
  const keyOnly = {
    ...news,
    security: [{ gate: [] }],
    components: {
      ...Object(news.components),
      securitySchemes: { gate: { type: "apiKey", in: "header", name: "x-gate" } },
    },
  };
  const { paths } = Object(news);
  const part = { ...keyOnly, paths: { "/info/topics": paths["/info/topics"] } };
  const scheme = ["--only", "description.security-scheme"];

  test.each([
    ["that says nothing of keys", bare, 0],
    ["that has a part of the operations, as a gateway's may", part, 0],
    ["of the whole surface that has another scheme", keyOnly, 1],
  ])("%s", async (_, document, expected) => {
    await withDescription(
      () => at("/openapi.json")(JSON.stringify(document)),
      async (newsUrl, server, cwd) => {
        const words = ["--news-url", newsUrl, ...scheme];
        expect((await runAgainst(server, cwd, words)).code).toBe(expected);
        const named = [...words, "--openapi-news", `${newsUrl}/openapi.json`];
        expect((await runAgainst(server, cwd, named)).code).toBe(1);
      },
    );
  });
});

describe("none is looked for", () => {
  const left = async (words: readonly string[], configuration: object = {}) =>
    inFolder((cwd) =>
      withReference([], async (server) => {
        const paths: string[] = [];
        const noting: InPlace = (path) => {
          if (path.startsWith("/openapi")) paths.push(path);
          return false;
        };
        writeFileSync(join(cwd, "news-conformance.config.json"), JSON.stringify(configuration));
        await inFrontOf(server.newsUrl, noting, async (newsUrl) => {
          const all = ["--news-url", newsUrl, "--only", "ping.*", ...words];
          const { stderr } = await runAgainst(server, cwd, all);
          expect(stderr).not.toContain("description");
          expect(reportIn(cwd).configuration.surfaces.news).not.toHaveProperty("lookup");
        });
        expect(paths).toEqual([]);
      }),
    );

  test("with --no-description", async () => left(["--no-description"]));
  test("if the configuration turns it off", async () =>
    left([], { surfaces: { news: { openapi: null } } }));
});

test("of the built-in server no description is looked for", async () => {
  await inFolder(async (cwd) => {
    await command(["run", "--only", "ping.*", "surface:news"], { cwd });
    const { configuration } = reportIn(cwd);
    expect(configuration.surfaces.news).not.toHaveProperty("lookup");
  });
});

test("plan says that a run looks for descriptions, and looks for none", async () => {
  await inFolder(async (cwd) => {
    const words = ["plan", "--news-url", "http://127.0.0.1:9"];
    const { stderr } = await command(words, { cwd });
    expect(stderr).toContain("looks for a description below http://127.0.0.1:9");
    const without = await command([...words, "--no-description"], { cwd });
    expect(without.stderr).not.toContain("looks for");
  });
});

test("nothing is looked for if the folder for the reports can't be made", async () => {
  await inFolder((cwd) =>
    withReference([], async (server) => {
      writeFileSync(join(cwd, "file"), "");
      const asked: string[] = [];
      const noted: InPlace = (path) => {
        asked.push(path);
        return false;
      };
      await inFrontOf(server.newsUrl, noted, async (newsUrl) => {
        const words = ["run", "--news-url", newsUrl, "--only", "ping.*", "--out"];
        const environment = keysOf(server);
        const { code, stderr } = await command([...words, "file/below"], { cwd, environment });
        expect(stderr).toContain("can't make the folder");
        expect({ code, asked }).toEqual({ code: 2, asked: [] });
        // The folders that were made for nothing are gone.
        const none = await command([...words, "a/b", "--skip", "*"], { cwd, environment });
        expect(none.stderr).toContain("select no checks");
        expect(readdirSync(cwd)).toEqual(["file"]);
        expect((await command([...words, "a/b"], { cwd, environment })).code).toBe(0);
        expect(asked).not.toEqual([]);
      });
    }),
  );
});
