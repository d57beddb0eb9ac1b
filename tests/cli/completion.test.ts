import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/commands.ts";
import { faults } from "../../reference/faults/index.ts";
import { command, inFolder } from "./command.ts";

const isInstalled = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await command(["completion", shell], { cwd: "." });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** A folder to complete paths in. */
function withPaths(cwd: string): void {
  mkdirSync(join(cwd, "report one"));
  writeFileSync(join(cwd, "report.json"), "{}");
}

/** A command line up to the cursor, and the words that complete it. */
const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["o", ["openapi"]],
  ["openapi ", ["aggregator", "news"]],
  ["openapi news 2024", ["2024-01-01"]],
  ["openapi --format ", ["json", "yaml"]],
  ["openapi --format yaml ag", ["aggregator"]],
  ["openapi news latest --conf", ["--config"]],
  ["completion ", ["bash", "fish", "zsh"]],
  ["explain ping.mess", ["ping.message-pong"]],
  ["run --only ping.mess", ["ping.message-pong"]],
  ["run --matrix p", ["pairwise"]],
  ["serve --fault ping-sh", faults.map(({ name }) => name).filter((n) => n.startsWith("ping-sh"))],
  ["schemas errors/", ["errors/legacy", "errors/metadata-and-errors"]],
  ["--aggregator-u", ["--aggregator-url"]],
  ["--fail-on m", ["must"]],
  ["run --rate ", []],
];

describe.skipIf(!isInstalled("bash"))("in bash", () => {
  /** Completes lines as bash does, after reading the script. */
  async function completed(
    typed: readonly (readonly string[])[],
    cwd: string,
  ): Promise<readonly (readonly string[])[]> {
    const calls = typed.map((words) => {
      const all = ["news-conformance", ...words];
      return [
        `COMP_WORDS=(${all.map((word) => `'${word}'`).join(" ")})`,
        `COMP_CWORD=${all.length - 1}`,
        "_news_conformance",
        `printf '%s\\n' "\${COMPREPLY[@]}" ''`,
        "echo ==",
      ].join("\n");
    });
    const script = [await scriptFor("bash"), ...calls].join("\n");
    const said = execFileSync("bash", ["--norc"], { cwd, encoding: "utf8", input: script });
    const parts = said.split("==\n").slice(0, -1);
    return parts.map((part) =>
      part
        .split("\n")
        .filter((word) => word !== "")
        .sort(),
    );
  }

  test("each place offers what may stand there", async () => {
    const found = await completed(
      lines.map(([line]) => line.split(" ")),
      ".",
    );
    expect(found).toEqual(lines.map(([, words]) => [...words].sort()));
  });

  test("every command is offered, with every option of its help", async () => {
    const names = Object.keys(commands);
    const [offered, ...options] = await completed(
      [[""], ...names.map((name) => [name, "--"])],
      ".",
    );
    expect(offered).toEqual([...names].sort());
    for (const [index, name] of names.entries()) {
      const { stdout } = await command([name, "--help"], { cwd: "." });
      const listed = stdout
        .slice(stdout.indexOf("\nOptions:"))
        .matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm);
      expect(options[index], name).toEqual([...listed].map(([, flag]) => flag).sort());
    }
  });

  test("paths are completed, with spaces in them", async () => {
    await inFolder(async (cwd) => {
      withPaths(cwd);
      const typed = [
        ["verify", "rep"],
        ["run", "--config", "rep"],
        ["compare", "a", "rep"],
      ];
      expect(await completed(typed, cwd)).toEqual([
        ["report one"],
        ["report one", "report.json"],
        ["report one", "report.json"],
      ]);
    });
  });

  test("a value may follow an equals sign, and several an option that takes several", async () => {
    const typed = [
      ["openapi", "--format", "=", "j"],
      ["run", "--only", "ping.public", "ping.mess"],
    ];
    expect(await completed(typed, ".")).toEqual([["json"], ["ping.message-pong"]]);
  });
});

describe.skipIf(!isInstalled("fish"))("in fish", () => {
  test("each place offers what may stand there", async () => {
    const asked = lines.map(([line]) => `complete -C 'news-conformance ${line}'; echo ==`);
    const script = [await scriptFor("fish"), ...asked].join("\n");
    const said = await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "asked.fish"), script);
      return execFileSync("fish", ["--no-config", "asked.fish"], { cwd, encoding: "utf8" });
    });
    const words = said
      .split("==\n")
      .slice(0, -1)
      .map((part) => part.split("\n").flatMap((one) => one.split("\t")[0] || []));
    expect(words.map((one) => one.sort())).toEqual(
      lines.map(([, expected]) => [...expected].sort()),
    );
  });
});

describe.skipIf(!isInstalled("zsh"))("in zsh", () => {
  test("the script is read without an error", async () => {
    const script = await scriptFor("zsh");
    expect(spawnSync("zsh", ["-f", "-n"], { input: script, encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

test("no script has a mark that ends one of its strings", async () => {
  // Descriptions are prose, in which apostrophes occur.
  for (const shell of ["bash", "zsh", "fish"]) {
    const quotes = (await scriptFor(shell)).replace(/'\\''|\\'/g, "").match(/'/g) ?? [];
    expect(quotes.length % 2, shell).toBe(0);
  }
});

test("another shell is refused", async () => {
  const { code, stderr } = await command(["completion", "tcsh"], { cwd: "." });
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
