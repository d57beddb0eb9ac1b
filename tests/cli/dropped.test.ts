import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

/** A server that closes the connection on some requests without an answer. */
function dropping(
  endpoint: readonly string[],
  when: (query: URLSearchParams) => boolean = () => true,
): Deviation {
  return {
    name: "dropping",
    sentence: "A handler crashes.",
    cells: { endpoint },
    response(response, { sent }) {
      if (when(sent)) response.cut = "before-answer";
    },
  };
}

interface Dropped {
  readonly code: number | null;
  /** The page on one line. */
  readonly page: string;
  readonly results: readonly CheckResult[];
}

/** Runs against such a server, and verifies what was written. */
async function run(
  deviation: Deviation,
  only: readonly string[],
  use: (dropped: Dropped) => void,
): Promise<void> {
  await withReference([deviation], (server) =>
    inFolder(async (cwd) => {
      configure(cwd, server);
      const { code, stdout } = await runAgainst(server, cwd, ["--only", ...only]);
      const file = join(cwd, "conformance-report", "report.json");
      const { results, requests } = JSON.parse(readFileSync(file, "utf8"));
      expect(requests).toBe(server.requests.aggregator + server.requests.news);
      use({ code, page: stdout.replace(/\s+/g, " "), results });
      expect((await command(["verify", "conformance-report"], { cwd })).code).toBe(0);
    }),
  );
}

test("at one endpoint of each surface it fails, and the neighbours are judged", async () => {
  const endpoints = ["/topics", "/info/topics"];
  // Each dropped request is repeated after a pause: one version of each surface shows the same.
  const versions = ["version:2026-05-25", "version:2026-08-01"];
  const only = ["transport.success-status", "parameter.*", "consistency.*", ...versions];
  await run(dropping(endpoints), only, ({ code, page, results }) => {
    expect(code).toBe(1);
    expect(page).toMatch(/✘ transport\.success-status \(must, [\w ]+ cells\)/);
    expect(page).toMatch(/> GET \S+\/topics.* < no response: dropped connection: 127/);
    const elsewhere = results.filter(({ endpoint }) => !endpoints.includes(endpoint));
    const broken = elsewhere.filter(({ outcome }) => outcome !== "pass" && outcome !== "blocked");
    expect(broken).toEqual([]);
    // Whatever follows links to the topics has to wait for them.
    const open = elsewhere.filter(({ outcome }) => outcome === "blocked");
    expect(new Set(open.map(({ requirement }) => requirement))).toEqual(
      new Set([
        "parameter.navigation-link-opens",
        "parameter.navigation-link-changes-result",
        "parameter.related-topic-opens",
      ]),
    );
  });
});

test("at one value of one parameter it fails there alone", async () => {
  const deviation = dropping(["/search/publishers"], (sent) => sent.get("limit") === "0");
  const only = ["limit.*", "parameter.*", "error.never-5xx", "surface:news"];
  await run(deviation, only, ({ code, page, results }) => {
    expect(code).toBe(1);
    expect(page).toContain("limit.out-of-range-refused (must");
    const red = results.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    expect(new Set(red.map(({ requirement }) => requirement))).toEqual(
      new Set(["limit.out-of-range-refused", "limit.out-of-range-refused-2024", "error.never-5xx"]),
    );
  });
});
