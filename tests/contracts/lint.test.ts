import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { bundleContract } from "../../contracts/bundle.ts";
import { openContractFiles } from "../../contracts/contract-files.ts";
import { contractsFolder } from "../../contracts/load.ts";
import { versionFolders } from "../../contracts/operations.ts";
import { defaultVersion, surfaces } from "../../contracts/vocabulary.ts";

const files = openContractFiles(contractsFolder());
const documents = surfaces.flatMap((surface) =>
  [defaultVersion, ...versionFolders(files, surface)].map((version) => ({ surface, version })),
);

/** Redocly's recommended rules, and every server variable and parameter filled in as with a configuration. */
test.each(documents)("Redocly finds nothing in $surface $version", async ({ surface, version }) => {
  const config = await createConfig({ extends: ["recommended-strict"], telemetry: "off" });
  const nameOf = (group: string, role: string) => `${group}_${role}`;
  const filledIn = { nameOf, baseUrl: "https://staging.example/news" };
  for (const options of [{}, filledIn]) {
    const source = JSON.stringify(await bundleContract(surface, version, options));
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  }
});

test("Redocly finds what is wrong", async () => {
  const config = await createConfig({ extends: ["recommended-strict"], telemetry: "off" });
  const document = { ...(await bundleContract("news", defaultVersion)), security: [{ none: [] }] };
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain("security-defined");
});
