import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { configure, keysOf, withReference } from "./target.ts";

/** Nothing listens there: what is chosen can be seen without a server. */
const flagUrl = "http://127.0.0.1:9/flag";
const environmentUrl = "http://127.0.0.1:9/environment";
const fileUrl = "http://127.0.0.1:9/file";
const key = { NEWS_API_KEY: "bk_canary0123456789" };
const reference = "the built-in reference server";
const only = ["--only", "ping.*", "--retries", "0"];

interface Told {
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Configuration file by name. */
  readonly files?: Readonly<Record<string, string>>;
}

const json = "news-conformance.config.json";
const withoutUrl = { [json]: '{ "failOn": "must" }' };
const withUrl = { [json]: JSON.stringify({ surfaces: { news: { baseUrl: fileUrl } } }) };
const flag = ["--news-url", flagUrl];
const variable = { NEWS_BASE_URL: environmentUrl };

/** What was told, and which target is judged. */
const judged: readonly (readonly [name: string, told: Told, target: string])[] = [
  ["nothing", {}, reference],
  ["CI=false", { environment: { CI: "false" } }, reference],
  ["CI=0 and an empty key", { environment: { CI: "0", NEWS_API_KEY: " " } }, reference],
  ["--reference", { words: ["--reference", "--quiet"] }, reference],
  [
    "--reference beside keys, CI, base URLs and a file",
    { words: ["--reference"], environment: { ...key, ...variable, CI: "1" }, files: withUrl },
    reference,
  ],
  ["a flag", { words: [...flag, "--quiet"], environment: key }, `news ${flagUrl}`],
  [
    "a flag over environment and file",
    { words: flag, environment: { ...key, ...variable, CI: "true" }, files: withUrl },
    `news ${flagUrl}`,
  ],
  [
    "the environment over the file",
    { environment: { ...key, ...variable }, files: withUrl },
    `news ${environmentUrl}`,
  ],
  ["the file", { environment: key, files: withUrl }, `news ${fileUrl}`],
  [
    "--env-file",
    {
      words: ["--env-file", "a.env"],
      files: { "a.env": `NEWS_BASE_URL=${environmentUrl}\nNEWS_API_KEY=bk_canary0123456789\n` },
    },
    `news ${environmentUrl}`,
  ],
];

async function runIn(
  cwd: string,
  { words = [], environment = {}, files = {} }: Told,
  name = "run",
) {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  return command([name, ...words], { cwd, environment });
}

describe("the target stands in the first line and in the verdict line, quiet or not", () => {
  test.for(judged)("%s", async ([, told, target]) => {
    await inFolder(async (cwd) => {
      const words = [...only, ...(told.words ?? [])];
      const { code, stdout, stderr } = await runIn(cwd, { ...told, words });
      expect(stderr.split("\n")[0]).toBe(`target: ${target}`);
      const lines = stdout.trimEnd().split("\n");
      expect(lines[0]).toBe(`target: ${target}`);
      const verdict = target === reference ? "conformant" : "incomplete";
      // It is wrapped at words.
      const said = stdout
        .slice(stdout.search(new RegExp(`^${verdict}: `, "m")))
        .replace(/\s+/g, " ");
      expect(said.startsWith(`${verdict}: ${target}; `)).toBe(true);
      expect(code).toBe(target === reference ? 0 : 3);
    });
  });

  test("waivers and exclusions of a file are not about the reference server", async () => {
    await inFolder(async (cwd) => {
      const entry = { requirement: "ping.public", reason: "ticket 1" };
      const file = {
        surfaces: { news: { baseUrl: fileUrl, samples: { query: "x" } } },
        waivers: [{ ...entry, until: "2100-01-01" }],
        exclusions: [{ ...entry, surface: "news" }],
        network: { timeoutMs: 9000 },
      };
      const told = { words: ["--reference", ...only], files: { [json]: JSON.stringify(file) } };
      const unused = "its surfaces, waivers and exclusions, which do not apply to the reference";
      const { code, stderr } = await runIn(cwd, told);
      expect(stderr).toContain(`configuration: ${json}, without ${unused} server\n`);
      expect(code).toBe(0);
      const report = JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
      expect(report).toMatchObject({ waivers: [], exclusions: [] });
      expect(report.configuration.network.timeoutMs).toBe(9000);
      const planned = await runIn(cwd, told, "plan");
      expect(planned.stderr).toContain(unused);
    });
  });

  test("and in every file of the report", async () => {
    await inFolder(async (cwd) => {
      for (const [words, target] of [
        [["--reference"], reference],
        [["--news-url", flagUrl], flagUrl],
      ] as const) {
        await runIn(cwd, { words: [...only, ...words], environment: key });
        for (const name of ["report.html", "report.md", "junit.xml", "ctrf.json", "badge.svg"]) {
          const text = readFileSync(join(cwd, "conformance-report", name), "utf8");
          const [first = ""] = name === "badge.svg" ? [text] : text.split("\n## ");
          expect(first.slice(0, 100_000), name).toContain(
            name === "badge.svg" ? target.replace("built-in ", "").replace(/^the /, "") : target,
          );
        }
      }
    });
  });
});

/** What shows that a target of one's own is meant, and a word of the message. */
const refused: readonly (readonly [name: string, told: Told, says: string])[] = [
  ...["AGGREGATOR_API_KEY", "NEWS_API_KEY", "AGGREGATOR_REVOKED_KEY", "NEWS_REVOKED_KEY"].map(
    (name) => [name, { environment: { [name]: "bk_canary0123456789" } }, name] as const,
  ),
  ["CI=true", { environment: { CI: "true" } }, "CI"],
  ["CI by its name", { environment: { CI: "woodpecker" } }, "CI"],
  ["a configuration file without a base URL", { files: withoutUrl }, json],
  ["an empty one", { files: { "news-conformance.config.yaml": "# later\n" } }, "config.yaml"],
  [
    "a named one",
    { words: ["--config", "other.json"], files: { "other.json": '{"surfaces":{}}' } },
    "other.json",
  ],
  [
    "surfaces without a base URL",
    { files: { [json]: '{"surfaces":{"news":{"samples":{"query":"x"}}}}' }, environment: key },
    json,
  ],
  [
    "keys in --env-file",
    { words: ["--env-file", "a.env"], files: { "a.env": "NEWS_API_KEY=bk_canary0123456789\n" } },
    "a.env",
  ],
  ["a base URL that is empty", { environment: { ...key, NEWS_BASE_URL: "" } }, "NEWS_API_KEY"],
];

describe("no base URL, though one is meant, is a usage error that says what to set", () => {
  const waysFor = (surface: string) => [
    `--${surface}-url`,
    `${surface.toUpperCase()}_BASE_URL`,
    `surfaces.${surface}.baseUrl`,
  ];

  test.for(refused)("%s", async ([, told, says]) => {
    await inFolder(async (cwd) => {
      const { code, stdout, stderr } = await runIn(cwd, told);
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toContain(says);
      // The surface that has a key is the one that is meant.
      const keys = JSON.stringify([told.environment, told.files]);
      const ways = waysFor(/NEWS_(API|REVOKED)_KEY/.test(keys) ? "news" : "aggregator");
      for (const way of [...ways, "--reference"]) expect(stderr).toContain(way);
      expect(stderr).not.toContain("canary");
    });
  });

  test("a plan is refused as well", async () => {
    await inFolder(async (cwd) => {
      const { code, stdout, stderr } = await runIn(cwd, { environment: { CI: "true" } }, "plan");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("--reference");
      const { stdout: planned } = await runIn(cwd, { words: ["--reference"] }, "plan");
      expect(planned.split("\n")[0]).toBe(`target: ${reference}`);
    });
  });

  test.for(["--aggregator-url", "--news-url"])(
    "--reference and %s are two targets",
    async (one) => {
      await inFolder(async (cwd) => {
        const { code, stderr } = await runIn(cwd, { words: ["--reference", one, flagUrl] });
        expect(code).toBe(2);
        expect(stderr).toContain(one);
        expect(stderr).toContain("--reference");
      });
    },
  );
});

describe("the configuration file", () => {
  test("is found in a folder above, its path is said, and its paths begin in its folder", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const below = join(cwd, "packages", "api");
        mkdirSync(below, { recursive: true });
        const { code, stdout, stderr } = await command(
          ["run", "--allow-commands", "--only", "ping.*"],
          {
            cwd: below,
            environment: keysOf(server),
          },
        );
        expect(code).toBe(0);
        expect(stderr).toContain(`configuration: ${join("..", "..", json)}\n`);
        expect(stdout.replace(/\s+/g, " ")).toContain(
          `conformant: aggregator ${server.aggregatorUrl}, news `,
        );
        const report = JSON.parse(
          readFileSync(join(below, "conformance-report/report.json"), "utf8"),
        );
        expect(report.configurationFile).toBe(join("..", "..", json));
        const verified = await command(["verify", "conformance-report"], { cwd: below });
        expect(verified.code).toBe(0);
        expect(verified.stdout.split("\n")[0]).toBe(
          `target: aggregator ${server.aggregatorUrl}, news ${server.newsUrl}`,
        );
      }),
    );
  });

  test("that is nearest holds, and init says what it hides", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, json), withUrl[json] ?? "");
      const below = join(cwd, "below");
      mkdirSync(below);
      const made = await command(["init"], { cwd: below });
      expect(made.code).toBe(0);
      expect(made.stderr).toContain(join("..", json));
      const { stdout, stderr } = await command(["plan"], { cwd: below });
      expect(stderr).toContain("configuration: news-conformance.config.yaml\n");
      expect(stdout.split("\n")[0]).toMatch(/^target: aggregator https:\/\/staging/);
    });
  });

  test("says where its revocation runs: in its own folder", async () => {
    await inFolder((cwd) =>
      withReference([], async (server) => {
        configure(cwd, server);
        const configuration = JSON.parse(readFileSync(join(cwd, json), "utf8"));
        const { command: revoke } = configuration.surfaces.news.revoke;
        const script = `${process.platform === "win32" ? "" : "./"}revoke.sh`;
        writeFileSync(join(cwd, "revoke.sh"), `#!/bin/sh\n${revoke}\n`, { mode: 0o755 });
        configuration.surfaces.news.revoke.command = script;
        writeFileSync(join(cwd, json), JSON.stringify(configuration));
        const below = join(cwd, "below");
        mkdirSync(below);
        const { code, stdout } = await command(
          ["run", "--allow-commands", "--only", "auth.revo*", "--only", "surface:news"],
          { cwd: below, environment: keysOf(server) },
        );
        expect(stdout).toMatch(/^conformant: /m);
        expect(code).toBe(0);
      }),
    );
  });
});

test("the command on a card judges the same target again when pasted, without its environment", async () => {
  const { findFault } = await import("../../reference/faults/index.ts");
  const wrong = [findFault("three-letter-countries")].filter((one) => one !== undefined);
  await inFolder((cwd) =>
    withReference(wrong, async (server) => {
      const keys = keysOf(server);
      const { stdout } = await command(["run", "--only", "plan.*"], {
        cwd,
        environment: { ...keys, NEWS_BASE_URL: server.newsUrl },
      });
      const [, line = ""] =
        /^ *npx news-conformance (run .*)$/m.exec(stdout.replace(/ \\\n */g, " ")) ?? [];
      expect(line).toContain(`--news-url ${server.newsUrl}`);
      for (const secret of Object.values(keys)) expect(line).not.toContain(secret);
      const again = await command(line.split(" "), { cwd, environment: keys });
      expect(again.stdout.split("\n")[0]).toBe(`target: news ${server.newsUrl}`);
      expect(again.code).toBe(1);
    }),
  );
});
