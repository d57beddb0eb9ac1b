import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { inFolder } from "../cli/command.ts";
import { outputsIn } from "./github/run-steps.ts";
import { readAction } from "./github/workflow.ts";
import { type Ended, type Environment, machine } from "./machine.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const action = readAction(join(root, "action.yml"));

/** Stands for the package that a project has installed: prints its words and its keys. */
const program = `
import { mkdirSync, writeFileSync } from "node:fs";
const words = process.argv.slice(2);
const keys = Object.entries(process.env).filter(([name]) => name.endsWith("_KEY"));
console.log(JSON.stringify({ words, keys: Object.fromEntries(keys) }));
const out = words.find((word) => word.startsWith("--out=")).slice("--out=".length);
const write = () => {
  mkdirSync(out, { recursive: true });
  writeFileSync(out + "/report.json", process.env.REPORT);
};
if (process.env.EXIT === "cancelled") {
  const waiting = setInterval(() => {}, 1000);
  process.once("SIGTERM", () => {
    clearInterval(waiting);
    write();
  });
  process.kill(process.ppid, "SIGTERM");
} else if (process.env.REPORT) write();
if (process.env.EXIT === "killed") process.kill(process.pid, "SIGKILL");
else process.exitCode = Number(process.env.EXIT === "cancelled" ? 3 : process.env.EXIT ?? 0);
`;

interface StepEnd extends Ended {
  readonly outputs: Environment;
  readonly workspace: string;
  /** What the program was called with; absent if it was not called. */
  readonly called?: { readonly words: readonly string[]; readonly keys: Environment };
}

/** Runs the step of the action in a project that has the package installed. */
async function step(
  inputs: Environment,
  environment: Environment = {},
  look: (end: StepEnd) => void = () => {},
  prepare: (workspace: string) => void = () => {},
): Promise<void> {
  const own = machine({ project: "", world: {} });
  try {
    const installed = join(own.workspace, "node_modules/news-conformance");
    mkdirSync(installed, { recursive: true });
    const manifest = { name: "news-conformance", bin: { "news-conformance": "main.mjs" } };
    writeFileSync(join(installed, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(installed, "main.mjs"), program);
    prepare(own.workspace);
    const output = join(own.temporary, "output");
    writeFileSync(output, "");
    const [run] = action.runs.steps;
    const defaults = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [
      name,
      value,
    ]);
    const ended = await own.run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
      run?.run ?? "",
      {
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: own.temporary,
        INPUTS: JSON.stringify({ ...Object.fromEntries(defaults), ...inputs }),
        ...environment,
      },
    );
    const line = ended.said.split("\n").find((one) => one.startsWith("{"));
    const called = line === undefined ? {} : { called: JSON.parse(line) };
    const outputs = outputsIn(readFileSync(output, "utf8"));
    look({ ...ended, outputs, workspace: own.workspace, ...called });
  } finally {
    own.remove();
  }
}

test("every input is an option of the command, a word each", async () => {
  const inputs = {
    "aggregator-url": "https://a.example",
    "news-url": "https://n.example",
    config: "my config.yaml",
    "openapi-aggregator": "a.json",
    "openapi-news": "n.json",
    "fail-on": "should",
    "allow-incomplete": "true",
    baseline: "main-report",
    only: "auth.*\n  endpoint:/topics\n",
    skip: "robustness.*",
    matrix: "pairwise",
    shard: "1/3",
    arguments: "--timeout\n5000",
    report: "out",
  };
  await step(inputs, {}, ({ called }) => {
    const words = called?.words.map((word) => word.replace(/^(--github-comment)=.*/, "$1"));
    expect(words).toEqual([
      ...["run", "--out=out", "--github-comment", "--aggregator-url=https://a.example"],
      ...["--news-url=https://n.example", "--config=my config.yaml"],
      ...["--openapi-aggregator=a.json", "--openapi-news=n.json", "--fail-on=should"],
      ...["--baseline=main-report", "--matrix=pairwise", "--shard=1/3"],
      ...["--only=auth.*", "--only=endpoint:/topics", "--skip=robustness.*"],
      ...["--allow-incomplete", "--timeout", "5000"],
    ]);
  });
  const others = ["merge", "version", "artifact-name", "retention-days", "working-directory"];
  const keys = Object.keys(action.inputs).filter((name) => name.endsWith("-key-variable"));
  expect(Object.keys(action.inputs).sort()).toEqual(
    [...Object.keys(inputs), ...others, ...keys].sort(),
  );
});

test.for([
  [
    "--timeout 5000",
    'arguments: "--timeout 5000" is two words; write one a line, or --timeout=5000',
  ],
  ["--quiet\n--rate   5", "or --rate=5"],
  ["--out\nelsewhere", "arguments: --out is the input report"],
  ["--out=elsewhere", "arguments: --out is the input report"],
  ["--github-comment=c.md", "arguments: --github-comment is set by this action"],
] as const)("arguments %j cannot be used", async ([further, message]) => {
  await step({ arguments: further }, {}, ({ code, said, outputs, called }) => {
    expect(code).toBe(2);
    expect(said).toContain("::error title=news-conformance::arguments: ");
    expect(said).toContain(message);
    expect(outputs).toEqual({ "exit-code": "2" });
    expect(called).toBeUndefined();
  });
});

test.for(["--rate=5", "--only\nendpoint:/topics auth:bearer", "--env-file\nmy file"])(
  "arguments %j are handed on",
  async (further) => {
    await step({ arguments: further }, {}, ({ called }) => {
      expect(called?.words.slice(-further.split("\n").length)).toEqual(further.split("\n"));
    });
  },
);

test("without inputs nothing is decided for the configuration", async () => {
  await step({}, {}, ({ called }) => {
    expect(called?.words.slice(0, 2)).toEqual(["run", "--out=conformance-report"]);
    expect(called?.words).toHaveLength(3);
  });
});

const counts = { must: { pass: 3, fail: 2 }, should: { pass: 1, warn: 4 } };
const report = JSON.stringify({ verdict: "non-conformant", requests: 12, counts });

describe("a value that a shell, GitHub or npm would act on is nothing but a value", () => {
  const evil = [
    "$(touch pwned)",
    "`touch pwned`",
    '"; touch pwned; "',
    "'; touch pwned; '",
    "x\nverdict=conformant\ntouch pwned",
    "--help",
    "$" + "{{ secrets.X }}",
  ];
  test.for(evil)("%j", async (value) => {
    const inputs = { "news-url": value, report: value };
    await step(inputs, { REPORT: report, EXIT: "1" }, ({ called, workspace, outputs }) => {
      expect(called?.words).toContain(`--news-url=${value}`);
      expect(existsSync(join(workspace, "pwned"))).toBe(false);
      expect(outputs.report).toBe(join(workspace, value));
      expect(outputs.verdict).toBe("non-conformant");
    });
    await step({ version: value }, {}, ({ called, workspace, code, said }) => {
      expect(called).toBeUndefined();
      expect(said).toMatch(/^::error title=news-conformance::version: .* neither a version/m);
      expect(code).toBe(2);
      expect(existsSync(join(workspace, "pwned"))).toBe(false);
    });
  });
});

describe("keys", () => {
  const key = "bk_0123456789abcdef";
  test("are taken from the variables that the inputs name", async () => {
    const inputs = {
      "aggregator-key-variable": "STAGING_KEY",
      "news-key-variable": "NEWS_API_KEY",
    };
    await step(inputs, { STAGING_KEY: key, NEWS_API_KEY: "bk_news" }, ({ called }) => {
      expect(called?.keys).toMatchObject({ AGGREGATOR_API_KEY: key, NEWS_API_KEY: "bk_news" });
    });
  });

  test("a variable that is named and not set is wrong use, and nothing is run", async () => {
    await step({ "news-revoked-key-variable": "OLD" }, {}, ({ called, code, said }) => {
      expect(called).toBeUndefined();
      expect(said).toContain(
        "::error title=news-conformance::news-revoked-key-variable: the variable OLD is not set",
      );
      expect(code).toBe(2);
    });
  });
});

describe("outputs", () => {
  test("are those of the report", async () => {
    await step({ report: "out" }, { REPORT: report, EXIT: "1" }, ({ outputs, code, workspace }) => {
      expect(code).toBe(1);
      expect(outputs).toMatchObject({
        verdict: "non-conformant",
        "exit-code": "1",
        counts: JSON.stringify(counts),
        failed: "2",
        warned: "4",
        requests: "12",
        report: join(workspace, "out"),
        comment: expect.stringMatching(/comment\.md$/),
      });
    });
  });

  test.for([
    ["2", 2, "2"],
    ["70", 70, "70"],
    ["killed", 130, "130"],
  ] as const)(
    "after exit code %s there are none of an earlier run",
    async ([EXIT, code, shown]) => {
      const end = (ended: StepEnd): void => {
        expect(ended.code).toBe(code);
        expect(ended.outputs).toEqual({ "exit-code": shown });
        expect(ended.said).toMatch(
          new RegExp(`^::error title=news-conformance::exit code ${code}: .*; see the log$`, "m"),
        );
      };
      await step({}, { REPORT: report, EXIT }, end);
    },
  );
});

test("a job that is cancelled has the report of what was judged", async () => {
  await step({}, { REPORT: report, EXIT: "cancelled" }, ({ code, outputs }) => {
    expect(code).toBe(3);
    expect(outputs).toMatchObject({ verdict: "non-conformant", "exit-code": "3" });
  });
});

test("a step that tests nothing fails", async () => {
  await step({ arguments: "--help" }, {}, ({ code, outputs, said }) => {
    expect(code).toBe(2);
    expect(outputs).toEqual({ "exit-code": "2" });
    expect(said).toContain("::error title=news-conformance::exit code 0: there is no report");
  });
});

describe("merge", () => {
  const shards = (workspace: string): void => {
    for (const name of ["shards/b", "shards/a"]) {
      mkdirSync(join(workspace, name), { recursive: true });
      writeFileSync(join(workspace, name, "report.json"), "{}");
    }
    mkdirSync(join(workspace, "shards/none"));
  };

  test("joins the subfolders that have a report, in the order of their names", async () => {
    const look = ({ called }: StepEnd): void => {
      const folders = ["shards/a", "shards/b"];
      expect(called?.words).toEqual(["merge", "--out=conformance-report", "--", ...folders]);
    };
    await step({ merge: "shards" }, {}, look, shards);
  });

  test.for([
    [{ merge: "shards", only: "auth.*" }, "merge sends nothing, so it takes no only"],
    [{ merge: "nowhere" }, "merge: there is no folder nowhere"],
    [{ merge: "shards/none" }, "merge: shards/none has no folders with reports"],
  ] as const)("%j: %s", async ([inputs, message]) => {
    const look = ({ said, code }: StepEnd): void => {
      expect(said).toContain(`::error title=news-conformance::${message}`);
      expect(code).toBe(2);
    };
    await step(inputs, {}, look, shards);
  });
});

test("neither true nor false is wrong use", async () => {
  await step({ "allow-incomplete": "yes" }, {}, ({ said, code }) => {
    expect(said).toContain('allow-incomplete: "yes" is neither true nor false');
    expect(code).toBe(2);
  });
});

test("it needs no files but its own", async () => {
  await inFolder(async (folder) => {
    // GitHub has the repository without what is built or installed.
    for (const name of ["action", "package.json"]) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    await step({}, { GITHUB_ACTION_PATH: folder, REPORT: report }, ({ code, outputs }) => {
      expect(code).toBe(0);
      expect(outputs.verdict).toBe("non-conformant");
    });
  });
});
