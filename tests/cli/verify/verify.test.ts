import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deviation, FaultRequest, FaultResponse } from "../../../reference/faults/fault.ts";
import { findFault } from "../../../reference/faults/index.ts";
import { variants } from "../../../reference/variants/index.ts";
import { verifyBundle } from "../../../run/verify/verify-bundle.ts";
import { command, inFolder } from "../command.ts";
import { commandProcess } from "../command-process.ts";
import { configure, keysOf, listening, runAgainst, withReference } from "../target.ts";
import { reportIn, type Tampered, tamper } from "./folder.ts";

const out = "conformance-report";

function fault(name: string): Deviation {
  const found = findFault(name) ?? variants.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`no fault or variant ${name}`);
  return found;
}

async function verified(cwd: string) {
  const { differences, untold, report } = await verifyBundle(join(cwd, out));
  return { differences, untold, verdict: report.verdict };
}

const asClaimed = (verdict: string) => ({ differences: [], untold: [], verdict });

describe("a folder as the run left it is what it claims to be", () => {
  test("the embedded server, with its traffic, by the command", async () => {
    await inFolder(async (cwd) => {
      await commandProcess(["run", "--reference", "--quiet", "--har"], { cwd });
      const { code, stdout } = await commandProcess(["verify", out], { cwd });
      expect(stdout).toContain("is what it claims to be");
      expect(stdout).toContain("traffic.har");
      expect(code).toBe(0);
    });
  });

  test.each([
    ["several faults", ["three-letter-countries", "details-left-out"], {}, [], "non-conformant"],
    [
      "answers that are cut short",
      ["answer-cut-short"],
      {},
      ["--only", "surface:news"],
      "non-conformant",
    ],
    ["a throttling server", ["throttled"], {}, ["--only", "surface:news"], "conformant"],
    [
      "a waiver, an expired one and an exclusion",
      ["three-letter-countries"],
      {
        waivers: [
          { requirement: "plan.country-code-alpha2", reason: "known", until: "2999-12-31" },
          { requirement: "ping.public", reason: "old", until: "2020-01-01" },
        ],
        exclusions: [{ requirement: "auth.revoked-key-refused", reason: "not here" }],
      },
      [],
      "conformant",
    ],
    ["--only", ["three-letter-countries"], {}, ["--only", "plan.*"], "non-conformant"],
    ["--skip", [], {}, ["--skip", "surface:news"], "conformant"],
  ] as const)("%s", async (_, faults, more, words, verdict) => {
    await inFolder((cwd) =>
      withReference(faults.map(fault), async (server) => {
        configure(cwd, server, more);
        await runAgainst(server, cwd, [...words]);
        expect(await verified(cwd)).toEqual(asClaimed(verdict));
      }),
    );
  });

  test("samples that were taken from answers on the way", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const file = join(cwd, "news-conformance.config.json");
        const configuration = JSON.parse(readFileSync(file, "utf8"));
        configuration.surfaces.aggregator.samples.query = "zqxvkj";
        writeFileSync(file, JSON.stringify(configuration));
        await runAgainst(server, cwd, ["--only", "item.*"]);
        const { results } = reportIn(join(cwd, out));
        expect(
          results.filter((r: { status: string }) => r.status === "pass").length,
        ).toBeGreaterThan(0);
        expect(await verified(cwd)).toEqual(asClaimed("conformant"));
      }),
    );
  });

  test("closed ports", async () => {
    await inFolder(async (cwd) => {
      const url = await listening(
        () => {},
        async (closedSoon) => closedSoon,
      );
      const environment = { AGGREGATOR_API_KEY: "bk_somekey1", NEWS_API_KEY: "bk_somekey2" };
      const words = ["run", "--aggregator-url", url, "--news-url", `${url}/n`, "--retries", "0"];
      await command(words, { cwd, environment });
      expect(await verified(cwd)).toEqual(asClaimed("incomplete"));
      expect(existsSync(join(cwd, out, "attestation.json"))).toBe(false);
    });
  });

  test("an interrupted run, which has no attestation", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        await commandProcess(["run", "--reference", "--rate", "40"], {
          cwd,
          environment: keysOf(server),
          interrupt: { signal: "SIGINT", when: /\d/ },
        });
        expect(reportIn(join(cwd, out)).interrupted).toBe(true);
        expect(await verified(cwd)).toEqual(asClaimed("incomplete"));
        expect(existsSync(join(cwd, out, "attestation.json"))).toBe(false);
      }),
    );
  });

  test("a header whose value is a part of the base URL", async () => {
    await inFolder((cwd) =>
      listening(
        (_request, response) => response.end("{}"),
        async (url) => {
          const configuration = {
            surfaces: { aggregator: { baseUrl: `${url}/staging` } },
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own template
            network: { headers: { "x-gate": "${GATE}" } },
          };
          const file = join(cwd, "news-conformance.config.json");
          writeFileSync(file, JSON.stringify(configuration));
          const environment = { AGGREGATOR_API_KEY: "bk_somekey1", GATE: "staging" };
          await command(["run", "--only", "ping.*"], { cwd, environment });
          const [exchange] = Object.values(reportIn(join(cwd, out)).exchanges);
          expect(exchange).toMatchObject({
            request: { url: expect.stringContaining("[redacted") },
          });
          expect((await verified(cwd)).differences).toEqual([]);
        },
      ),
    );
  });

  test("bodies that are no UTF-8 are judged as they came", async () => {
    await inFolder((cwd) =>
      listening(
        (_request, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(Buffer.from('{"id":"\xe9","message":"pong"}', "latin1"));
        },
        async (url) => {
          const environment = { AGGREGATOR_API_KEY: "bk_somekey1" };
          const words = ["run", "--aggregator-url", url, "--only", "transport.*"];
          await command(words, { cwd, environment });
          expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
        },
      ),
    );
  });
});

describe("what a recording does not hold can't be told: exit code 2", () => {
  // One moment for both: the first digits change every few hours.
  const moment = Date.now();
  const key = String(moment).slice(0, 6);

  test.each([
    ["a body that is too long to be kept", "x".repeat(300_000), "bk_somekey1"],
    ["a body that a secret was taken out of", "", key],
  ])("%s", async (_, pad, ownKey) => {
    await inFolder((cwd) =>
      listening(
        (_request, response) => {
          const pong = {
            id: "1",
            message: "pong",
            version: "2026-05-25",
            timestamp: moment,
            pad,
          };
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify(pong));
        },
        async (url) => {
          const environment = { AGGREGATOR_API_KEY: ownKey };
          const words = ["run", "--aggregator-url", url, "--only", "ping.message-pong"];
          await command(words, { cwd, environment });
          expect(reportIn(join(cwd, out)).verdict).toBe("conformant");
          const { code, stdout } = await command(["verify", out], { cwd });
          expect(stdout).toContain("It can't be told");
          expect(stdout).toContain("ping.message-pong");
          expect(code).toBe(2);
        },
      ),
    );
  });

  /** Answers that are longer than what is kept of a body, with the end or the beginning cut off. */
  const large = (
    name: string,
    cells: Deviation["cells"],
    isLarge: (response: FaultResponse, request: FaultRequest) => boolean,
  ): Deviation => ({
    name,
    cells,
    sentence: "Some answers are large.",
    response(response, request) {
      if (!isLarge(response, request)) return;
      response.body = { padding: "x".repeat(300_000), ...Object(response.body) };
    },
  });
  const isLong = (request: FaultRequest) => (request.query.get("query") ?? "").length > 12;

  test.each<[string, readonly Deviation[], string]>([
    [
      "answers to generated requests",
      [large("large-answers", { endpoint: "/search" }, (_, request) => isLong(request))],
      "robustness.free-text",
    ],
    [
      "answers to generated requests that are wrong, and are searched for the shortest",
      [
        fault("crash-on-emoji"),
        large("large-crashes", { endpoint: "/search" }, ({ status }) => status >= 500),
      ],
      "robustness.free-text",
    ],
    [
      "answers that others follow from",
      [large("large-lists", { endpoint: "/search/publishers" }, ({ status }) => status === 200)],
      "parameter.publisher-*",
    ],
    ["refusals", [large("large-refusals", {}, ({ status }) => status >= 400)], "error.*"],
    ["every answer", [large("large-everything", {}, () => true)], "ping.*"],
  ])("large bodies are no difference: %s", async (_, deviations, only) => {
    await inFolder((cwd) =>
      withReference(deviations, async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, ["--only", only]);
        const { differences, untold } = await verified(cwd);
        expect(differences).toEqual([]);
        expect(untold).not.toEqual([]);
      }),
    );
  });
});

describe("a folder that somebody tampered with is found out", () => {
  /** What the run below judges, so that judging it again takes little: some of every kind that is edited. */
  const few = ["plan.*", "ping.*", "auth.revoked-key-refused", "transport.success-status"];
  /** Only a whole run is attested. */
  let whole = "";
  let cwd = "";
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), "verify-"));
    whole = mkdtempSync(join(tmpdir(), "verify-"));
    await withReference([fault("three-letter-countries")], async (server) => {
      const waivers = [{ requirement: "ping.public", reason: "old", until: "2020-01-01" }];
      configure(cwd, server, { waivers });
      await runAgainst(server, cwd, ["--har", "--only", ...few]);
      configure(whole, server);
      await runAgainst(server, whole);
    });
  });
  afterAll(() => {
    for (const folder of [cwd, whole]) rmSync(folder, { recursive: true });
  });

  async function differencesAfter(change: (folder: string) => void, original = cwd) {
    const copy = mkdtempSync(join(tmpdir(), "tampered-"));
    try {
      cpSync(join(original, out), join(copy, out), { recursive: true });
      change(join(copy, out));
      return (await verifyBundle(join(copy, out))).differences.join("\n");
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  const failed = (report: Tampered) =>
    report.results.find((result: { status: string }) => result.status === "fail");
  const served = (report: Tampered, endpoint: string) =>
    Object.values(report.exchanges).find(
      (exchange): exchange is { response: { body: string }; request: { url: string } } =>
        (exchange as { endpoint: string }).endpoint === endpoint &&
        (exchange as { response: { status: number } }).response.status === 200,
    );

  const tamperings: readonly (readonly [string, (report: Tampered) => void, RegExp])[] = [
    [
      "a fail turned into a pass",
      (report) => Object.assign(failed(report), { outcome: "pass", status: "pass", red: false }),
      /plan\.country-code-alpha2, news GET \/info\/countries.*pass.*judged again: fail/,
    ],
    [
      "a fail called waived",
      (report) => Object.assign(failed(report), { status: "waived", red: false }),
      /plan\.country-code-alpha2.*waived.*judged again.*fail/,
    ],
    [
      "a result left out",
      (report) => report.results.splice(report.results.indexOf(failed(report)), 1),
      /plan\.country-code-alpha2.*not in the report/,
    ],
    [
      "a result made up",
      (report) => report.results.push({ ...report.results[0], version: "1999-12-31" }),
      /at 1999-12-31.*not part of such a run/,
    ],
    [
      "a body edited",
      (report) => {
        const exchange = served(report, "/ping");
        if (exchange) exchange.response.body = exchange.response.body.replace("pong", "ping");
      },
      /ping\.message-pong.*judged again: (fail|warn)/,
    ],
    [
      "a status edited",
      (report) => Object.assign(served(report, "/search")?.response ?? {}, { status: 500 }),
      /judged again: (fail|blocked)/,
    ],
    [
      "an exchange removed",
      (report) => delete report.exchanges[failed(report).exchanges[0]],
      /judged again: blocked \(not recorded/,
    ],
    [
      "an exchange added",
      (report) => {
        report.exchanges.x000000000000 = served(report, "/ping");
      },
      /exchange x000000000000: such a run does not make it/,
    ],
    [
      "another request than was sent",
      (report) => Object.assign(served(report, "/search")?.request ?? {}, { url: "http://other/" }),
      /its request is not what its id stands for/,
    ],
    [
      "the verdict edited",
      (report) => Object.assign(report, { verdict: "conformant" }),
      /^verdict/,
    ],
    ["the exit code edited", (report) => Object.assign(report, { exitCode: 0 }), /^exitCode/],
    ["counts edited", (report) => (report.counts.must.fail = 0), /^counts/],
    ["partial hidden", (report) => Object.assign(report, { partial: false }), /^partial/],
    [
      "another target",
      (report) => Object.assign(report, { target: { ...report.target, news: "http://other" } }),
      /^target/,
    ],
    [
      "a key claimed that there was not",
      (report) => (report.configuration.keys.news.revoked = false),
      /auth\.revoked-key-refused/,
    ],
    [
      "the day moved, so that a waiver had not expired",
      (report) => Object.assign(report, { startedAt: "2019-06-01T00:00:00.000Z" }),
      /from another time than the run/,
    ],
    [
      "a waiver's date moved",
      (report) => (report.waivers[0].until = "2999-01-01"),
      /expiredWaivers|staleWaivers/,
    ],
    ["a problem made up", (report) => Object.assign(report, { problems: ["rain"] }), /^problems/],
    [
      "a level lowered",
      (report) => Object.assign(failed(report), { level: "should" }),
      /plan\.country-code-alpha2/,
    ],
  ];

  test.each(tamperings)("%s", async (_, change, expected) => {
    expect(await differencesAfter((folder) => tamper(folder, change))).toMatch(expected);
  });

  test.each([
    ["attestation.json", (text: string) => text.replace("FAILED", "PASSED")],
    ["attestation.json", (text: string) => text.replace(/"sha256": "./, '"sha256": "0a')],
    ["junit.xml", (text: string) => text.replace("<failure", "<skipped")],
    ["traffic.har", (text: string) => text.replace('"status": 200', '"status": 201')],
  ])("%s edited", async (name, change) => {
    const original = name === "attestation.json" ? whole : cwd;
    const differences = await differencesAfter((folder) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      expect(change(text)).not.toBe(text);
      writeFileSync(file, change(text));
    }, original);
    expect(differences).toBe(`${name}: not what the report gives`);
  });

  test("a file removed that belongs to it", async () => {
    const differences = await differencesAfter(
      (folder) => rmSync(join(folder, "attestation.json")),
      whole,
    );
    expect(differences).toContain("attestation.json: missing");
  });

  test("the report laid out otherwise no longer has the digest that is attested", async () => {
    const differences = await differencesAfter((folder) => {
      const file = join(folder, "report.json");
      writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"))));
    }, whole);
    expect(differences).toContain("report.json: not what the report gives");
  });

  test("exit code 1 with the differences on the standard output", async () => {
    const copy = mkdtempSync(join(tmpdir(), "one-"));
    try {
      cpSync(join(cwd, out), join(copy, out), { recursive: true });
      tamper(join(copy, out), (report) => Object.assign(report, { verdict: "conformant" }));
      const { code, stdout } = await command(["verify", out], { cwd: copy });
      expect(stdout).toContain("is not what it claims to be: 1 difference.");
      expect(code).toBe(1);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test.each([
    [
      "another suite's",
      (report: Tampered) => ({ suite: { ...report.suite, version: "99.0.0" } }),
      "npx news-conformance@99.0.0",
    ],
    [
      "other contracts'",
      (report: Tampered) => ({
        suite: { ...report.suite, contractsDigest: `sha256:${"0".repeat(64)}` },
      }),
      "other contracts",
    ],
    ["an older form", () => ({ configuration: null }), "what the run was told"],
    ["no report", () => ({ verdict: "splendid" }), "no report of news-conformance"],
  ])("%s can't be told: exit code 2", async (_, change, said) => {
    const copy = mkdtempSync(join(tmpdir(), "other-"));
    try {
      cpSync(join(cwd, out), join(copy, out), { recursive: true });
      tamper(join(copy, out), (report) => Object.assign(report, change(report)));
      const { code, stderr } = await command(["verify", out], { cwd: copy });
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test("no folder at all: exit code 2", async () => {
    const { code, stderr } = await command(["verify", "nowhere"], { cwd });
    expect(stderr).toContain("there is no");
    expect(code).toBe(2);
  });
});
