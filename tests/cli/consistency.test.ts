import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";
import { asClaimed, fault, out, reportIn, verified } from "./verify/folder.ts";

const only = ["--only", "consistency.*"];

test("a cache that forgets the key is shown with the request that filled it, everywhere", async () => {
  await inFolder((cwd) =>
    withReference([fault("cache-forgets-the-key")], async (server) => {
      configure(cwd, server);
      const { code, stdout } = await runAgainst(server, cwd, only);
      expect(code).toBe(1);
      expect(stdout).toContain("consistency.key-not-mixed (must, 1 of 7 cells)");
      const [, card = ""] = stdout.split("consistency.key-not-mixed (must, 1 of 7 cells)");
      const curls = card.split("\n").filter((line) => line.includes("curl "));
      expect(curls.slice(0, 2)).toHaveLength(2);
      expect(card).toMatch(/before:\n +> GET .*\n(.*\n)*? +< 200(.*\n)*? +then:\n +> GET/);
      const report = reportIn(join(cwd, out));
      const [finding] = report.results.find(
        (one: { status: string }) => one.status === "fail",
      ).findings;
      expect(report.exchanges[finding.beside].response.status).toBe(200);
      expect(report.exchanges[finding.beside].request.url).toBe(
        report.exchanges[finding.exchange].request.url,
      );
      const read = (name: string) => readFileSync(join(cwd, out, name), "utf8");
      expect(read("report.html")).toContain("Request before");
      expect(read("report.md")).toContain("Request and response before");
      expect(read("junit.xml")).toContain("before:");
    }),
  );
});

test("failures caused by a race are grouped under the requirement on concurrent requests", async () => {
  await inFolder((cwd) =>
    withReference([fault("user-in-a-global-variable")], async (server) => {
      configure(cwd, server);
      const { code, stdout } = await runAgainst(server, cwd, [...only, "auth.missing-key-refused"]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/ broken by .+\n✘ consistency\.concurrent-answers-own \(must, /);
      expect(stdout).toContain("in flight), got 200 (at the same time as");
    }),
  );
});

test.each([
  ["parameters-in-a-global-variable", only],
  ["every-fortieth-answer-crashes", [...only, "error.never-5xx", "item.*"]],
  ["connection-stays-logged-in", only],
])("what a run found out about %s is found out again from its recording", async (name, words) => {
  await inFolder((cwd) =>
    withReference([fault(name)], async (server) => {
      configure(cwd, server);
      const { code } = await runAgainst(server, cwd, words);
      expect(code).toBe(1);
      expect(await verified(cwd)).toEqual(asClaimed("non-conformant"));
    }),
  );
});

test("nothing of it is sent with --matrix smoke", async () => {
  await inFolder((cwd) =>
    withReference([], async (server) => {
      configure(cwd, server);
      await runAgainst(server, cwd, ["--matrix", "smoke"]);
      const { results } = reportIn(join(cwd, out));
      const areas = results.map(({ requirement }: { requirement: string }) => requirement);
      // This one looks at whatever is sent.
      const ofArea = areas.filter((id: string) => id.startsWith("consistency."));
      expect([...new Set(ofArea)]).toEqual(["consistency.lists-do-not-grow"]);
      expect(areas.length).toBeGreaterThan(0);
    }),
  );
});
