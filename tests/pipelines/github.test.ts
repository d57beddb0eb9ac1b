import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOf } from "../cli/target.ts";
import { reportIn } from "../cli/verify/folder.ts";
import { runWorkflow, type Trigger, type WorkflowEnd } from "./github/run-workflow.ts";
import { actionErrors, readAction, readWorkflow, workflowErrors } from "./github/workflow.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { exampleProject as project, withStaging } from "./staging.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const workflows = join(project, ".github/workflows");
const names = readdirSync(workflows);
const files = [
  ...names.map((name) => join(workflows, name)),
  ...readdirSync(join(root, ".github/workflows")).map((name) =>
    join(root, ".github/workflows", name),
  ),
];

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

/** A comment of a pull request. */
interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  readonly body: string;
}

interface Circumstances extends Partial<Pick<Trigger, "event" | "actor" | "isFork">> {
  /** What the pull request has before. */
  readonly comments?: readonly Comment[];
}

const gh = fileURLToPath(new URL("github/gh.js", import.meta.url));

/** @param look gets the comments of the pull request, too */
async function run(
  name: string,
  faults: readonly string[],
  look: (end: WorkflowEnd, comments: readonly Comment[]) => void,
  { comments = [], event = "push", ...who }: Circumstances = {},
): Promise<void> {
  const isAsItIs = name === "conformance-npx.yml";
  const folder = mkdtempSync(join(tmpdir(), "comments-"));
  const file = join(folder, "comments.json");
  writeFileSync(file, JSON.stringify(comments));
  await withStaging(
    faults,
    registry,
    async (staging) => {
      const { AGGREGATOR_API_KEY = "", NEWS_API_KEY = "" } = keysOf(staging.server);
      const end = await runWorkflow(readWorkflow(join(workflows, name)), {
        ...{ event, ...who },
        secrets: { AGGREGATOR_API_KEY, NEWS_API_KEY },
        staging,
        programs: { gh: `COMMENTS='${file}' exec node '${gh}' "$@"` },
      });
      try {
        expect(end.said).not.toContain(AGGREGATOR_API_KEY);
        look(end, JSON.parse(readFileSync(file, "utf8")));
      } finally {
        end.artifacts.remove();
        rmSync(folder, { recursive: true });
      }
    },
    { isAsItIs },
  );
}

test.for(files)("GitHub's parser accepts %s", async (file) => {
  expect(await workflowErrors(file)).toEqual([]);
});

test("GitHub's parser accepts the action", () => {
  expect(actionErrors(join(root, "action.yml"))).toEqual([]);
});

test("nothing is interpolated in a script", () => {
  const steps = [
    ...readAction(join(root, "action.yml")).runs.steps,
    ...files.flatMap((file) => Object.values(readWorkflow(file).jobs).flatMap((job) => job.steps)),
  ];
  const scripts = steps.flatMap(({ run: script = [] }) => script);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

test("conformance.yml passes for a server that conforms, without a comment", async () => {
  await run("conformance.yml", [], ({ hasFailed, said, artifacts }, comments) => {
    expect({ hasFailed, said: hasFailed ? said : "" }).toEqual({ hasFailed: false, said: "" });
    expect(said).toContain("::notice title=news-conformance::conformant: ");
    expect(comments).toEqual([]);
    expect(reportIn(artifacts.at("conformance-report")).verdict).toBe("conformant");
  });
});

test("conformance.yml fails a pull request, with report, summary, annotations and comment", async () => {
  const look = (
    { hasFailed, said, artifacts, jobs: [job] }: WorkflowEnd,
    comments: readonly Comment[],
  ): void => {
    expect(said).toContain("::error title=plan.country-code-alpha2");
    expect(job?.summary).toContain("non-conformant");
    expect(comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- news-conformance -->\n.*non-conformant/),
    ]);
    const report = reportIn(artifacts.at("conformance-report"));
    expect(job?.steps.conformance).toMatchObject({
      outcome: "failure",
      outputs: {
        verdict: "non-conformant",
        "exit-code": "1",
        counts: JSON.stringify(report.counts),
        failed: String(report.counts.must.fail),
        requests: String(report.requests),
        "artifact-url": expect.stringMatching(/^https:/),
      },
    });
    expect(report.counts.must.fail).toBeGreaterThan(0);
    expect(hasFailed).toBe(true);
  };
  await run("conformance.yml", ["three-letter-countries"], look, { event: "pull_request" });
});

test("conformance.yml updates its own comment, and no other of the same user or with its first line", async () => {
  const bot = { login: "github-actions[bot]" };
  const earlier = [
    { id: 1, user: bot, body: "<!-- news-conformance -->\nof the run before" },
    { id: 2, user: bot, body: "The size of the bundle" },
    { id: 3, user: { login: "somebody" }, body: "<!-- news-conformance -->\nquoted" },
  ];
  const look = (_: WorkflowEnd, [own, ...others]: readonly Comment[]): void => {
    expect(own?.body).toMatch(/^<!-- news-conformance -->\n.*conformant/);
    expect(others).toEqual(earlier.slice(1));
  };
  await run("conformance.yml", [], look, { event: "pull_request", comments: earlier });
});

test.for([
  ["conformance.yml", "a pull request of a fork", { event: "pull_request", isFork: true }],
  ["conformance.yml", "one of Dependabot", { event: "pull_request", actor: "dependabot[bot]" }],
  ["conformance-npx.yml", "a push of Dependabot", { actor: "dependabot[bot]" }],
] as const)("%s runs no job without its secrets: %s", async ([name, , circumstances]) => {
  await run(name, [], ({ jobs }) => expect(jobs).toEqual([]), circumstances);
});

test("conformance-npx.yml passes for a server that conforms", async () => {
  await run("conformance-npx.yml", [], ({ hasFailed, said, artifacts }) => {
    expect({ hasFailed, said: hasFailed ? said : "" }).toEqual({ hasFailed: false, said: "" });
    expect(reportIn(artifacts.at("conformance-report")).verdict).toBe("conformant");
  });
});

test("conformance-sharded.yml: three machines share a run, and the merged report decides", async () => {
  await run("conformance-sharded.yml", ["three-letter-countries"], (end) => {
    const { artifacts, jobs } = end;
    expect(jobs.map(({ job, hasFailed }) => [job, hasFailed])).toEqual([
      ["shard", false],
      ["shard", false],
      ["shard", false],
      ["merge", true],
    ]);
    const shards = ["conformance-shard-1", "conformance-shard-2", "conformance-shard-3"];
    expect(artifacts.names).toEqual(["conformance-report", ...shards]);
    const verdicts = shards.map((name) => reportIn(artifacts.at(name)).verdict);
    expect(verdicts.filter((verdict) => verdict === "non-conformant")).toHaveLength(1);
    const merged = reportIn(artifacts.at("conformance-report"));
    expect(merged.verdict).toBe("non-conformant");
    const sent = shards.map((name): number => reportIn(artifacts.at(name)).requests);
    expect(Math.min(...sent)).toBeGreaterThan(0);
    expect(jobs.at(-1)?.summary).toContain("plan.country-code-alpha2");
  });
});
