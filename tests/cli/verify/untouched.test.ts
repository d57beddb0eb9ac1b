import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "../command.ts";
import { commandProcess } from "../command-process.ts";
import { configure, keysOf, listening, runAgainst, withReference } from "../target.ts";
import { asClaimed, fault, out, reportIn, tamper, verified } from "./folder.ts";

/** 47 requests. */
const few = ["--only", "plan.*", "ping.*"];

/**
 * A module that stalls the thread of a run once it has judged this many checks, and says so on the standard
 * error. No interval passes before, as in a run that stalls in its first moments.
 */
function stallAfter(checks: number): string {
  return `
    import { writeSync } from "node:fs";
    import { isMainThread, parentPort } from "node:worker_threads";
    if (!isMainThread) {
      const every = setInterval;
      globalThis.setInterval = (turn, _ms, ...more) => every(turn, 600_000, ...more);
      const say = parentPort.postMessage.bind(parentPort);
      let judged = 0;
      parentPort.postMessage = (message) => {
        say(message);
        if (message.kind !== "progress" || message.latest === null) return;
        judged += 1;
        if (judged !== ${checks}) return;
        writeSync(2, "stalled");
        for (;;);
      };
    }
  `;
}

/** What such a run had judged can't be changed either. */
async function changed(cwd: string): Promise<void> {
  const passed = ({ status, exchanges }: { status: string; exchanges: readonly string[] }) =>
    status === "pass" && exchanges.length > 0;
  tamper(join(cwd, out), ({ results }) => {
    const result = results.find(passed);
    result.message = "and more";
  });
  expect((await verified(cwd)).differences).not.toEqual([]);
}

describe("a folder as the run left it is what it claims to be", () => {
  test("everything that there is to judge, with its traffic, by the command", async () => {
    await inFolder(async (cwd) => {
      await command(["run", "--reference", "--quiet", "--har"], { cwd });
      const { code, stdout } = await command(["verify", out], { cwd });
      expect(stdout).toContain("The reports match the recorded exchanges");
      expect(stdout).toContain("traffic.har");
      expect(code).toBe(0);
    });
  });

  test.each([
    [
      "several faults",
      ["three-letter-countries", "details-left-out"],
      {},
      ["--matrix", "smoke"],
      "non-conformant",
    ],
    [
      "answers that are cut short",
      ["answer-cut-short"],
      {},
      ["--only", "endpoint:/info/countries"],
      "non-conformant",
    ],
    ["a throttling server", ["throttled"], {}, few, "conformant"],
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
      [...few, "auth.revoked-key-refused"],
      "conformant",
    ],
    ["--only", ["three-letter-countries"], {}, ["--only", "plan.*"], "non-conformant"],
    [
      "--skip",
      [],
      {},
      ["--skip", "surface:aggregator", "endpoint:/search/*", "version:default"],
      "conformant",
    ],
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
      await command([...words, ...few], { cwd, environment });
      expect(await verified(cwd)).toEqual(asClaimed("incomplete"));
      expect(existsSync(join(cwd, out, "attestation.json"))).toBe(false);
    });
  });

  test("an interrupted run, which has no attestation", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        await commandProcess(["run", "--reference", "--rate", "5", ...few], {
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

  test("a run that its maximum duration ended", async () => {
    await inFolder((cwd) =>
      withReference([fault("three-letter-countries")], async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, ["--rate", "10", "--max-duration", "1", ...few]);
        expect(reportIn(join(cwd, out)).ended).toContain("--max-duration");
        const { differences, untold } = await verified(cwd);
        expect({ differences, untold }).toEqual({ differences: [], untold: [] });
      }),
    );
  });

  test("a run that was ended since it no longer responded", async () => {
    await inFolder(async (cwd) => {
      const preload = join(cwd, "stall.mjs");
      writeFileSync(preload, stallAfter(30));
      const environment = { NODE_OPTIONS: `--import=${pathToFileURL(preload)}` };
      // A signal shortens the time until it is noticed.
      const interrupt = { signal: "SIGINT", when: /stalled/ } as const;
      await commandProcess(["run", "--reference", ...few], { cwd, environment, interrupt });
      const { ended, results } = reportIn(join(cwd, out));
      expect(ended).toContain("no longer responded");
      const statuses = new Set(results.map(({ status }: { status: string }) => status));
      expect(statuses).toContain("pass");
      const { code, stdout } = await commandProcess(["verify", out], { cwd });
      expect(stdout).toContain("The reports match the recorded exchanges");
      expect(stdout).toContain("incomplete");
      expect(code).toBe(0);
      await changed(cwd);
    });
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
          const words = ["run", "--aggregator-url", url, "--only", "transport.json-*"];
          await command(words, { cwd, environment });
          expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
        },
      ),
    );
  });
});
