import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";

test.concurrent.for<NodeJS.Signals>(["SIGINT", "SIGTERM"])(
  "after %s a run still writes its reports and is incomplete",
  async (signal) => {
    await inFolder(async (cwd) => {
      // So slow that it goes on sending for many seconds when the first tenth of the checks is done.
      const words = ["run", "--reference", "--only", "ping.*", "--rate", "5"];
      const interrupt = { signal, when: /10 %/ };
      const { code, stdout, stderr } = await commandProcess(words, { cwd, interrupt });
      const report = JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
      expect(report.interrupted).toBe(true);
      expect(report.verdict).toBe("incomplete");
      expect(report.counts.must.fail).toBe(0);
      expect(report.counts.must.error).toBe(0);
      expect(stdout).toContain("the run was interrupted");
      expect(stderr).toContain("Interrupted: nothing more is sent, and the reports follow.");
      expect(stderr).not.toContain("100 %");
      expect(code).toBe(3);
    });
  },
);
