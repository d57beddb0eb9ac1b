import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFault } from "../reference/faults/index.ts";
import { startReferenceServer } from "../reference/server/server.ts";
import type { Report } from "../reporters/model/report.ts";
import { readReportFile } from "../run/report-file.ts";

const cli = fileURLToPath(new URL("../cli/main.js", import.meta.url));

/** Base URLs that replace those of the reference server in a report that is shown to others. */
const shownAs = {
  aggregator: "https://staging.example/headlines",
  news: "https://staging.example/news",
};

/**
 * The report of a run of the command against the reference server with faults.
 * @throws Error if a fault is unknown or the run does not end with a verdict
 */
export async function faultyReport(names: readonly string[]): Promise<Report> {
  const faults = names.map((name) => {
    const fault = findFault(name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    return fault;
  });
  const server = await startReferenceServer({ faults });
  const folder = mkdtempSync(join(tmpdir(), "news-conformance-sample-"));
  try {
    const { aggregatorUrl, newsUrl, keys } = server;
    const words = ["run", "--quiet", "--aggregator-url", aggregatorUrl, "--news-url", newsUrl];
    const code = await exitCodeOf(words, folder, {
      AGGREGATOR_API_KEY: keys.aggregator.own,
      AGGREGATOR_REVOKED_KEY: keys.aggregator.revoked,
      NEWS_API_KEY: keys.news.own,
      NEWS_REVOKED_KEY: keys.news.revoked,
    });
    if (code !== 0 && code !== 1 && code !== 3) throw new Error(`the run ended with ${code}`);
    const file = join(folder, "conformance-report", "report.json");
    const text = readFileSync(file, "utf8")
      .replaceAll(aggregatorUrl, shownAs.aggregator)
      .replaceAll(newsUrl, shownAs.news);
    readReportFile(file, folder);
    return JSON.parse(text);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not spawnSync: the server answers from this process. */
function exitCodeOf(
  words: readonly string[],
  cwd: string,
  keys: Readonly<Record<string, string>>,
): Promise<number | null> {
  const env = { PATH: process.env.PATH ?? "", ...keys };
  const child = spawn(process.execPath, [cli, ...words], { cwd, env, stdio: "ignore" });
  return new Promise((done, failed) => {
    child.once("exit", done);
    child.once("error", failed);
  });
}
