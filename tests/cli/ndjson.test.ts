import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { recordsSchema } from "../../reporters/formats/records-schema.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { configure, keysOf, listening, runAgainst, withReference } from "./target.ts";
import { fault, out, reportIn } from "./verify/folder.ts";

const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
const isRecord = ajv.compile(recordsSchema());

/** The records of a run, each valid. */
function recordsIn({ stdout }: Ended) {
  expect(stdout.endsWith("\n")).toBe(true);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const record = JSON.parse(line);
      expect(isRecord(record), `${line.slice(0, 300)}\n${ajv.errorsText(isRecord.errors)}`).toBe(
        true,
      );
      return record;
    });
}

/** The results among the records, as a report has them. */
function resultsOf(records: ReturnType<typeof recordsIn>): ReadonlyMap<string, unknown> {
  const results = records.filter(({ type }) => type === "result");
  const byCheck = new Map(
    results.map(({ type: _, broken: __, ...result }) => [placeOf(result), result]),
  );
  expect(byCheck.size).toBe(results.length);
  return byCheck;
}

function placeOf({ requirement, surface, endpoint, version, auth }: Record<string, unknown>) {
  return [requirement, surface, endpoint, version, auth].join(" ");
}

const reported = (cwd: string) =>
  new Map(
    reportIn(join(cwd, out)).results.map((one: Record<string, unknown>) => [placeOf(one), one]),
  );

describe("run --format ndjson", () => {
  test("streams every result of the report once, between a start and an end", async () => {
    await inFolder((cwd) =>
      withReference([fault("problem-details")], async (server) => {
        const until = "2099-12-31";
        const waivers = [{ requirement: "error.json-content-type", reason: "known", until }];
        configure(cwd, server, { waivers });
        const only = ["--only", "error.*", "endpoint:/search", "endpoint:/ping"];
        const words = [...only, "--format", "ndjson"];
        const ended = await runAgainst(server, cwd, words);
        expect(ended.code).toBe(1);
        const records = recordsIn(ended);
        expect(records[0]).toMatchObject({ type: "start", onlyFailed: null });
        const report = reportIn(join(cwd, out));
        const { verdict, exitCode, partial, counts, requests } = report;
        expect(records.at(-1)).toMatchObject({
          type: "end",
          reports: out,
          ...{ verdict, exitCode, partial, counts, requests },
        });
        expect(records.slice(1, -1).every(({ type }) => type === "result")).toBe(true);
        expect(resultsOf(records)).toEqual(reported(cwd));

        const statuses = new Set(records.map(({ status }) => status));
        expect([...statuses]).toEqual(expect.arrayContaining(["pass", "fail", "waived"]));
        for (const { type, status, broken } of records) {
          if (type !== "result") continue;
          if (!["fail", "warn", "waived"].includes(status)) expect(broken).toBeNull();
          else {
            expect(broken.curl[0]).toMatch(/^curl /);
            expect(broken.rerun).toContain("run --only error.");
          }
        }
        // The page for people is not lost.
        expect(ended.stderr).toContain("non-conformant: ");
        expect(ended.stderr).toContain("certifies nothing");
      }),
    );
  });

  test("leaves out what a budget has no room for, as the report does", async () => {
    await inFolder((cwd) =>
      withReference([fault("parameters-in-a-global-variable")], async (server) => {
        configure(cwd, server);
        const only = ["--only", "consistency.*"];
        const words = [...only, "--budget", "60", "--format", "ndjson", "--quiet"];
        const records = recordsIn(await runAgainst(server, cwd, words));
        expect(resultsOf(records)).toEqual(reported(cwd));
      }),
    );
  });

  test("a run that can't be carried out is an error record, and nothing else", async () => {
    await inFolder(async (cwd) => {
      const ended = await command(["run", "--format", "ndjson", "--only", "pong.*"], { cwd });
      expect(ended.code).toBe(2);
      expect(recordsIn(ended)).toEqual([
        {
          type: "error",
          message: expect.stringContaining("pong.* matches nothing"),
          hint: expect.stringContaining("ping.*"),
        },
      ]);
      expect(ended.stderr).toContain("error: ");

      const both = ["run", "--reference", "--format", "ndjson", "--write-waivers"];
      const refused = await command(both, { cwd });
      expect(refused.code).toBe(2);
      expect(refused.stdout).toBe("");
      expect(refused.stderr).toContain("both print to the standard output");
    });
  });

  test("no key is in a record, whatever a server repeats", async () => {
    await inFolder((cwd) =>
      withReference([fault("key-in-the-message"), fault("key-in-a-header")], async (server) => {
        configure(cwd, server);
        const words = ["--only", "robustness.*", "error.*", "--format", "ndjson", "--quiet"];
        const ended = await runAgainst(server, cwd, words);
        expect(resultsOf(recordsIn(ended)).size).toBeGreaterThan(100);
        for (const key of Object.values(keysOf(server))) {
          expect(ended.stdout).not.toContain(key);
          expect(ended.stderr).not.toContain(key);
        }
      }),
    );
  });

  test("text from a server is data: it ends no line and commands nobody", async () => {
    const evil = 'a\u001b[31m\u009b\u202e\u2028\n::error::x ##[error]y "}\\';
    const answer = JSON.stringify({ message: evil, [evil]: evil, timestamp: evil, version: evil });
    await listening(
      (_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(answer);
      },
      async (url) => {
        await inFolder(async (cwd) => {
          const words = ["run", "--news-url", url, "--only", "ping.*", "--format", "ndjson"];
          const ended = await command([...words, "--no-description"], {
            cwd,
            environment: { NEWS_API_KEY: "bk_n", GITHUB_ACTIONS: "true" },
          });
          expect(ended.code).toBe(1);
          expect(resultsOf(recordsIn(ended)).size).toBeGreaterThan(3);
          expect(ended.stdout).toContain("\\u001b");
          expect(ended.stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
          expect(ended.stdout).not.toMatch(/^\s*::|##\[/m);
        });
      },
    );
  });
});
