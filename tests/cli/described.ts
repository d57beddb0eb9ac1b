import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReferenceServer } from "../../reference/server/server.ts";

/** The base URLs of a server as flags. */
export function urls({ aggregatorUrl, newsUrl }: ReferenceServer): readonly string[] {
  return ["--aggregator-url", aggregatorUrl, "--news-url", newsUrl];
}

/** The places of its descriptions as flags. */
export function descriptions({ aggregatorUrl, newsUrl }: ReferenceServer): readonly string[] {
  return [
    ...["--openapi-aggregator", `${aggregatorUrl}/openapi.json`],
    ...["--openapi-news", `${newsUrl}/openapi.json`],
  ];
}

/** The report that a run left in its working directory. */
export const reportIn = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, "conformance-report", "report.json"), "utf8"));
/** What did not pass. */
export const outcomes = (report: {
  results: { requirement: string; status: string; message: string }[];
}) => report.results.filter(({ status }) => status !== "pass");
