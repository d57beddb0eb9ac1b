import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { configure, listening, runAgainst, withReference } from "./target.ts";

const github = { CI: "true", GITHUB_ACTIONS: "true" };
const gitlab = { CI: "true", GITLAB_CI: "true" };
const only = ["--only", "plan.*", "error.details-present", "surface:news"];

/** A run against a server that breaks a must in several cells and a should. */
async function broken(
  environment: (cwd: string) => Readonly<Record<string, string>>,
  look: (ended: Ended, cwd: string) => void,
  words: readonly string[] = [],
): Promise<void> {
  const faults = ["three-letter-countries", "details-left-out"].flatMap(
    (name) => findFault(name) ?? [],
  );
  await inFolder((cwd) =>
    withReference(faults, async (server) => {
      configure(cwd, server);
      look(await runAgainst(server, cwd, [...only, ...words], environment(cwd)), cwd);
    }),
  );
}

function commandsIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^\s*::/.test(line));
}

test("in GitHub Actions: an annotation per requirement, folded cards, the summary", async () => {
  await broken(
    (cwd) => ({ ...github, GITHUB_STEP_SUMMARY: join(cwd, "summary.md") }),
    ({ code, stdout, stderr }, cwd) => {
      expect(code).toBe(1);
      const annotations = commandsIn(stderr);
      expect(annotations).toHaveLength(3);
      expect(annotations[0]).toMatch(
        /^::notice title=news-conformance::non-conformant: aggregator http:\S+, news http:/,
      );
      expect(annotations[1]).toMatch(
        /^::error title=plan\.country-code-alpha2 \(must%2C [\w ]+ cells\)::.*ARX/,
      );
      expect(annotations[2]).toMatch(/^::warning title=error\.details-present \(should%2C/);
      const groups = commandsIn(stdout);
      expect(groups.length).toBeGreaterThan(2);
      for (const [index, line] of groups.entries()) {
        expect(line).toMatch(index % 2 === 0 ? /^::group::\S/ : /^::endgroup::$/);
      }
      expect(stdout).toMatch(/^::group::✘ plan\.country-code-alpha2 \(must, [\w ]+ cells\)$/m);
      expect(stdout).toMatch(
        /\nnon-conformant: .*\n(.+\n)*report: conformance-report\/report\.html\n$/,
      );
      expect(readFileSync(join(cwd, "summary.md"), "utf8")).toBe(
        readFileSync(join(cwd, "conformance-report/report.md"), "utf8"),
      );
    },
  );
});

test("a summary that already exists is kept, and the limit counts it", async () => {
  const before = `${"x".repeat(1024 * 1024 - 4000)}`;
  await broken(
    (cwd) => {
      writeFileSync(join(cwd, "summary.md"), before);
      return { ...github, GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
    },
    (_, cwd) => {
      const text = readFileSync(join(cwd, "summary.md"), "utf8");
      expect(text.startsWith(`${before}\n\n## ❌ non-conformant\n`)).toBe(true);
      expect(text).toContain("omitted");
      expect(statSync(join(cwd, "summary.md")).size).toBeLessThanOrEqual(1024 * 1024);
    },
    ["--quiet"],
  );
});

test("a summary that can't be written, or has no room, is a warning and changes no verdict", async () => {
  await broken(
    (cwd) => {
      mkdirSync(join(cwd, "summary.md"));
      return { ...github, GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
    },
    ({ code, stderr }) => {
      expect(code).toBe(1);
      expect(commandsIn(stderr).at(-1)).toMatch(
        /^::warning title=the step summary is missing::.*EISDIR/,
      );
    },
    ["--quiet"],
  );
  const full = "x".repeat(1024 * 1024);
  await broken(
    (cwd) => {
      writeFileSync(join(cwd, "summary.md"), full);
      return { ...github, GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
    },
    ({ code, stderr }, cwd) => {
      expect(code).toBe(1);
      expect(commandsIn(stderr).at(-1)).toMatch(/^::warning title=the step summary is missing::/);
      expect(readFileSync(join(cwd, "summary.md"), "utf8")).toBe(full);
    },
    ["--quiet"],
  );
});

test("in GitLab: folded sections that are opened and closed, no command of GitHub's", async () => {
  await broken(
    () => gitlab,
    ({ code, stdout, stderr }) => {
      expect(code).toBe(1);
      expect(commandsIn(stdout + stderr)).toEqual([]);
      const marker =
        /\p{Cc}\[0Ksection_(start|end):\d+:([\w.-]+)(?:\[collapsed=true\])?\r\p{Cc}\[0K/gu;
      const markers = [...stdout.matchAll(marker)];
      expect(markers.map(([, kind]) => kind)).toEqual(
        markers.map((_, index) => (index % 2 === 0 ? "start" : "end")),
      );
      const names = markers.map(([, , name]) => name);
      expect(names).toContain("news_conformance_plan.country-code-alpha2");
      expect(new Set(names).size).toBe(names.length / 2);
    },
  );
});

test("elsewhere nothing is folded, and colour is as it is asked for", async () => {
  await broken(
    (cwd) => ({ GITHUB_STEP_SUMMARY: join(cwd, "summary.md"), FORCE_COLOR: "1" }),
    ({ stdout, stderr }, cwd) => {
      expect(commandsIn(stdout + stderr)).toEqual([]);
      expect(stdout).not.toContain("section_");
      expect(stdout).toContain("\u001b[31m");
      expect(existsSync(join(cwd, "summary.md"))).toBe(false);
    },
  );
});

test("an answer can't command the runner, whatever it holds", async () => {
  const shown = ["ping.*", "envelope.*", "auth.missing-*", "version:default"];
  const evil = [
    "::set-env name=PATH::evil",
    "  ::add-mask::evil",
    "x ##[set-output name=a]evil",
    "##vso[task.setvariable variable=a]evil",
    "\u001b[0Ksection_end:1:news_conformance_ping.message-pong\r\u001b[0K",
    "::endgroup::",
    "::stop-commands::evil",
  ].join("\n");
  await inFolder((cwd) =>
    listening(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(`${evil}\n${JSON.stringify({ id: evil, message: evil, version: evil })}`);
      },
      async (url) => {
        for (const environment of [github, gitlab, {}]) {
          const { stdout, stderr } = await command(
            ["run", "--aggregator-url", url, "--retries", "0", "--only", ...shown],
            { cwd, environment: { ...environment, AGGREGATOR_API_KEY: "bk_somekey1" } },
          );
          const all = `${stdout}\n${stderr}`;
          // It is shown, so that the rest of this test speaks of something.
          expect(all).toContain("set-env name=PATH");
          const ours = /^::(group::|endgroup::$|(error|warning|notice) title=)/;
          expect(commandsIn(all).filter((line) => !ours.test(line))).toEqual([]);
          expect(all).not.toMatch(/##[a-z]*\[/);
          expect(stdout).not.toContain("\u001b[0Ksection_end:1:");
          const opened = commandsIn(stdout).filter((line) => line.startsWith("::group::"));
          const closed = commandsIn(stdout).filter((line) => line.startsWith("::endgroup::"));
          expect(opened).toHaveLength(closed.length);
        }
      },
    ),
  );
});
