import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { type CommandName, commands } from "../../cli/commands.ts";
import { consoleOutput } from "../../cli/output/output.ts";
import { command, inFolder } from "./command.ts";

const json = "news-conformance.config.json";
const yaml = "news-conformance.config.yaml";
const news = { surfaces: { news: { baseUrl: "http://127.0.0.1:9/news" } } };

interface WrongUse {
  readonly words: readonly string[];
  /** What the standard error has to say. */
  readonly says: readonly (string | RegExp)[];
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * A missing --env-file is not among them: Node 20 takes that option for its own wherever it stands,
 * and ends with 9 before anything of ours runs. What is ours of it is in tests/configuration.
 */
const wrongUses: Readonly<Record<string, WrongUse>> = {
  "an option that is misspelt": { words: ["run", "--onyl", "x"], says: ["--onyl", "--only"] },
  "an option of the default command": { words: ["--skpi", "x"], says: ["--skpi", "--skip"] },
  "an option far from all others": {
    words: ["--zzzzzzzz"],
    says: [/^error: unknown option "--zzzzzzzz"\nUsage: /],
  },
  "an option of another command": { words: ["list", "--rate", "5"], says: ["--rate", "--format"] },
  "an option for a key": {
    words: ["run", "--api-key", "bk_canary0123"],
    says: [/^error: unknown option "--api-key"\nKeys come from the environment.*NEWS_API_KEY\.\n/],
  },
  "a dry run": { words: ["--dry-run"], says: [/"--dry-run"\nThe command plan /] },
  "an option for a format": { words: ["run", "--junit", "x.xml"], says: ["every format", "--out"] },
  "an option of other tools for a command that has no use for it": {
    words: ["list", "--key"],
    says: [/^error: unknown option "--key"\nValid names: /],
  },
  "a swap of two letters": { words: ["run", "--quite"], says: ["Did you mean --quiet?"] },
  "an option that would act on a terminal": {
    words: ["list", "--x\u001b[31m\u202e\n::error::y"],
    says: [/^error: unknown option "--x\\u001b\[31m\\u202e\\n::error::y"$/m],
  },
  "a value that would act on a terminal": {
    words: ["run", "--timeout=\u001b]0;x\u0007\r\n::error::y"],
    says: ['--timeout can\'t be "\\u001b]0;x\\u0007\\r\\n::error::y"'],
  },
  "a number in hexadecimal": { words: ["run", "--timeout", "0x10"], says: ["0x10", "from 1"] },
  "a number with an exponent": { words: ["plan", "--budget", "1e3"], says: ["1e3", "--budget"] },
  "an option of one letter": {
    words: ["-x"],
    says: ['unknown option "-x"', "news-conformance run --help"],
  },
  "an unknown command": {
    words: ["lst"],
    says: ['no command "lst"', "Did you mean list?", "news-conformance --help lists all"],
  },
  "the help of an unknown command": {
    words: ["help", "lst"],
    says: ['no command "lst"', "Did you mean list?"],
  },
  "one word too many": {
    words: ["run", "now"],
    says: ['too many arguments: "now"', "Usage: news-conformance run [options] ("],
  },
  "one word too few": {
    words: ["compare", "a", "--format", "json"],
    says: ["<B> is missing", "the later one", "compare [options] <A> <B> [more...]"],
  },
  "several words too many": {
    words: ["show", "a", "b", "c"],
    says: ['too many arguments: "b", "c"', "Usage: news-conformance show [options] [dir] ("],
  },
  "an option without its value": {
    words: ["plan", "--config"],
    says: ["--config has no value", "--config <file>: configuration file"],
  },
  "an option without one of its values": {
    words: ["openapi", "news", "latest", "--format"],
    says: ["--format has no value", "one of these: yaml, json"],
  },
  "a key for a command": {
    words: ["bk_canary0123"],
    says: ['no command "[redacted]"'],
  },
  "a key for an option": {
    words: ["run", "--key=bk_canary0123"],
    says: ['unknown option "--key=[redacted]"', "Keys come from the environment"],
  },
  "a key for a value": {
    words: ["run", "--bail", "bk_canary0123"],
    says: ['--bail can\'t be "[redacted]"', "from 1"],
  },
  "a pattern without a match": {
    words: ["run", "--only", "auth.mising-key-refused"],
    says: ["--only auth.mising-key-refused matches nothing", "auth.missing-key-refused?"],
  },
  "a pattern of skip without a match": {
    words: ["run", "--skip", "surface:newz"],
    says: ["--skip surface:newz matches nothing", "surface:news?"],
  },
  "an area for a pattern": {
    words: ["run", "--only", "ping"],
    says: ["--only ping matches nothing", "Did you mean ping.*?"],
  },
  "an area for a pattern of skip": {
    words: ["run", "--skip", "robustness"],
    says: ["--skip robustness matches nothing", "Did you mean robustness.*?"],
  },
  "a name without its kind": {
    words: ["plan", "--only", "/info/topics"],
    says: ["--only /info/topics matches nothing", "Did you mean endpoint:/info/topics?"],
  },
  "patterns that leave nothing together": {
    words: ["run", "--only", "surface:news", "endpoint:/geolocation"],
    says: ["select no checks"],
  },
  "a matrix that is none": {
    words: ["run", "--matrix", "half"],
    says: ["--matrix", "full, pairwise, smoke"],
  },
  "a rotation beyond its end": { words: ["plan", "--rotation", "4/3"], says: ["4/3", "K from 1"] },
  "a rotation in words": { words: ["run", "--rotation", "monday"], says: ["monday", "K/N"] },
  "a rotation of less than the full matrix": {
    words: ["run", "--matrix", "smoke", "--rotation", "1/3"],
    says: ["--matrix smoke", "Omit one of them"],
  },
  "a rotation in the file that is none": {
    words: ["run"],
    files: { [json]: JSON.stringify({ ...news, rotation: "3" }) },
    says: ["rotation"],
  },
  "a budget that is too small": { words: ["run", "--budget", "5"], says: ["--budget", "from 20"] },
  "a budget in words": { words: ["plan", "--budget", "few"], says: ["--budget", "from 20"] },
  "a budget of a smaller matrix": {
    words: ["run", "--budget", "50", "--matrix", "pairwise"],
    says: ["--budget", "Omit one of them"],
  },
  "a budget in parts": {
    words: ["run", "--budget", "50", "--rotation", "1/3"],
    says: ["--budget", "Omit one of them"],
  },
  "no failed requirements to stop after": {
    words: ["run", "--bail", "0"],
    says: ["--bail", "from 1"],
  },
  "a number of failures in words": {
    words: ["run", "--bail", "first"],
    says: ["--bail", "from 1"],
  },
  "failures of a report that is not there": {
    words: ["run", "--reference", "--only-failed", "absent"],
    says: ["--only-failed needs an earlier report", "absent"],
  },
  "no concurrency": { words: ["run", "--concurrency", "0"], says: ["--concurrency", "from 1"] },
  "a negative rate": { words: ["run", "--rate", "-1"], says: ["--rate", "above 0"] },
  "a timeout in words": { words: ["run", "--timeout", "abc"], says: ["--timeout", "milliseconds"] },
  "no runs at all": { words: ["run", "--runs", "0"], says: ["--runs", "from 1 to 100"] },
  "a seed that is a word": { words: ["run", "--seed", "now"], says: ["--seed", "a whole number"] },
  "half a retry": { words: ["run", "--retries", "1.5"], says: ["--retries", "a whole number"] },
  "an unknown level": { words: ["run", "--fail-on", "may"], says: ["must, should"] },
  "a base URL that is none": {
    words: ["run", "--news-url", "ftp://x.test"],
    says: ["--news-url", "http:// or https://"],
  },
  "a file that is not there": {
    words: ["run", "--config", "absent.yaml"],
    says: ["absent.yaml", "no such file"],
  },
  "an unknown member": {
    words: ["run"],
    files: { [json]: '{"surfaces":{"aggregator":{"baseURL":"https://x.test"}}}' },
    says: ["surfaces.aggregator.baseURL", "Did you mean baseUrl?"],
  },
  "two mistakes in a file, both with their place": {
    words: ["run"],
    files: { [json]: '{\n  "netwrk": {},\n  "failOn": "shoud"\n}' },
    says: [
      "error: 2 mistakes:",
      `${json}, line 2, column 3: netwrk is not a member of the configuration. Did you mean network?`,
      `${json}, line 3, column 3: failOn is not a valid value. Did you mean should?`,
    ],
  },
  "broken YAML": {
    words: ["run"],
    files: { [yaml]: "network:\n  rate: [5\nfailOn: must\n" },
    says: [yaml, /line \d+, column \d+/],
  },
  "broken JSON": {
    words: ["run"],
    files: { [json]: '{\n  "failOn": must\n}' },
    says: [json, "line 2, column 13"],
  },
  "two files": { words: ["run"], files: { [json]: "{}", [yaml]: "" }, says: [json, yaml] },
  "a key in the file": {
    words: ["run"],
    files: { [json]: '{"surfaces":{"news":{"apiKey":"bk_canary"}}}' },
    says: ["surfaces.news.apiKey", "environment only"],
  },
  "a tested surface without its key": {
    words: ["run"],
    files: { [json]: JSON.stringify(news) },
    environment: { AGGREGATOR_API_KEY: "bk_canary" },
    says: [
      `NEWS_API_KEY is not set, but the news surface is tested (base URL from ${json}: surfaces.news.baseUrl)`,
    ],
  },
  "two tested surfaces without their keys": {
    words: ["run", "--news-url", "https://x.test"],
    environment: { AGGREGATOR_BASE_URL: "https://y.test" },
    says: [
      "AGGREGATOR_API_KEY and NEWS_API_KEY are not set, but both surfaces are tested " +
        "(base URLs from AGGREGATOR_BASE_URL and --news-url)",
    ],
  },
  "a waiver of an unknown requirement": {
    words: ["run"],
    files: {
      [yaml]: "waivers: [{ requirement: auth.missing-key, reason: r, until: 2099-01-01 }]",
    },
    says: ["waivers[0].requirement", "auth.missing-key-refused"],
  },
  "a plan with a wrong configuration": {
    words: ["plan"],
    files: { [json]: '{"netwrk":{}}' },
    says: ["netwrk", "Did you mean network?"],
  },
  "an unknown requirement": {
    words: ["explain", "auth.mising-key-refused"],
    says: ["auth.mising-key-refused", "Did you mean auth.missing-key-refused?"],
  },
  "an area in place of a requirement": {
    words: ["explain", "auth"],
    says: ['no requirement "auth"', "Did you mean auth.*?"],
  },
  "an area to be listed": {
    words: ["list", "limit.*", "auth"],
    says: ['no requirement "auth"', "Did you mean auth.*?"],
  },
  "an area of faults": {
    words: ["faults", "--list", "--only", "ping"],
    says: ["ping", "Did you mean ping.*?"],
  },
  "no requirement": {
    words: ["explain"],
    says: ["<id> is missing", "<id>: id of the requirement", "news-conformance explain --help"],
  },
  "no surface": {
    words: ["openapi"],
    says: ["<surface> is missing", "one of these: aggregator, news"],
  },
  "an unknown surface": {
    words: ["openapi", "newz", "latest"],
    says: [
      '<surface> can\'t be "newz"',
      "Did you mean news? Valid names: aggregator, news.",
      "Usage: news-conformance openapi [options] <surface> <version>",
    ],
  },
  "an unknown version": {
    words: ["openapi", "news", "2024-01-02"],
    says: ["2024-01-02", "Did you mean 2024-01-01?"],
  },
  "an unknown format": { words: ["list", "--format", "xml"], says: ["text, json"] },
  "an unknown fault": {
    words: ["serve", "--fault", "ping-shout"],
    says: ["Did you mean ping-shouts?"],
  },
  "a fault that resembles none": {
    words: ["serve", "--fault", "nope"],
    says: [/^error: there is no fault "nope"\nnews-conformance faults --list lists all\.\n$/],
  },
  "an address of another machine": {
    words: ["serve", "--host", "192.0.2.1"],
    says: ["the server can't listen on this address", "--host must be an address of this machine"],
  },
  "no key to serve": {
    words: ["serve", "--keys-from-env"],
    says: ["there is no key in the environment", "AGGREGATOR_API_KEY, NEWS_API_KEY"],
  },
  "one key for both products": {
    words: ["serve", "--keys-from-env"],
    environment: { AGGREGATOR_API_KEY: "bk_0123456789", NEWS_API_KEY: "bk_0123456789" },
    says: ["AGGREGATOR_API_KEY and NEWS_API_KEY are the same key"],
  },
  "a port that is none": { words: ["serve", "--port", "99999"], says: ["--port", "65533"] },
};

describe("wrong use ends with 2, one clear message and nothing else", () => {
  test.for(Object.entries(wrongUses))("%s", async ([, { words, says, files, environment }]) => {
    await inFolder(async (cwd) => {
      for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(cwd, name), text);
      const { code, stdout, stderr } = await command(words, {
        cwd,
        environment: environment ?? {},
      });
      for (const said of says) {
        if (typeof said === "string") expect(stderr).toContain(said);
        else expect(stderr).toMatch(said);
      }
      expect(stdout).toBe("");
      expect(stderr).not.toContain("canary");
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
      expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
      expect(code).toBe(2);
    });
  });
});

describe("what is missing or too much is said in our own words, with the way to write it", () => {
  const wordsOfCommander = /argument missing|missing required|is invalid|Expected \d|invalid for/;
  test.for(Object.keys(commands) as CommandName[])("%s", async (name) => {
    const program = new Command();
    await (await commands[name]())(program, consoleOutput({}), [name]);
    const [own] = program.commands;
    const options = own?.options ?? [];
    const withArguments = own?.registeredArguments ?? [];
    const enough = withArguments.map((one) => one.argChoices?.[0] ?? "x");
    const wrong: (readonly [words: readonly string[], says: string])[] = [
      ...options.flatMap(({ long, required }) =>
        long && required ? [[[...enough, long], `${long} has no value`] as const] : [],
      ),
      ...options.flatMap(({ long, argChoices }) =>
        long && argChoices ? [[[...enough, long, "x"], `${long} can't be "x"`] as const] : [],
      ),
      ...withArguments.flatMap(({ required, argChoices }, index) => [
        ...(required ? [[enough.slice(0, index), "is missing"] as const] : []),
        ...(argChoices ? [[enough.with(index, "x"), `can't be "x"`] as const] : []),
      ]),
      ...(withArguments.at(-1)?.variadic
        ? []
        : [[[...enough, "y"], 'too many arguments: "y"'] as const]),
      [["--zz"], 'unknown option "--zz"'],
    ];
    await inFolder(async (cwd) => {
      for (const [words, says] of wrong) {
        const { code, stdout, stderr } = await command([name, ...words], { cwd });
        const lines = stderr.trimEnd().split("\n");
        expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
        expect(lines[0]).toContain(says);
        expect(lines.at(-1)).toBe(
          `Usage: news-conformance ${[own?.name(), own?.usage()].join(" ")} (news-conformance ${name} --help explains it)`,
        );
        expect(stderr).not.toMatch(wordsOfCommander);
      }
    });
  });
});

test.for([[["help"]], [["help", "help"]], [["--help"]], [["list", "--help"]]] as const)(
  "%j is no wrong use",
  async ([words]) => {
    const { code, stdout } = await command(words, { cwd: process.cwd() });
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: news-conformance");
  },
);
