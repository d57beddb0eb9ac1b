import { resolve } from "node:path";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import { readReportFile } from "../report-file.ts";
import { judgingAgain, refuseForeignTarget } from "../verify/judging-again.ts";
import { verifyInTime } from "../verify/verify-in-time.ts";
import { type Joined, joinShards } from "./join-shards.ts";

/** The maximum number of problems that are named. */
const mostProblems = 20;

/**
 * Reads the report folders of the machines that shared a run, verifies each, and joins them. Sends nothing.
 * @param folders as they were named, from the working directory
 * @throws UsageError that says what is wrong if they are not all shards of one run, as they were written
 */
export async function mergeReports(
  folders: readonly string[],
  cwd: string,
): Promise<Exclude<Joined, { readonly problems: unknown }>> {
  const shards = folders.map((name) => ({ name, report: readReportFile(name, cwd).report }));
  for (const { name, report } of shards) {
    if (report.configuration !== null) refuseForeignTarget(name, report.configuration);
  }
  const joined = await judgingAgain(folders.join(", "), () => joinShards(shards));
  if ("problems" in joined) throw refusal(joined.problems);
  const forged: string[] = [];
  const untold: string[] = [];
  // One after the other: each holds a whole report in memory.
  for (const name of folders) {
    const verification = await verifyInTime(resolve(cwd, name));
    const [differences, open] = [verification.differences.length, verification.untold.length];
    if (differences > 0) {
      forged.push(
        `${name}: ${plural(differences, "difference")} from its recorded exchanges; verify lists them`,
      );
    }
    if (open > 0) untold.push(`${name}: ${plural(open, "result")}; verify lists them`);
  }
  if (forged.length > 0) throw refusal(forged);
  if (untold.length > 0) {
    throw new UsageError(
      `these results can't be verified, since responses were truncated or redacted when they were recorded:${lines(untold)}`,
      "Run the checks without --shard, or with a smaller --matrix.",
    );
  }
  return joined;
}

function refusal(problems: readonly string[]): UsageError {
  return new UsageError(
    `these reports are not the shards of one run:${lines(problems)}`,
    "Name the report folder of every machine once, all from the same run.",
  );
}

function lines(problems: readonly string[]): string {
  const shown = problems.slice(0, mostProblems).map((problem) => `\n  ${problem}`);
  const rest = problems.length - shown.length;
  return `${shown.join("")}${rest > 0 ? `\n  and ${rest} more` : ""}`;
}
