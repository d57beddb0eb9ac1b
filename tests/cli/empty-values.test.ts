import { readdirSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { type CommandName, commands } from "../../cli/commands.ts";
import { consoleOutput } from "../../cli/output/output.ts";
import { command, inFolder } from "./command.ts";

describe("an empty value, as a variable that is not set leaves it, is refused before anything is done", () => {
  test.for(Object.keys(commands) as CommandName[])("%s", async (name) => {
    const program = new Command();
    await (await commands[name]())(program, consoleOutput({}), [name]);
    const [own] = program.commands;
    const withArguments = own?.registeredArguments ?? [];
    const enough = withArguments.flatMap((one) =>
      one.required ? [one.argChoices?.[0] ?? "x"] : [],
    );
    const withValues = (own?.options ?? []).filter((one) => one.required || one.optional);
    const wrong: (readonly [words: readonly string[], says: RegExp])[] = [
      ...withValues.flatMap(({ long }) =>
        ["", " "].map(
          (empty) =>
            [
              [...enough, `${long}=${empty}`],
              new RegExp(`^error: ${long} (has an empty|can't be)`),
            ] as const,
        ),
      ),
      ...withArguments.map(
        (_, index) =>
          [
            [...enough.slice(0, index), "", ...enough.slice(index + 1)],
            /^error: \S+ (has an empty value|can't be "")/,
          ] as const,
      ),
    ];
    await inFolder(async (cwd) => {
      for (const [words, says] of wrong) {
        const { code, stdout, stderr } = await command([name, ...words], { cwd });
        expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
        expect(stderr).toMatch(says);
        expect(readdirSync(cwd)).toEqual([]);
      }
    });
  });

  test("the reports of an earlier run in the working directory stay where they are", async () => {
    await inFolder(async (cwd) => {
      const words = ["run", "--reference", "--only", "ping.*", "surface:news", "--out"];
      await command([...words, "."], { cwd });
      const before = readdirSync(cwd);
      expect((await command([...words, ""], { cwd })).code).toBe(2);
      expect(before).toContain("report.json");
      expect(readdirSync(cwd)).toEqual(before);
    });
  });
});
