import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certify, UsageError } from "../../library/index.ts";
import { reportFileMarks, reportFileNames } from "../../reporters/files/report-file-names.ts";
import { reportFiles } from "../../reporters/files/report-files.ts";
import { command, inFolder } from "./command.ts";
import { commandProcess, type ProcessOptions } from "./command-process.ts";

/** The files of a green run, as they were written once; as text, since bytes are slow to compare. */
const green = new Map<string, string>();

beforeAll(async () => {
  await inFolder(async (cwd) => {
    const words = ["run", "--reference", "--only", "ping.*", "--har", "--quiet"];
    expect((await command(words, { cwd })).code).toBe(0);
    const folder = join(cwd, "conformance-report");
    for (const name of readdirSync(folder))
      green.set(name, readFileSync(join(folder, name), "latin1"));
    // A whole run has this one as well.
    green.set("attestation.json", '{"uri":"pkg:npm/news-conformance@0.1.0"}');
  });
});

function leaveReports(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of green) writeFileSync(join(folder, name), text, "latin1");
}

function filesIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ name }) => [name, readFileSync(join(folder, name), "latin1")] as const).sort(),
  );
}

const sorted = (files: ReadonlyMap<string, string>) => new Map([...files].sort());

test("the green run of this test has every file that a run can write", () => {
  expect([...green.keys()].sort()).toEqual([...reportFileNames].sort());
  expect(reportFiles.map(({ name }) => name)).toEqual(reportFileNames);
});

test.each(reportFileNames)("%s has the text by which it is recognised", (name) => {
  expect(green.get(name), "its mark is in reporters/files/report-file-names.ts").toContain(
    reportFileMarks[name],
  );
});

type Failed = readonly [
  name: string,
  words: readonly string[],
  options: Omit<ProcessOptions, "cwd">,
  code: number | null,
  out?: string,
];
const key = { NEWS_API_KEY: "bk_somekey0123" };
const failed: readonly Failed[] = [
  ["an option that there is not", ["run", "--onyl", "x"], {}, 2],
  ["a wrong value before --out", ["run", "--rate", "-1", "--out", "other"], {}, 2, "other"],
  ["a wrong word and --out=", ["--out=other", "now"], {}, 2, "other"],
  ["no base URL", ["run"], { environment: key }, 2],
  ["no key", ["run", "--news-url", "http://127.0.0.1:9"], {}, 2],
  ["a file that is not there", ["run", "--config", "absent.yaml"], {}, 2],
  ["nothing selected", ["run", "--reference", "--only", "ping.*", "--skip", "*"], {}, 2],
  ["a baseline that is not there", ["run", "--reference", "--baseline", "absent"], {}, 2],
  [
    "a kill in the middle",
    ["run", "--reference", "--only", "ping.*", "--rate", "5"],
    { interrupt: { signal: "SIGKILL", when: /%/ } },
    null,
  ],
];

describe("a run that makes no reports leaves none of an earlier run's in their place, and loses none", () => {
  test.for(failed)("%s", async ([, words, options, code, out = "conformance-report"]) => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, out);
      leaveReports(folder);
      writeFileSync(join(folder, "notes.txt"), "mine");
      const carryOut = options.interrupt === undefined ? command : commandProcess;
      const ended = await carryOut(words, { ...options, cwd });
      expect(ended.code).toBe(code);
      expect([...filesIn(folder).keys()]).toEqual(["notes.txt"]);
      expect(filesIn(join(folder, "earlier-run"))).toEqual(sorted(green));
      if (code === 2) expect(ended.stderr).toContain(join(out, "earlier-run"));
    });
  });

  test("again and again, until a run makes its own", async () => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      leaveReports(folder);
      for (const words of [
        ["run", "--onyl"],
        ["run", "--timeout", "soon"],
        ["run", "now"],
      ]) {
        expect((await command(words, { cwd })).code).toBe(2);
        expect(filesIn(join(folder, "earlier-run"))).toEqual(sorted(green));
      }
      const words = ["run", "--reference", "--only", "ping.*", "--quiet"];
      const beside = await command([...words, "--baseline", "conformance-report"], { cwd });
      expect(beside.stdout).toMatch(/^conformant: .*same as the baseline of/m);
      expect(beside.code).toBe(0);
      const names = readdirSync(folder);
      expect(names).toContain("junit.xml");
      expect(names).not.toContain("earlier-run");
    });
  });
});

const reading = [["show"], ["verify"], ["compare", "r1"], ["board"]] as const;
test.for(reading)("after a typo, %s says where the report is now", async ([name, ...before]) => {
  await inFolder(async (cwd) => {
    leaveReports(join(cwd, "r1"));
    await command(["run", "--out", "r1", "--quite"], { cwd });
    const { code, stdout, stderr } = await command([name, "r1", ...before], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(
      "r1 has no current report; the earlier one is in r1/earlier-run: news-conformance show r1/earlier-run\n",
    );
    const shown = await command(["show", "r1/earlier-run"], { cwd, environment: { CI: "1" } });
    expect(shown.code).toBe(0);
  });
});

test("what another tool has in earlier-run is not said to be the earlier report", async () => {
  await inFolder(async (cwd) => {
    const folder = join(cwd, "a folder");
    leaveReports(folder);
    mkdirSync(join(folder, "earlier-run"));
    writeFileSync(join(folder, "earlier-run", "report.json"), '{"mine":true}');
    const missing = await command(["verify", "a folder/earlier-run"], { cwd });
    expect(missing.stderr).not.toContain("no current report");
    await command(["run", "--out", "a folder", "--quite"], { cwd });
    const { stderr } = await command(["verify", "a folder"], { cwd });
    expect(stderr).toContain("news-conformance show 'a folder/earlier-run-2'");
  });
});

test("verify looks into the folder that a run writes to by default", async () => {
  await inFolder(async (cwd) => {
    leaveReports(join(cwd, "conformance-report"));
    // A part of a run has none.
    rmSync(join(cwd, "conformance-report", "attestation.json"));
    const { code, stdout } = await command(["verify"], { cwd });
    expect(stdout).toContain("The reports match the recorded exchanges");
    expect(code).toBe(0);
  });
});

describe("nothing else is moved", () => {
  const kept: readonly (readonly [name: string, words: readonly string[]])[] = [
    ["help", ["run", "--help"]],
    ["another command", ["list", "--onyl"]],
    ["a command that there is not", ["rnu"]],
    ["a plan", ["plan", "--config", "absent.yaml"]],
  ];
  test.for(kept)("by %s", async ([, words]) => {
    await inFolder(async (cwd) => {
      leaveReports(join(cwd, "conformance-report"));
      await command(words, { cwd });
      expect(filesIn(join(cwd, "conformance-report"))).toEqual(sorted(green));
    });
  });

  test("of another tool, nor out of a folder of that name", async () => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      leaveReports(folder);
      const foreign = '<testsuites name="another tool"/>';
      writeFileSync(join(folder, "junit.xml"), foreign);
      mkdirSync(join(folder, "earlier-run"));
      writeFileSync(join(folder, "earlier-run", "report.json"), '{"mine":true}');
      await command(["run", "--onyl"], { cwd });
      expect(filesIn(folder)).toEqual(new Map([["junit.xml", foreign]]));
      expect([...filesIn(join(folder, "earlier-run")).keys()]).toEqual(["report.json"]);
      const rest = new Map([...green].filter(([name]) => name !== "junit.xml").sort());
      expect(filesIn(join(folder, "earlier-run-2"))).toEqual(rest);
    });
  });

  test("that is larger than any report, which is not read either", async () => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      leaveReports(folder);
      truncateSync(join(folder, "junit.xml"), 3 * 1024 ** 3);
      const { stderr } = await command(["run", "--onyl"], { cwd });
      expect(stderr).toMatch(/^error: unknown option "--onyl"/);
      expect(readdirSync(folder).sort()).toEqual(["earlier-run", "junit.xml"]);
    });
  });

  test("that check-har is to read", async () => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      leaveReports(folder);
      const words = ["check-har", "conformance-report/traffic.har"];
      expect((await command([...words, "--onyl"], { cwd })).code).toBe(2);
      expect([...filesIn(folder).keys()]).toEqual(["traffic.har"]);
      expect((await command(words, { cwd })).code).toBe(0);
      expect(filesIn(folder).get("traffic.har")).toEqual(green.get("traffic.har"));
    });
  });
});

describe("recorded traffic that check-har is to read stays", () => {
  test.each<readonly [string, (folder: string, cwd: string) => string]>([
    [
      "through a link to the file",
      (folder, cwd) => {
        symlinkSync(join(folder, "traffic.har"), join(cwd, "in.har"));
        return "in.har";
      },
    ],
    [
      "through a link to the folder",
      (folder, cwd) => {
        symlinkSync(folder, join(cwd, "link"));
        return "link/traffic.har";
      },
    ],
    [
      "among the reports that were set aside",
      (folder) => {
        leaveReports(join(folder, "earlier-run"));
        return "conformance-report/earlier-run/traffic.har";
      },
    ],
  ])("%s", async (_, inputIn) => {
    await inFolder(async (cwd) => {
      const folder = join(cwd, "conformance-report");
      leaveReports(folder);
      const input = inputIn(folder, cwd);
      expect((await command(["check-har", input], { cwd })).code).toBe(0);
      expect(readFileSync(join(cwd, input), "latin1")).toEqual(green.get("traffic.har"));
    });
  });
});

test("the library does the same with its outDir", async () => {
  await inFolder(async (cwd) => {
    const outDir = join(cwd, "reports");
    leaveReports(outDir);
    await expect(certify({ surfaces: {}, outDir })).rejects.toThrow(UsageError);
    expect(filesIn(outDir).size).toBe(0);
    expect(filesIn(join(outDir, "earlier-run"))).toEqual(sorted(green));
    const report = await certify({
      target: "reference",
      only: ["ping.*"],
      baseline: outDir,
      outDir,
    });
    expect(report.baseline?.file).toMatch(/earlier-run/);
    expect(readdirSync(outDir)).not.toContain("earlier-run");
  });
});
