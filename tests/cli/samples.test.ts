import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSamples } from "../../harness/settings/defaults.ts";
import { findVariant } from "../../reference/variants/index.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, surfacesOf, withReference } from "./target.ts";

/**
 * Runs against a server with these variants at once, and with these samples of the aggregator surface; what
 * was written is verified.
 */
async function run(names: readonly string[], samples: object, words: readonly string[] = []) {
  let code: number | null = null;
  let page = "";
  let report = { verdict: "", requests: 0, samples: [] as readonly object[] };
  let markdown = "";
  await withReference(names.map(findVariant), (server) =>
    inFolder(async (cwd) => {
      const { aggregator, news } = surfacesOf(server);
      configure(cwd, server, { surfaces: { aggregator: { ...aggregator, samples }, news } });
      const ended = await runAgainst(server, cwd, words);
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

/** Whatever is judged of the places at one version. */
const places = ["--only", "endpoint:/geolocation", "version:default"];

describe("a right server that has nothing for the default samples is conformant", () => {
  // At most so many requests: with the default samples it takes 551 and 76.
  test.each([
    [
      "of places, texts and topics",
      ["places-in-their-own-country", "nothing-about-the-climate", "no-technology"],
      ["--only", "surface:aggregator"],
      [
        'query "mediators" (found in a title; "climate" has no hits)',
        'location "New York" (found in a title; "London" has no hits)',
        'topic "BUSINESS" (a named topic; "TECHNOLOGY" has no hits)',
      ],
      567,
    ],
    [
      "of places in the default country",
      ["no-news-of-the-default-country"],
      places,
      [
        'location "London" (with country GB and language en; the server returns no hits without it)',
      ],
      100,
    ],
  ])("%s", async (_, names, words, said, most) => {
    const { code, page, report, markdown } = await run(names, defaults, words);
    const line = `samples: ${said.join(", ")}`;
    expect(page).toContain(line);
    expect(markdown).toContain(line);
    expect(report.samples).toHaveLength(said.length);
    expect([report.verdict, code]).toEqual(["conformant", 0]);
    expect(report.requests).toBeLessThanOrEqual(most);
  });
});

test("a configured sample is kept as long as it has hits, and nothing is said", async () => {
  const samples = { ...defaults, location: "Chicago" };
  const { page, report } = await run(["places-in-their-own-country"], samples, places);
  expect(page).not.toContain("samples:");
  expect(report).toMatchObject({ samples: [], verdict: "conformant" });
});

test("a sample that nothing takes the place of names its key", async () => {
  const { code, page } = await run(["nothing-to-find"], defaults, places);
  expect(code).toBe(3);
  expect(page).toContain(
    'location "London" (has no hits, and no alternative was found: set surfaces.aggregator.samples.location)',
  );
});
