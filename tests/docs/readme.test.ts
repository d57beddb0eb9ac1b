import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { faults } from "../../reference/faults/index.ts";
import { command, inFolder } from "../cli/command.ts";
import { keysOf, withReference } from "../cli/target.ts";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

/** The lines of a text from the one that names what checks wait for to the last remedy. */
const waiting = /^\d+ checks wait for input\n(?: +\S.*\n)+/m;

const faultCount = /(?<=defines )\d+(?= named defects)/;

/** `npm run docs:readme` writes both anew. */
test("the README shows what is printed by a run that waits for input, and the number of faults", async () => {
  await withReference([], (server) =>
    inFolder(async (cwd) => {
      const { NEWS_API_KEY = "" } = keysOf(server);
      const words = ["run", "--news-url", server.newsUrl, "--no-description"];
      const { code, stdout } = await command(words, { cwd, environment: { NEWS_API_KEY } });
      const printed = waiting.exec(stdout)?.[0] ?? "";
      expect(printed).not.toBe("");
      expect(readme).toMatch(waiting);
      expect(readme).toMatch(faultCount);
      await expect(
        readme.replace(waiting, () => printed).replace(faultCount, String(faults.length)),
      ).toMatchFileSnapshot("../../README.md");
      expect(code).toBe(3);
    }),
  );
});
