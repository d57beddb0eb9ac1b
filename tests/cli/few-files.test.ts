import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

test.skipIf(process.platform === "win32")("too few files to open are no defect", () => {
  const words = [process.execPath, main, "run", "--reference", "--matrix", "smoke"];
  // Node itself starts with this many.
  const limited = ["-c", 'ulimit -n 60; exec "$@"', "sh", ...words];
  const { status, stderr } = spawnSync("sh", limited, { encoding: "utf8", cwd: "/" });
  expect(stderr).toContain("ulimit -n");
  expect(stderr).not.toContain("defect");
  expect(status).toBe(2);
});
