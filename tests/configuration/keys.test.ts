import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../harness/configuration/environment.ts";
import { template, usageError } from "./usage.ts";
import { folder, keys, load, useFolder } from "./working-directory.ts";

useFolder();

describe("keys", () => {
  const url = { newsUrl: "https://x.test" };
  test("those of both products are read where one surface is tested", () => {
    const environment = { ...keys, NEWS_REVOKED_KEY: " bk_r \n" };
    expect(load(url, environment).keys).toEqual({
      aggregator: { own: "bk_a", revoked: null, revocable: null },
      news: { own: "bk_n", revoked: "bk_r", revocable: null },
    });
  });
  test("the revocable one is where revoke.keyEnv says", () => {
    const file = { surfaces: { news: { revoke: { keyEnv: "SPARE", command: "true" } } } };
    const flags = { ...url, allowCommands: true };
    expect(load(flags, { ...keys, SPARE: "bk_s" }, file).keys.news.revocable).toBe("bk_s");
    expect(load(flags, keys, file).keys.news.revocable).toBeNull();
  });
  test("a tested surface needs its own, and a surface that is not tested doesn't", () => {
    expect(usageError(() => load(url, { AGGREGATOR_API_KEY: "bk_a" }))).toContain("NEWS_API_KEY");
    expect(load(url, { NEWS_API_KEY: "bk_n" }).missingKeys).toEqual([]);
  });
  test.for<[string, Environment]>([
    ["set it", { AGGREGATOR_API_KEY: "bk_a" }],
    ["set them", {}],
  ])("%s, says the hint for those that are missing", ([words, environment]) => {
    const both = { ...url, aggregatorUrl: "https://y.test" };
    expect(usageError(() => load(both, environment)).toLowerCase()).toContain(words);
  });
  test("a plan needs none and says which", () => {
    expect(load(url, {}, null, "plan").missingKeys).toEqual(["NEWS_API_KEY"]);
  });
  test.for<[string, Environment]>([
    ["one key for both products", { AGGREGATOR_API_KEY: "canary", NEWS_API_KEY: "canary" }],
    ["a revoked key that is the main one", { NEWS_API_KEY: "canary", NEWS_REVOKED_KEY: "canary" }],
    ["a key with a line break in it", { NEWS_API_KEY: "canary\ncanary" }],
    ["a key longer than a header", { NEWS_API_KEY: "canary".repeat(200) }],
  ])("%s", ([, environment]) => {
    const said = usageError(() => load(url, environment));
    expect(said).toContain("NEWS_API_KEY");
    expect(said).not.toContain("canary");
  });
  test("the main key is never taken for the one to be revoked", () => {
    const file = { surfaces: { news: { revoke: { keyEnv: "NEWS_API_KEY", command: "true" } } } };
    const flags = { ...url, allowCommands: true };
    expect(usageError(() => load(flags, keys, file))).toContain("NEWS_API_KEY");
  });
});

describe("--env-file", () => {
  test("completes the environment, which wins", () => {
    writeFileSync(
      join(folder, "keys.env"),
      "NEWS_API_KEY=bk_file\nAGGREGATOR_API_KEY='bk_other'\nNEWS_BASE_URL=https://file.test\n",
    );
    const { keys: read, configuration } = load(
      { envFile: "keys.env" },
      { NEWS_API_KEY: "bk_process", AGGREGATOR_API_KEY: "" },
    );
    expect(read.news.own).toBe("bk_process");
    expect(read.aggregator.own).toBe("bk_other");
    expect(configuration.surfaces.news?.baseUrl).toBe("https://file.test");
  });
  test("that can't be read", () => {
    const said = usageError(() => load({ envFile: "absent.env" }, {}));
    expect(said).toContain("absent.env");
    expect(said).toContain("no such file");
  });
});

describe("a placeholder that a pipeline left", () => {
  const url = { newsUrl: "https://x.test" };
  const forms = [
    "$(NEWS_SECRET)",
    "$[variables.NEWS_SECRET]",
    template("NEWS_SECRET"),
    template("NEWS_SECRET:-"),
    template("{ secrets.NEWS_SECRET }"),
    "{{ secrets.NEWS_SECRET }}",
    "{{NEWS_SECRET}}",
    "#{NEWS_SECRET}",
    "$NEWS_SECRET",
    "$env:NEWS_SECRET",
    "%NEWS_SECRET%",
    "<NEWS_SECRET>",
    "bk_$(NEWS_SECRET)",
  ];
  test.for(forms)("%s is no key", (value) => {
    for (const name of ["NEWS_API_KEY", "NEWS_REVOKED_KEY", "AGGREGATOR_API_KEY"]) {
      const said = usageError(() => load(url, { ...keys, [name]: value }));
      expect(said).toMatch(
        new RegExp(
          `^${name} is the placeholder of a variable that was not set: [\\w.:-]*NEWS_SECRET`,
        ),
      );
      expect(said).toMatch(/Define \S*NEWS_SECRET\S* where/);
    }
  });
  test.for(forms.slice(0, -1))("%s is no base URL, nor part of one", (value) => {
    for (const text of [value, `https://${value}/news`]) {
      const expected = /the placeholder of a variable that was not filled in/;
      expect(usageError(() => load({ newsUrl: text }, keys))).toMatch(expected);
      expect(usageError(() => load({}, { ...keys, NEWS_BASE_URL: text }))).toMatch(expected);
      const file = { surfaces: { news: { baseUrl: text } } };
      const said = usageError(() => load({}, keys, file));
      expect(said).toMatch(expected);
      expect(said).toContain("surfaces.news.baseUrl contains");
    }
  });
  test.for(["https://x.test/v1/$metadata", "https://x.test/%7Bid%7D", "https://x.test/$(HOST"])(
    "%s is a base URL",
    (text) => {
      expect(load({ newsUrl: text }, keys).configuration.surfaces.news?.baseUrl).toBe(text);
    },
  );
  test.for(["bk_$ecret", "bk_100%", "bk_a%b%c", "bk_$A{b", "bk_(x)[y]<z", "bk_$", "a$NEWS_SECRET"])(
    "%s is a key",
    (value) => {
      expect(load(url, { ...keys, NEWS_API_KEY: value }).keys.news.own).toBe(value);
    },
  );
  test("is no value of a header", () => {
    const file = { network: { headers: { "x-gate": `v1 ${template("GATE")}` } } };
    expect(usageError(() => load(url, { ...keys, GATE: "$(GATE_SECRET)" }, file))).toContain(
      "GATE is the placeholder of a variable that was not set: GATE_SECRET",
    );
  });
  test.for([template("bk_canary"), "$(a8f7canary6e5d4c3b2a1)", "<my canary>", "{{ canary é }}"])(
    "is not shown if it may be a secret: %s",
    (value) => {
      const said = usageError(() => load(url, { ...keys, NEWS_API_KEY: value }));
      expect(said).toContain("NEWS_API_KEY is the placeholder of a variable that was not set\n");
      expect(said).not.toContain("canary");
    },
  );
});
