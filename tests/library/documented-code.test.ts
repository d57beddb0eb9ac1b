import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { foreignNames } from "../cli/foreign-names.ts";
import { consumer, inVitest } from "./consumer.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The blocks of TypeScript in the part of a document that is below one of its headings. */
function examplesIn(document: string, heading: string): readonly string[] {
  const text = readFileSync(join(root, document), "utf8");
  const from = text.indexOf(`\n${heading}\n`);
  const end = text.indexOf("\n## ", from + 1);
  const part = text.slice(from, end === -1 ? undefined : end);
  return [...part.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
}

/**
 * A conforming server that is not ours to the suite: its parameters have names that only its own
 * description tells.
 */
let server: ReferenceServer;
const { folder, remove } = consumer();
beforeAll(async () => {
  server = await startReferenceServer({
    faults: foreignNames,
    prefixes: { aggregator: "/a", news: "/v/news" },
  });
  const started = { baseUrl: server.newsUrl, key: server.keys.news.own };
  writeFileSync(
    join(folder, "server.js"),
    `export const startServer = async () => ({ ...${JSON.stringify(started)}, close: async () => {} });`,
  );
});
afterAll(async () => {
  await server.close();
  remove();
});

const ends = (suites: ReadonlyMap<string, readonly { readonly end: string }[]>) =>
  [...suites.values()].flat().map(({ end }) => end);

// The code of the other documents runs in tests/cli/package.test.ts.
describe("the code of the README", () => {
  const blocks = examplesIn("README.md", "### In your own tests");
  const exclusions = blocks.find((code) => code.includes("const exclusions")) ?? "";
  const start = `import { startServer } from "./server.js";
const { baseUrl, key } = await startServer();
${exclusions}`;

  test("a test for each check", async () => {
    const suite = blocks.find((code) => code.includes("conformanceSuite(")) ?? "";
    writeFileSync(join(folder, "readme-suite.test.js"), `${start}\n${suite}`);
    const { code, suites, said } = await inVitest(folder, "readme-suite.test.js");
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    expect(ends(suites).filter((end) => end === "passed").length).toBeGreaterThan(300);
    expect(ends(suites)).not.toContain("failed");
  });

  test("one assertion", async () => {
    const certified = blocks.find((code) => code.includes("await certify(")) ?? "";
    const code = `import { expect, test } from "vitest";
${start}
${certified.replace("const report", 'test("one assertion", { timeout: 60_000 }, async () => {\nconst report')}});`;
    writeFileSync(join(folder, "readme.test.js"), code);
    const ended = await inVitest(folder, "readme.test.js");
    expect({ code: ended.code, said: ended.said }).toMatchObject({ code: 0 });
    expect(ends(ended.suites)).toEqual(["passed"]);
  });
});
