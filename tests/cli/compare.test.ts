import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { findFault } from "../../reference/faults/index.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import type { Report } from "../../reporters/model/report.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

function fault(name: string): Fault {
  const found = findFault(name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found;
}

/** Only what the faults of these tests break, and something that they don't. */
const selected = ["--only", "plan.*", "--only", "ping.*"];

/** A run against a reference server with these faults; its reports go into a folder of that name. */
function runInto(
  cwd: string,
  out: string,
  faults: readonly string[],
  words: readonly string[] = selected,
): Promise<Ended> {
  return withReference(faults.map(fault), (server: ReferenceServer) => {
    configure(cwd, server);
    return runAgainst(server, cwd, ["--out", out, ...words]);
  });
}

function reportIn(cwd: string, out: string): Report {
  return JSON.parse(readFileSync(join(cwd, out, "report.json"), "utf8"));
}

test("compare tells what broke, and the other way round what was fixed", async () => {
  await inFolder(async (cwd) => {
    await runInto(cwd, "right", []);
    await runInto(cwd, "wrong", ["three-letter-countries"]);
    const forth = await command(["compare", "right", "wrong/report.json"], { cwd });
    expect(forth.stdout).toMatch(/^✘ plan\.country-code-alpha2 \(must, \d+ cells\): pass → fail$/m);
    expect(forth.stdout).toMatch(/^something broke: /m);
    expect(forth).toMatchObject({ code: 1, stderr: "" });

    const back = await command(["compare", "wrong", "right", "--format", "markdown"], { cwd });
    expect(back.stdout).toMatch(/^\*\*nothing broke: /);
    expect(back.stdout).toContain("- `plan.country-code-alpha2` (must");
    expect(back.code).toBe(0);

    const json = await command(["compare", "right", "wrong", "--format", "json"], { cwd });
    const { broken, fixed, noLongerRun } = JSON.parse(json.stdout);
    expect([broken.length, fixed, noLongerRun]).toEqual([1, [], []]);
    expect(json.code).toBe(1);
  });
});

test("compare exits with 3 if a requirement is no longer judged, and with --allow-incomplete with 0", async () => {
  await inFolder(async (cwd) => {
    await runInto(cwd, "all", []);
    await runInto(cwd, "some", [], ["--only", "ping.*"]);
    const { code, stdout } = await command(["compare", "all", "some"], { cwd });
    expect(stdout).toContain("B is partial");
    expect(stdout).toMatch(/^\? plan\.country-code-alpha2 \(must, \d+ cells\): pass → absent$/m);
    expect(code).toBe(3);
    const lenient = await command(["compare", "all", "some", "--allow-incomplete"], { cwd });
    expect(lenient.code).toBe(0);
  });
});

describe("a report that can't be compared is wrong use", () => {
  test.for([
    ["one that is not there", "nowhere", "no such file"],
    ["a folder without one", "empty", "no such file"],
    ["one of a newer form", "newer.json", "schemaVersion is 7"],
    ["JUnit", "junit.xml", "it is not JSON"],
    ["something else", "other.json", "it has no schemaVersion"],
  ] as const)("%s", async ([, name, says]) => {
    await inFolder(async (cwd) => {
      mkdirSync(join(cwd, "empty"));
      writeFileSync(join(cwd, "newer.json"), '{"schemaVersion":7}');
      writeFileSync(join(cwd, "junit.xml"), "<testsuites/>");
      writeFileSync(join(cwd, "other.json"), "{}");
      for (const words of [
        ["compare", name, name],
        ["run", "--reference", "--baseline", name],
      ]) {
        const { code, stdout, stderr } = await command(words, { cwd });
        expect(stderr).toContain(name);
        expect(stderr).toContain(says);
        expect(stderr).not.toMatch(/^\s+at /m);
        expect(stdout).toBe("");
        expect(existsSync(join(cwd, "conformance-report"))).toBe(false);
        expect(code).toBe(2);
      }
    });
  });
});

test("a run with a baseline fails only on what is new", async () => {
  await inFolder(async (cwd) => {
    await runInto(cwd, "old", ["three-letter-countries"]);
    const beside = [...selected, "--baseline", "old"];

    const same = await runInto(cwd, "same", ["three-letter-countries"], beside);
    expect(same.stdout).toMatch(
      /^non-conformant: [^✘]*;\s+same\s+as\s+the\s+baseline\s+of\s[^✘]*\(\d+\s+known,\s+0\s+new\)/m,
    );
    expect(same.code).toBe(0);
    const { verdict, exitCode, baseline } = reportIn(cwd, "same");
    expect({ verdict, exitCode }).toEqual({ verdict: "non-conformant", exitCode: 0 });
    expect(baseline).toMatchObject({ file: "old", broken: 0, fixed: 0, lost: [] });
    expect(baseline?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(readFileSync(join(cwd, "same/junit.xml"), "utf8")).not.toContain("<failure");

    const worse = await runInto(cwd, "worse", ["three-letter-countries", "ping-shouts"], beside);
    expect(worse.stdout).toContain("✘ ping.message-pong");
    expect(worse.code).toBe(1);
    const junit = readFileSync(join(cwd, "worse/junit.xml"), "utf8");
    expect(junit.match(/<failure /g)).toHaveLength(reportIn(cwd, "worse").baseline?.broken ?? 0);

    const less = await runInto(
      cwd,
      "less",
      ["three-letter-countries"],
      ["--skip", "ping.*", ...beside],
    );
    // What was left out on purpose is not missed.
    expect(less.code).toBe(0);
  });
});

test("waivers are written to be completed, and refused until they are", async () => {
  await inFolder(async (cwd) => {
    // No file yet, so that they come as YAML.
    const { stdout, stderr, code } = await withReference(
      [fault("three-letter-countries")],
      (server) =>
        runAgainst(server, cwd, ["--news-url", server.newsUrl, ...selected, "--write-waivers"]),
    );
    expect(stderr).toMatch(/^non-conformant: /m);
    expect(code).toBe(1);
    expect(parseYaml(stdout)).toEqual({
      waivers: [
        {
          requirement: "plan.country-code-alpha2",
          reason: "",
          until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        },
      ],
    });

    const file = join(cwd, "news-conformance.config.yaml");
    writeFileSync(file, stdout);
    const again = (words: readonly string[]) =>
      withReference([fault("three-letter-countries")], (server) =>
        runAgainst(server, cwd, ["--news-url", server.newsUrl, ...selected, ...words]),
      );
    const refused = await again([]);
    expect(refused.stderr).toContain(
      "waivers[0].reason must not be empty: it says why this is accepted",
    );
    expect(refused.code).toBe(2);

    writeFileSync(file, stdout.replace('reason: ""', "reason: ticket 1"));
    const waived = await again(["--write-waivers"]);
    expect(waived.stdout).toBe("");
    expect(waived.stderr).toContain("nothing to waive");
    expect(waived.code).toBe(0);
  });
});
