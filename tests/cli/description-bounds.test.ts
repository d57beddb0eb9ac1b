import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { reportIn } from "./described.ts";
import { listening, runAgainst, withReference } from "./target.ts";

const canary = "canary-of-another-file";
const description = (ref: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/ping": { get: { responses: { 200: { $ref: ref } } } } },
  });

describe.skipIf(process.platform === "win32")(
  "a description in a file reads nothing else of this machine",
  () => {
    test.each<[string, (outside: string) => string]>([
      ["an absolute URL", (outside) => `file://${outside}/creds.json`],
      ["an absolute path", (outside) => `${outside}/creds.json`],
      ["a way upwards", () => "../outside/creds.json"],
      ["a way upwards, encoded", () => "%2e%2e/outside/creds.json"],
      ["a way down and up", () => "inside/../../outside/creds.json#/password"],
      ["a link to a file", () => "link.json"],
      ["a link to a folder", () => "folder/creds.json"],
      ["a way out of a file inside", () => "inside/part.json"],
      ["a pipe", () => "pipe"],
      ["a device", () => "file:///dev/zero"],
      ["a link to a device", () => "zero"],
      ["a folder", () => "inside"],
      ["another host", () => "file://other.example/creds.json"],
    ])("by %s", async (_, ref) => {
      await inFolder(async (cwd) => {
        const outside = join(cwd, "outside");
        const folder = join(cwd, "description");
        for (const made of [outside, folder, join(folder, "inside")]) mkdirSync(made);
        writeFileSync(join(outside, "creds.json"), JSON.stringify({ password: canary }));
        symlinkSync(join(outside, "creds.json"), join(folder, "link.json"));
        symlinkSync(outside, join(folder, "folder"));
        symlinkSync("/dev/zero", join(folder, "zero"));
        writeFileSync(join(folder, "inside/part.json"), '{ "$ref": "../../outside/creds.json" }');
        execFileSync("mkfifo", [join(folder, "pipe")]);
        writeFileSync(join(folder, "openapi.json"), description(ref(outside)));
        const environment = { NEWS_API_KEY: "bk_a-key-of-a-test" };
        const words = [
          "--news-url",
          "http://127.0.0.1:9",
          "--openapi-news",
          "description/openapi.json",
        ];
        const { code, stdout, stderr } = await command(["run", ...words], { cwd, environment });
        expect(code).toBe(2);
        expect(stderr).toContain("the description description/openapi.json can't be used");
        expect(stdout + stderr).not.toContain(canary);
        expect(readdirSync(cwd)).not.toContain("conformance-report");
        const made = await command(["init", "--openapi", "description/openapi.json"], { cwd });
        expect(made.code).toBe(2);
        expect(made.stdout + made.stderr).not.toContain(canary);
      });
    });

    test("but what is in its folder, through links as well", async () => {
      await inFolder(async (cwd) => {
        mkdirSync(join(cwd, "parts"));
        writeFileSync(join(cwd, "parts/ok.json"), '{ "description": "fine" }');
        symlinkSync(join(cwd, "parts"), join(cwd, "linked"));
        writeFileSync(join(cwd, "openapi.json"), description("linked/ok.json"));
        const { code } = await command(["init", "--openapi-news", "openapi.json"], { cwd });
        expect(code).toBe(0);
      });
    });
  },
);

const tooLarge = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths: {},
  components: {
    schemas: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/components/schemas/S${index + 1}` };
        return [`S${index}`, { allOf: [next, next] }];
      }),
    ),
  },
});
const words = ["--only", "ping.*", "--only", "description.*"];

describe("with a description that is too large to judge, the rest of the run goes on", () => {
  test("from a file", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        writeFileSync(join(cwd, "large.json"), tooLarge);
        const flags = ["--news-url", server.newsUrl, "--openapi-news", "large.json"];
        const { stdout } = await runAgainst(server, cwd, [...flags, ...words]);
        expectToGoOn(cwd, stdout);
      }),
    );
  });

  test("from a file that is not even read", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        writeFileSync(join(cwd, "large.json"), "");
        truncateSync(join(cwd, "large.json"), 2 ** 30);
        const flags = ["--news-url", server.newsUrl, "--openapi-news", "large.json"];
        const { stdout } = await runAgainst(server, cwd, [...flags, ...words]);
        expectToGoOn(cwd, stdout);
        expect(reportIn(cwd).descriptions.news.problem).toContain("the limit is 10 MB");
      }),
    );
  });

  test("from the server, which makes it endless", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        let requests = 0;
        await listening(
          (_, response) => {
            requests += 1;
            response.end(description(`/${requests}a#/x`).replace("/ping", `/${requests}`));
          },
          async (url) => {
            const flags = ["--news-url", server.newsUrl, "--openapi-news", `${url}/openapi.json`];
            const { stdout } = await runAgainst(server, cwd, [...flags, ...words]);
            expectToGoOn(cwd, stdout);
            expect(requests).toBeLessThanOrEqual(50);
          },
        );
      }),
    );
  });
});

test("a pattern that takes exponential time elsewhere takes none here, in a run and in verify", async () => {
  await inFolder((cwd) =>
    listening(
      (request, response) => {
        response.setHeader("content-type", "application/json");
        if (request.url !== "/ping") return void response.writeHead(404).end("{}");
        const pong = { id: `${"a".repeat(60)}!`, message: "pong", version: "2026-08-01" };
        response.end(JSON.stringify({ ...pong, timestamp: Date.now() }));
      },
      async (url) => {
        const schema = { properties: { id: { type: "string", pattern: "^(a+)+$" } } };
        const content = { "application/json": { schema } };
        const get = { responses: { 200: { description: "d", content } } };
        const document = {
          openapi: "3.1.0",
          info: { title: "A", version: "1" },
          paths: { "/ping": { get } },
        };
        writeFileSync(join(cwd, "openapi.json"), JSON.stringify(document));
        const environment = { NEWS_API_KEY: "bk_a-key-of-a-test" };
        const flags = ["--news-url", url, "--openapi-news", "openapi.json"];
        const { code } = await command(["run", ...flags, ...words], { cwd, environment });
        expect(code).not.toBe(2);
        const { drift } = reportIn(cwd).descriptions.news;
        expect(JSON.stringify(drift)).toContain("^(a+)+$");
        const verified = await command(["verify", "conformance-report"], { cwd });
        expect(verified.code).toBe(0);
      },
    ),
  );
});

/** The description is not judged, and whatever else was selected is. */
function expectToGoOn(cwd: string, stdout: string): void {
  const report = reportIn(cwd);
  expect(report.descriptions.news.problem).toMatch(/^it is too large to judge: /);
  expect(stdout).toContain("it is too large to judge");
  const judged = new Map<string, Set<string>>();
  for (const { requirement, status } of report.results) {
    const area = requirement.split(".")[0];
    judged.set(area, (judged.get(area) ?? new Set()).add(status));
  }
  expect(judged.get("ping")).toContain("pass");
  expect(judged.get("ping")).not.toContain("fail");
  expect([...(judged.get("description") ?? [])]).toEqual(["blocked"]);
  expect(readFileSync(join(cwd, "conformance-report/report.json"), "utf8")).toContain("too large");
}
