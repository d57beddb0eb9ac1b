import { describe, expect, test } from "vitest";
import { configurationTemplate } from "../../cli/actions/configuration-template.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import type { DiscoveredRole } from "../../description/discover-roles.ts";
import { knownNames } from "../../harness/configuration/known.ts";
import { validateFile } from "../../harness/configuration/validate.ts";

const known = knownNames(loadCatalogue(), loadRegister());

/** The members of a template that say something about a surface. */
function surfacesIn(text: string) {
  return validateFile({ name: "template", content: parseYaml(text) }, known).surfaces ?? {};
}

/** As if somebody took the sign away from every line between two of them. */
function uncommented(text: string, from: RegExp, to: RegExp): string {
  let within = false;
  return text
    .split("\n")
    .map((line) => {
      if (from.test(line)) within = true;
      else if (to.test(line)) within = false;
      return within ? line.replace(/^( *)# /, "$1") : line;
    })
    .join("\n");
}

const role = (group: string, name: string, written: string): DiscoveredRole => ({
  group,
  role: name,
  endpoint: "/search",
  version: null,
  name: written,
  because: "by its name",
  pointer: "/paths/~1search/get/parameters/0",
});
const described = {
  aggregator: {
    location: "a.yaml",
    openapi: "./a.yaml",
    baseUrl: null,
    hasOperations: true,
    roles: [role("search", "page", "seite")],
  },
};

describe("without a description", () => {
  test.each(["yaml", "json"] as const)("%s holds no name that nobody knows", (format) => {
    const surfaces = surfacesIn(configurationTemplate(format));
    expect(Object.keys(surfaces)).toEqual(["aggregator", "news"]);
    for (const surface of Object.values(surfaces))
      expect(Object.keys(surface)).toEqual(["baseUrl"]);
  });

  test("what is a comment is had by taking its signs away", () => {
    const text = uncommented(
      configurationTemplate("yaml"),
      /^ {4}# parameters:/,
      /^ {4}# (Values|samples)/,
    );
    const { aggregator, news } = surfacesIn(text);
    expect(Object.keys(aggregator?.parameters?.search ?? {})).toEqual([
      "domain",
      "from",
      "to",
      "page",
      "pageSize",
    ]);
    expect(aggregator?.parameters?.topics).toEqual({ topic: "topic_id", subtopic: "subtopic_id" });
    expect(Object.keys(news?.parameters?.publishers ?? {})).toHaveLength(6);
  });

  test("so are the samples and the revocation", () => {
    const samples = uncommented(
      configurationTemplate("yaml"),
      /^ {4}# samples:/,
      /^ {4}# (Proves|revoke)/,
    );
    expect(surfacesIn(samples).aggregator?.samples).toMatchObject({ location: "London" });
    const revoke = uncommented(configurationTemplate("yaml"), /^ {4}# revoke:/, /^ {0,2}\w/);
    expect(surfacesIn(revoke).news?.revoke?.keyEnv).toBe("NEWS_REVOCABLE_KEY");
  });
});

describe("with a description", () => {
  const text = configurationTemplate("yaml", described);

  test("what it tells is there, and nothing else", () => {
    expect(surfacesIn(text)).toEqual({
      aggregator: {
        baseUrl: "https://staging.example/headlines",
        openapi: "./a.yaml",
        parameters: { search: { page: "seite" } },
      },
    });
  });

  test("a further name of a group that has some, and a group that has none, are had like that", () => {
    const one = text.replace("    #     domain: domain", "        domain: site");
    expect(surfacesIn(one).aggregator?.parameters).toEqual({
      search: { domain: "site", page: "seite" },
    });
    const all = uncommented(text, /^ {4}# {3}topics:/, /^ {4}# \w/);
    expect(surfacesIn(all).aggregator?.parameters?.topics).toEqual({
      topic: "topic_id",
      subtopic: "subtopic_id",
    });
  });
});
