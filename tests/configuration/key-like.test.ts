import { describe, expect, test } from "vitest";
import { looksLikeKey, withoutSecrets } from "../../harness/configuration/key-like.ts";
import { validateFile } from "../../harness/configuration/validate.ts";
import { command, inFolder } from "../cli/command.ts";
import { known } from "./known.ts";
import { usageError } from "./usage.ts";

const key = "bk_canary81Zx";

/** A key among other signs, as people write it, paste it or link to it. */
const written = [
  key,
  `see ${key}`,
  `(${key})`,
  `[${key}]`,
  `{${key}}`,
  `<${key}>`,
  `\`${key}\``,
  `*${key}*`,
  `"${key}"`,
  `a,${key}`,
  `a;${key}`,
  `a|${key}`,
  `key:${key}`,
  `https://x.example/${key}`,
  `https://x.example/?api_key=${key}`,
  `https://x.example/?a=b&${key}`,
  `https://x.example/#${key}`,
  `user@${key}`,
  `~${key}`,
  `$${key}`,
  `\\${key}`,
  `密钥${key}`,
  `key\u200b${key}`,
  `key-${key}aaaa`,
  `key_${key}aaaa`,
  `https://x.example/${key}.json`,
  "bk%5Fcanary81Zx",
  "bk%5fcanary81Zx",
  "see %62%6B_canary81Zx",
  "a%20bk_canary81Zx",
  "a%22bk_canary81Zx",
  "a%2520bk%255Fcanary81Zx",
  "(bk_canaryabcdef)",
  "http://127.0.0.1/bk_canaryabcdef",
];

/** Words of ordinary texts, names of files and of variables. */
const harmless = [
  "feedbk_articles",
  "webk_it_transition",
  "my_bk_articles",
  "old-bk_articles",
  "tree/bk_a",
  "BK_REVOCABLE_KEY",
  "bk_openapi.json",
  "specs/bk_openapi.yaml",
  "certs/bk_internal-ca.pem",
  "bk",
  "see bk and bk_",
  "BK: see ticket 4711",
  "50% of bk",
  "100%",
  "%zz%5",
  "https://x.example/feedbk_2024",
];

describe.each(written)("%j", (text) => {
  test.each<[string, unknown]>([
    ["the reason of a waiver", { waivers: [{ reason: text }] }],
    ["the reason of an exclusion", { exclusions: [{ reason: text }] }],
    ["a sample", { surfaces: { news: { samples: { query: text } } } }],
    [
      "the name of a parameter",
      { surfaces: { news: { parameters: { publishers: { limit: text } } } } },
    ],
    ["a location", { surfaces: { news: { openapi: text } } }],
    ["a base URL", { surfaces: { news: { baseUrl: `http://127.0.0.1/${text}` } } }],
    ["a header", { network: { headers: { "x-gate": text } } }],
    ["a command", { surfaces: { news: { revoke: { keyEnv: "A", command: text } } } }],
    ["the name of a member", { surfaces: { [text]: {} } }],
  ])("in %s of a configuration is refused, and not shown", (_, content) => {
    const said = usageError(() => validateFile({ name: "c.json", content }, known));
    expect(said).toContain("looks like an API key");
    expect(said).not.toContain("canary");
  });

  test("is not in a message", () => {
    expect(withoutSecrets(`unknown option ${text} and more`)).not.toContain("canary");
  });
});

test.each(harmless)("%s is no key", (text) => {
  expect(looksLikeKey(text)).toBe(false);
});

test("of a message, only the key is hidden", () => {
  expect(withoutSecrets(`unknown (${key}), see my_bk_articles`)).toBe(
    "unknown ([redacted]), see my_bk_articles",
  );
});

describe.each(["/bk_canary81Zx", "/a,bk_canary81Zx", "/bk%5Fcanary81Zx", "/bk_canaryabcdef/v2"])(
  "a URL with the path %s, which has no key of the environment",
  (path) => {
    const url = `http://127.0.0.1:1${path}`;
    test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
      ["--news-url", ["plan", "--news-url", url], {}],
      ["--aggregator-url", ["run", "--aggregator-url", url], {}],
      ["NEWS_BASE_URL", ["run"], { NEWS_BASE_URL: url }],
      ["--openapi-news", ["plan", "--news-url", "http://127.0.0.1:1", "--openapi-news", url], {}],
    ])("is refused in %s, and not shown", async (source, words, environment) => {
      await inFolder(async (cwd) => {
        const { code, stdout, stderr } = await command(words, { cwd, environment });
        expect(code).toBe(2);
        expect(stderr).toContain(`${source} contains a key`);
        expect(stdout + stderr).not.toContain("canary");
      });
    });
  },
);

test.each<[string, readonly string[]]>([
  ["--only", ["plan", "--reference", "--only", `(${key})`]],
  ["--skip", ["plan", "--reference", "--skip", `surface:${key}`]],
  ["--config", ["plan", "--config", `a/${key}`]],
  ["--env-file", ["plan", "--env-file", `a/${key}`]],
  ["--ca", ["plan", "--news-url", "http://127.0.0.1:1", "--ca", `a/${key}`]],
  ["a flag that does not exist", ["plan", `--news-key=${key}`]],
])("a mistake about %s does not show the key in it", async (_, words) => {
  await inFolder(async (cwd) => {
    const { code, stdout, stderr } = await command(words, { cwd });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain("canary");
  });
});
