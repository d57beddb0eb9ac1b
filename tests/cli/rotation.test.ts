import { expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

const selected = ["--only", "ping.*", "--only", "plan.*"];

test("compare adds up the parts of a rotation, and refuses what does not fit", async () => {
  await inFolder((cwd) =>
    withReference([], async (server) => {
      configure(cwd, server);
      const part = (text: string, folder: string, words = selected) =>
        runAgainst(server, cwd, ["--rotation", text, "--out", folder, "--quiet", ...words]);
      for (const number of [1, 2, 3]) await part(`${number}/3`, `night-${number}`);
      const compare = (...words: readonly string[]) => command(["compare", ...words], { cwd });

      const two = await compare("night-1", "night-3");
      expect(two.stdout).toContain("part 2 of 3: missing (--rotation 2/3)");
      expect(two.stdout).toMatch(/^incomplete: .* 2 of 3 parts$/m);
      expect(two.code).toBe(3);

      const all = await compare("night-3", "night-1", "night-2/report.json");
      expect(all.stdout).not.toContain("missing");
      // What --only leaves out of every part is not covered either.
      expect(all.stdout).toMatch(/^incomplete: .* \d+ of \d+ checks covered, 3 of 3 parts$/m);
      expect(all.code).toBe(3);

      const json = await compare("night-1", "night-2", "night-3", "--format", "json");
      expect(JSON.parse(json.stdout)).toMatchObject({ of: 3, missing: [], whole: false });

      await part("1/2", "other");
      const wrong = await compare("night-1", "other", "night-3");
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain(
        "other has a different number of parts from night-1: 2, not 3",
      );

      const same = await compare("night-1", "night-1");
      expect(same.stdout).toMatch(/^nothing broke: /m);
    }),
  );
});
