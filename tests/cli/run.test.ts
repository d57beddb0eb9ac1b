import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { findFault } from "../../reference/faults/index.ts";
import { mostRequests } from "../suites/most-requests.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { configure, listening, runAgainst, withReference } from "./target.ts";

function fault(name: string): Fault {
  const found = findFault(name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found;
}

function reportIn(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
}

function junitIn(cwd: string): string {
  return readFileSync(join(cwd, "conformance-report/junit.xml"), "utf8");
}

describe("the embedded server", () => {
  const cwd = mkdtempSync(join(tmpdir(), "run-"));
  let ended: Ended;
  beforeAll(async () => {
    ended = await commandProcess(["run", "--reference"], { cwd });
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  test("is conformant, with every requirement exercised and nothing skipped", () => {
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^conformant: /m);
    const report = reportIn(cwd);
    expect(report.results.filter((r: { status: string }) => r.status !== "pass")).toEqual([]);
    expect(report.requests).toBeLessThanOrEqual(mostRequests(1000));
    expect(junitIn(cwd)).not.toMatch(/<(failure|error|skipped)/);
  });

  test("writes a report that its published schema accepts", () => {
    const schema = JSON.parse(readFileSync("reporters/report.schema.json", "utf8"));
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    validate(reportIn(cwd));
    expect(validate.errors).toBeNull();
  });

  test.each([
    [["--matrix", "smoke"], "one request to each endpoint", 30],
    [["--matrix", "pairwise"], "every pair", 350],
    [["--rotation", "2/5", "--only", "parameter.*"], "part 2 of 5 of the full matrix", 1000],
  ])("with %j is partial and says what it covers", async (words, text, most) => {
    await inFolder(async (cwd) => {
      const { code, stdout } = await command(["run", "--reference", ...words], { cwd });
      expect(code).toBe(0);
      expect(stdout.replaceAll("\n", " ")).toContain(text);
      expect(stdout).toMatch(/^conformant: [^✔]*,\s+a\s+partial\s+run;\s/m);
      const { partial, requests } = reportIn(cwd);
      expect(partial).toBe(true);
      expect(requests).toBeLessThanOrEqual(mostRequests(most));
      const verified = await command(["verify", "conformance-report"], { cwd });
      expect(verified.stdout + verified.stderr).not.toMatch(/not what it claims/);
    });
  });

  test("in part certifies nothing, and says so", async () => {
    await inFolder(async (cwd) => {
      const { code, stdout } = await command(["run", "--reference", "--only", "ping.*"], { cwd });
      expect(code).toBe(0);
      expect(stdout).toContain("certifies nothing");
      expect(reportIn(cwd).partial).toBe(true);
    });
  });
});

describe("a target elsewhere", () => {
  // Whole runs against such a server are in merge.test.ts.
  test("that conforms is conformant, under a path prefix and with a real revocation", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const only = ["--only", "auth.revo*", "item.*", "ping.*"];
        const { code, stdout } = await runAgainst(server, cwd, only);
        expect(stdout).toMatch(/^conformant: /m);
        expect(code).toBe(0);
      }),
    );
  });

  test("that is wrong is red, and the card says what to fix", async () => {
    await inFolder((cwd) =>
      withReference([fault("three-letter-countries")], async (server) => {
        configure(cwd, server);
        const { code, stdout } = await runAgainst(server, cwd, ["--only", "plan.*", "item.*"]);
        expect(code).toBe(1);
        expect(stdout).toContain("plan.country-code-alpha2");
        expect(stdout).toContain("curl ");
        expect(stdout).toContain("news-conformance run --only plan.country-code-alpha2");
        expect(junitIn(cwd)).toMatch(/<failure /);
      }),
    );
  });

  test("that was named by flags is judged again by the command on the card", async () => {
    await inFolder((cwd) =>
      withReference([fault("three-letter-countries")], async (server) => {
        const flags = [
          "--news-url",
          server.newsUrl,
          "--openapi-news",
          `${server.newsUrl}/openapi.json`,
        ];
        const { stdout } = await runAgainst(server, cwd, [...flags, "--only", "plan.*", "ping.*"]);
        const unfolded = stdout.replace(/ \\\n */g, " ");
        const [, line = ""] =
          /news-conformance (run --only plan.country-code-alpha2 .*)$/m.exec(unfolded) ?? [];
        const again = line.split(" ");
        expect(again).toEqual(["run", ...["--only", "plan.country-code-alpha2", ...flags]]);
        const ended = await runAgainst(server, cwd, again.slice(1));
        expect(ended.code).toBe(1);
        expect(reportIn(cwd).target.news).toBe(server.newsUrl);
        const judged = new Set(
          reportIn(cwd).results.map((r: { requirement: string }) => r.requirement),
        );
        expect([...judged]).toEqual(["plan.country-code-alpha2"]);
      }),
    );
  });

  test("that breaks on one character is shown the shortest request that does, and the seed", async () => {
    await inFolder((cwd) =>
      withReference([fault("crash-on-emoji")], async (server) => {
        configure(cwd, server);
        const more = ["--only", "robustness.free-text", "--seed", "7", "--runs", "2"];
        const { code, stdout } = await runAgainst(server, cwd, more);
        expect(code).toBe(1);
        // Whichever version was answered first: `q` is the older name.
        expect(stdout).toMatch(/GET \S+\/search\?q(uery)?=(%[0-9A-F]{2}){4}\n/);
        expect(stdout).toContain(
          "news-conformance run --only robustness.free-text --seed 7 --runs 2",
        );
        expect(stdout).toContain("seed: --seed 7 --runs 2");
        const first = reportIn(cwd);
        expect(first.generated).toEqual({ seed: 7, runs: 2 });
        expect(junitIn(cwd)).toContain("--seed 7 --runs 2");
        await runAgainst(server, cwd, more);
        const again = reportIn(cwd).results;
        expect(again.length).toBeGreaterThan(5);
        const outcomes = (results: typeof again) =>
          results.map(({ endpoint, version, status }: Record<string, string>) => [
            endpoint,
            version,
            status,
          ]);
        expect(outcomes(again)).toEqual(outcomes(first.results));
      }),
    );
  });

  test("that breaks a should is green with a warning, and red with --fail-on should", async () => {
    const only = ["--only", "error.details-present", "endpoint:/info/topics"];
    await inFolder((cwd) =>
      withReference([fault("details-left-out")], async (server) => {
        configure(cwd, server);
        const lenient = await runAgainst(server, cwd, only);
        expect(lenient.stdout).toContain("error.details-present");
        expect(lenient.code).toBe(0);
        expect(junitIn(cwd)).toMatch(/<skipped message="warning/);
        expect(junitIn(cwd)).not.toContain("<failure");
        const strict = await runAgainst(server, cwd, [...only, "--fail-on", "should"]);
        expect(strict.code).toBe(1);
      }),
    );
  });

  test("of which names and keys are missing is incomplete, or tolerated when asked for", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        const target = ["--aggregator-url", server.aggregatorUrl, "--no-description"];
        const words = [...target, "--only", "parameter.*", "auth.revo*", "endpoint:/search"];
        const environment = { AGGREGATOR_API_KEY: server.keys.aggregator.own };
        const strict = await command(["run", ...words], { cwd, environment });
        expect(strict.code).toBe(3);
        expect(strict.stdout).toMatch(
          /surfaces\.aggregator\.parameters\.search\.\{[^}]*domain, from/,
        );
        expect(reportIn(cwd).target.news).toBeNull();
        const lenient = await command(["run", "--allow-incomplete", ...words], {
          cwd,
          environment,
        });
        expect(lenient.code).toBe(0);
      }),
    );
  });
});

/** What is judged of both surfaces with few requests. */
const withoutParameters = ["envelope.*", "metadata.*", "version:default"];

describe("a base URL at which another service responds", () => {
  test("is named in one line, with the other surface judged", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const newsUrl = server.newsUrl.replace("/v/news", "/news");
        const words = ["--news-url", newsUrl, "--only", ...withoutParameters];
        const { code, stdout } = await runAgainst(server, cwd, words);
        expect(code).toBe(3);
        const text = stdout.replace(/\s+/g, " ");
        expect(text).toContain(
          `✘ the news surface is not at this base URL: GET ${newsUrl}/ping returns 404`,
        );
        expect(text.match(/is not at this base URL/g)).toHaveLength(1);
        expect(text).not.toMatch(/requirements? broken/);
        const { results, problems, counts } = reportIn(cwd);
        expect(problems).toHaveLength(1);
        expect([counts.must.fail, counts.should.warn]).toEqual([0, 0]);
        const of = (surface: string): readonly Record<string, string>[] =>
          results.filter((one: { surface: string }) => one.surface === surface);
        expect(new Set(of("aggregator").map(({ outcome }) => outcome))).toEqual(new Set(["pass"]));
        expect(new Set(of("news").map(({ outcome, message }) => `${outcome}: ${message}`))).toEqual(
          new Set([`blocked: ${problems[0]}`]),
        );
        expect((await command(["verify", "conformance-report"], { cwd })).code).toBe(0);
      }),
    );
  });

  test("of both surfaces is named in two lines and nothing else, also with --quiet", async () => {
    await inFolder((cwd) =>
      listening(
        (_request, response) =>
          void response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
        async (url) => {
          const words = ["run", "--aggregator-url", url, "--news-url", url];
          const environment = { AGGREGATOR_API_KEY: "bk_a", NEWS_API_KEY: "bk_b" };
          const only = ["--only", ...withoutParameters];
          const quiet = await command([...words, ...only, "--quiet"], { cwd, environment });
          expect(quiet.code).toBe(3);
          expect(quiet.stdout.trim().split("\n")).toEqual([
            expect.stringContaining(url),
            expect.stringMatching(
              /^the aggregator surface is not at .* this is a web page, not the API$/,
            ),
            expect.stringMatching(
              /^the news surface is not at .* this is a web page, not the API$/,
            ),
            expect.stringMatching(/^incomplete: /),
          ]);
          const { stdout } = await command(words, { cwd, environment });
          expect(stdout).not.toMatch(/^\d+ checks? not judged$/m);
          expect(stdout.trim().split("\n").length).toBeLessThan(20);
        },
      ),
    );
  });
});

describe("waivers and exclusions", () => {
  const wrong = ["three-letter-countries"] as const;
  const waiver = {
    requirement: "plan.country-code-alpha2",
    reason: "ticket 1",
    until: "2999-12-31",
  };

  test.each([
    ["a waiver covers a known failure", wrong, { waivers: [waiver] }, 0, "waived until 2999-12-31"],
    [
      "an expired waiver covers nothing",
      wrong,
      { waivers: [{ ...waiver, until: "2020-01-01" }] },
      1,
      "2020-01-01",
    ],
    ["a stale waiver is red", [], { waivers: [waiver] }, 1, "plan.country-code-alpha2"],
    [
      "an exclusion takes a requirement out",
      wrong,
      { exclusions: [{ requirement: waiver.requirement, reason: "not here" }] },
      0,
      "not here",
    ],
  ] as const)("%s", async (_, faults, more, exitCode, said) => {
    await inFolder((cwd) =>
      withReference(faults.map(fault), async (server) => {
        configure(cwd, server, more);
        const { code, stdout } = await runAgainst(server, cwd, ["--only", "plan.*"]);
        expect(stdout).toContain(said);
        expect(code).toBe(exitCode);
      }),
    );
  });
});

describe("nothing that could be judged", () => {
  const environment = { AGGREGATOR_API_KEY: "bk_somekey1", NEWS_API_KEY: "bk_somekey2" };

  /** Whatever is judged at one version: hundreds of requests, if there were a server. */
  const only = ["--only", "version:default"];

  async function runAt(cwd: string, url: string, words: readonly string[]) {
    const target = ["--aggregator-url", `${url}/a`, "--news-url", `${url}/n`];
    return command(["run", ...target, "--retries", "0", ...words], { cwd, environment });
  }

  test("a closed port is one message and incomplete, with reports", async () => {
    await inFolder(async (cwd) => {
      const url = await listening(
        () => {},
        async (closedSoon) => closedSoon,
      );
      const { code, stdout, stderr } = await runAt(cwd, url, []);
      expect(code).toBe(3);
      expect(stdout.match(/nothing responds at/g)).toHaveLength(2);
      // A log that counts checks up to 100 % reads as if they had been judged.
      expect(stderr).not.toContain(" %: ");
      expect(stdout.split("\n").length).toBeLessThan(20);
      expect(reportIn(cwd).counts.must.fail).toBe(0);
      expect(junitIn(cwd)).not.toContain("<failure");
    });
  });

  test("a key that is refused in every style gives a message about the key, and no failure", async () => {
    const refuse = JSON.stringify({ success: false, code: 401, message: "no" });
    const pong = JSON.stringify({
      id: "1",
      message: "pong",
      version: loadCatalogue().latest("aggregator"),
      timestamp: Date.now(),
    });
    await inFolder((cwd) =>
      listening(
        (request, response) => {
          const ping = request.url?.endsWith("/ping") === true;
          response.writeHead(ping ? 200 : 401, { "content-type": "application/json" });
          response.end(ping ? pong : refuse);
        },
        async (url) => {
          const words = ["run", "--aggregator-url", url, ...only];
          const { code, stdout } = await command(words, { cwd, environment });
          expect(stdout).toContain("AGGREGATOR_API_KEY");
          expect(reportIn(cwd).counts.must.fail).toBe(0);
          expect(code).toBe(3);
        },
      ),
    );
  });

  test.each([
    ["a web site", 200, "text/html", "<html>welcome</html>", "a web page, not the API"],
    ["a wrong path prefix", 404, "application/json", '{"error":"not found"}', "path prefix"],
  ])(
    "%s is one message about the base URL and nobody's failure, after few requests",
    async (_, status, type, body, meaning) => {
      await inFolder((cwd) =>
        listening(
          (_request, response) => {
            response.writeHead(status, { "content-type": type });
            response.end(body);
          },
          async (url) => {
            const { code, stdout } = await runAt(cwd, url, only);
            expect(stdout.replace(/\s+/g, " ")).toContain(meaning);
            expect(code).toBe(3);
            expect(reportIn(cwd).requests).toBeLessThanOrEqual(2 * (6 + 4));
          },
        ),
      );
    },
  );
});
