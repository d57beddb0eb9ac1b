import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "../command.ts";
import { commandProcess } from "../command-process.ts";
import { configure, keysOf, listening, runAgainst, withReference } from "../target.ts";
import { asClaimed, fault, out, reportIn, verified } from "./folder.ts";

describe("a folder as the run left it is what it claims to be", () => {
  test("the embedded server, with its traffic, by the command", async () => {
    await inFolder(async (cwd) => {
      await commandProcess(["run", "--reference", "--quiet", "--har"], { cwd });
      const { code, stdout } = await commandProcess(["verify", out], { cwd });
      expect(stdout).toContain("The reports match the recorded exchanges");
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
      ["--only", "surface:news"],
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
