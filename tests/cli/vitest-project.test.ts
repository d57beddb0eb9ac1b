import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the suites also run under vitest's own command line, with its filters", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const words = [
    "run",
    "--project",
    "conformance",
    "-t",
    "ping.message-pong",
    "--reporter",
    "json",
  ];
  const printed = execFileSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", CI: "true", NEWS_CONFORMANCE_TARGET: "reference" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const results = JSON.parse(printed);
  expect(results.success).toBe(true);
  // Ping at default and every version of both surfaces.
  expect(results.numPassedTests).toBe(7);
});
