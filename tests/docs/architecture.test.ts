import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.for(["suites/checks", "suites/requests"])(
  "ARCHITECTURE.md names every file of %s",
  (folder) => {
    const text = readFileSync(`${root}/ARCHITECTURE.md`, "utf8");
    const missing = readdirSync(`${root}/${folder}`).filter(
      (file) => !text.includes(`\`${file}\``),
    );
    expect(missing).toEqual([]);
  },
);
