import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, inFolder } from "../cli/command.ts";
import { entry } from "../cli/recorded-entries.ts";
import { textsIn } from "./texts-in.ts";

/** A user may write a key into anything that a run is told. */

const key = "bk_canary-Own9key-of-News";
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
const written: Readonly<Record<string, string>> = {
  "as it is": key,
  "percent-encoded": percent(key),
  "percent-encoded in part": key.replace("a", "%61"),
  "in base64": Buffer.from(key).toString("base64url"),
};

/** The key in any of these forms, and what is left of it in a base URL that was read. */
const forms = [...Object.values(written), encodeURIComponent(key), key.toLowerCase()];

/** What a command prints and writes that contains the key. */
async function leaks(
  cwd: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const { code, stdout, stderr } = await command(words, { cwd, environment });
  const texts = [["stdout", stdout], ["stderr", stderr], ...textsIn(cwd)] as const;
  const found = texts.flatMap(([name, text]) =>
    forms.filter((form) => text.includes(form)).map((form) => `${name}: ${form}`),
  );
  return { code, stderr, found, files: texts.length - 2 };
}

const only = ["--only", "ping.message-pong"];

describe.each(Object.entries(written))("a key %s", (_, form) => {
  const base = `http://127.0.0.1:1/${form}`;

  test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ["the flag", ["run", "--news-url", base, ...only], {}],
    ["the flag of another surface", ["run", "--aggregator-url", base, ...only], {}],
    ["the variable", ["run", ...only], { NEWS_BASE_URL: base }],
    ["the flag of plan", ["plan", "--news-url", base], {}],
    ["a flag with another mistake", ["run", "--news-url", base, "--only", "pong"], {}],
    ["a URL over plain HTTP", ["run", "--news-url", base.replace("127.0.0.1", "n.example")], {}],
  ])("in the base URL of %s is refused", async (_, words, environment) => {
    await inFolder(async (cwd) => {
      const all = { NEWS_API_KEY: key, AGGREGATOR_API_KEY: "bk_another-key-4", ...environment };
      const { code, stderr, found } = await leaks(cwd, words, all);
      expect(code).toBe(2);
      expect(stderr).toContain("contains a key");
      expect(found).toEqual([]);
    });
  });

  test.each<[string, readonly string[]]>([
    ["the location of a description", ["--openapi-news", `http://127.0.0.1:1/${form}.json`]],
    ["a file of a description", ["--openapi-news", `${form}.json`]],
    ["a pattern", ["--skip", `*${form.replaceAll("%", "")}*`]],
    ["the configuration file", ["--config", `${form}/c.json`]],
  ])("in %s is in nothing that is printed or written", async (_, words) => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, form));
      const reason = `see ${form}`;
      const exclusions = [{ requirement: "auth.revoked-key-refused", reason }];
      const requirement = "ping.message-pong";
      const waivers = [{ requirement, reason, until: "2099-01-01" }];
      writeFileSync(join(cwd, form, "c.json"), JSON.stringify({ exclusions, waivers }));
      const target = ["run", "--news-url", "http://127.0.0.1:1", ...only, "--retries", "0"];
      const { code, found } = await leaks(cwd, [...target, ...words], { NEWS_API_KEY: key });
      expect([1, 2, 3]).toContain(code);
      expect(found).toEqual([]);
    });
  });
});

test("a key of a file of variables is in no mistake about the configuration", async () => {
  await inFolder(async (cwd) => {
    writeFileSync(join(cwd, "a.env"), `NEWS_API_KEY=${key}\n`);
    const words = ["run", "--env-file", "a.env", "--config", `${key}.json`];
    const { code, stdout, stderr } = await command(words, { cwd });
    expect({ code, leaks: (stdout + stderr).includes(key) }).toEqual({ code: 2, leaks: false });
  });
});

test("a key in the path of recorded traffic is in nothing that is printed or written", async () => {
  await inFolder(async (cwd) => {
    const at = (host: string, form: string) =>
      entry({ path: `https://${host}/${form}/info/countries`, body: { metadata: {} } });
    const har = (name: string, entries: readonly unknown[]) =>
      writeFileSync(join(cwd, name), JSON.stringify({ log: { entries } }));
    har("one.har", [at("a.example", key)]);
    har("two.har", [at("a.example", key), at("b.example", key)]);
    for (const name of ["one.har", "two.har"]) {
      const { stdout, stderr } = await command(["check-har", name, "--out", "out"], { cwd });
      expect(stdout + stderr).not.toContain(key);
      expect(textsIn(join(cwd, "out")).filter(([, text]) => text.includes(key))).toEqual([]);
    }
  });
});
