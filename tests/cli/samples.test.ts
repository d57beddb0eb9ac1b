import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSamples } from "../../harness/configuration/defaults.ts";
import { findVariant } from "../../reference/variants/index.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, surfacesOf, withReference } from "./target.ts";

/** Runs against a variant with these samples of the aggregator surface; what was written is verified. */
async function run(name: string, samples: object) {
  let code: number | null = null;
  let page = "";
  let report = { verdict: "", requests: 0, samples: [] as readonly object[] };
  let markdown = "";
  await withReference([findVariant(name)], (server) =>
    inFolder(async (cwd) => {
      const { aggregator, news } = surfacesOf(server);
      configure(cwd, server, { surfaces: { aggregator: { ...aggregator, samples }, news } });
      const ended = await runAgainst(server, cwd);
      code = ended.code;
      page = ended.stdout.replace(/\s+/g, " ");
      report = JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
      markdown = readFileSync(join(cwd, "conformance-report/report.md"), "utf8");
      expect(report.requests).toBe(server.requests.aggregator + server.requests.news);
      expect((await command(["verify", "conformance-report"], { cwd })).code).toBe(0);
    }),
  );
  return { code, page, report, markdown };
}

const { domain: _, ...defaults } = defaultSamples;

describe("a right server that has nothing for the default samples is conformant", () => {
  test.each([
    ["places-in-their-own-country", 'location "New York" (found in a title; "London" has no hits)'],
    [
      "no-news-of-the-default-country",
      'location "London" (with country GB and language en; the server returns no hits without it)',
    ],
    ["nothing-about-the-climate", 'query "mediators" (found in a title; "climate" has no hits)'],
    ["no-technology", 'topic "BUSINESS" (a named topic; "TECHNOLOGY" has no hits)'],
  ])("%s", async (name, said) => {
    const { code, page, report, markdown } = await run(name, defaults);
    expect(page).toContain(`samples: ${said}`);
    expect(markdown).toContain(`samples: ${said}`);
    expect(report.samples).toHaveLength(1);
    expect([report.verdict, code]).toEqual(["conformant", 0]);
    expect(report.requests).toBeLessThanOrEqual(1000);
  });
});

test("a configured sample is kept as long as it has hits, and nothing is said", async () => {
  const { page, report } = await run("places-in-their-own-country", {
    ...defaults,
    location: "Chicago",
  });
  expect(page).not.toContain("samples:");
  expect(report).toMatchObject({ samples: [], verdict: "conformant" });
});

test("a sample that nothing takes the place of names its key", async () => {
  const { code, page } = await run("nothing-to-find", defaults);
  expect(code).toBe(3);
  expect(page).toContain(
    'location "London" (has no hits, and no alternative was found: set surfaces.aggregator.samples.location)',
  );
});
