import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, listAt } from "../../../contracts/json.ts";
import { surfaces } from "../../../contracts/vocabulary.ts";
import {
  referenceParameters,
  referenceSamples,
} from "../../../reference/description/reference-configuration.ts";
import type { Peer } from "../peer.ts";
import { runProcess } from "../process.ts";
import { versionIn } from "./installed.ts";

const configuration = (folder: string) => join(folder, "news-conformance.config.json");

/** This project's own command. */
export function ours(words: readonly string[], setUp: string, betterAt: string): Peer {
  return {
    name: ["news-conformance", ...words].join(" "),
    setUp,
    betterAt,
    junit: true,
    version: versionIn,
    prepare: async ({ folder, urls }) => {
      const of = (surface: (typeof surfaces)[number]) => ({
        baseUrl: urls[surface],
        parameters: referenceParameters[surface],
        samples: referenceSamples[surface],
      });
      const content = { surfaces: Object.fromEntries(surfaces.map((one) => [one, of(one)])) };
      writeFileSync(configuration(folder), JSON.stringify(content));
    },
    run: async ({ folder, root, keys }) => {
      const report = join(folder, "conformance-report", "report.json");
      rmSync(report, { force: true });
      const cli = join(root, "dist", "cli", "main.js");
      const env = {
        AGGREGATOR_API_KEY: keys.aggregator.own,
        AGGREGATOR_REVOKED_KEY: keys.aggregator.revoked,
        NEWS_API_KEY: keys.news.own,
        NEWS_REVOKED_KEY: keys.news.revoked,
      };
      const command = [cli, "run", "--quiet", ...words];
      const { code, stdout, stderr } = await runProcess(process.execPath, command, {
        cwd: folder,
        env,
      });
      if (code === 0 || code === 3) return [];
      if (code !== 1) throw new Error(`the run ended with ${code}\n${stdout}\n${stderr}`);
      return failuresIn(JSON.parse(readFileSync(report, "utf8")));
    },
  };
}

function failuresIn(report: unknown): readonly string[] {
  return listAt(isObject(report) ? report : {}, "results")
    .filter(isObject)
    .filter(({ status }) => status === "fail")
    .map(({ requirement, surface, endpoint, version, auth }) =>
      [requirement, surface, endpoint, version, auth].join(" "),
    );
}
