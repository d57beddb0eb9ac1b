import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keysOf } from "../cli/target.ts";
import { reportIn } from "../cli/verify/folder.ts";
import { parseJenkinsfile } from "./jenkinsfile.ts";
import { type Environment, type Machine, machine } from "./machine.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { schemaErrors } from "./schema-errors.ts";
import { azureHasReport, type Pipeline, pipelines, readSingleMachine } from "./single-machine.ts";
import { exampleProject, withStaging } from "./staging.ts";

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

const programs = {
  // The tests of GitHub and GitLab run the real ones, which take half of the time of a short run.
  npm: 'test "$*" = ci && test -z "$NO_REGISTRY" && test -f package-lock.json && mkdir node_modules',
  npx: `test -d node_modules && test "$1" = news-conformance && shift && exec node --no-opt '${main}' "$@"`,
  // A program that Buildkite's agents have.
  "buildkite-agent": 'case "$1" in artifact) test -f "$3";; annotate) cat >annotation;; esac',
};

/** Runs the scripts of a job one after the other, those after a failure only if they are to. */
async function runScripts(
  { scripts }: Pipeline,
  own: Machine,
  secrets: Environment,
): Promise<{ readonly codes: readonly number[]; readonly said: string }> {
  const codes: number[] = [];
  let said = "";
  for (const { lines, shell, variables, secrets: seen, isAlways = false } of scripts) {
    if (codes.some((code) => code !== 0) && !isAlways) continue;
    const given = seen.map((name) => [name, secrets[name] ?? ""]);
    const environment = { ...variables, ...Object.fromEntries(given) };
    const ended = await own.run(shell, lines.join("\n"), environment);
    codes.push(ended.code);
    said += ended.said;
  }
  return { codes, said };
}

describe.each(Object.keys(pipelines))("%s", (path) => {
  const pipeline = readSingleMachine(exampleProject, path);

  test("is of its format", () => {
    const { schema, document } = pipeline;
    // What is wrong in a Jenkinsfile is found when it is read.
    expect(schema === null ? [] : schemaErrors(schema, document)).toEqual([]);
  });

  test("fails for a server that does not conform, and keeps the report", async () => {
    await withStaging(["three-letter-countries"], registry, async (staging) => {
      const own = machine(staging, programs);
      try {
        own.checkOut();
        const { AGGREGATOR_API_KEY = "", NEWS_API_KEY = "" } = keysOf(staging.server);
        const secrets = { AGGREGATOR_API_KEY, NEWS_API_KEY };
        const { codes, said } = await runScripts(pipeline, own, secrets);
        expect(said).toContain("plan.country-code-alpha2");
        expect(codes.filter((code) => code !== 0)).toEqual([1]);
        expect(said).not.toContain(AGGREGATOR_API_KEY);
        expect(reportIn(join(own.workspace, "conformance-report")).verdict).toBe("non-conformant");
        expect(pipeline.kept).toContain("conformance-report");
        const missing = pipeline.kept.filter((one) => !existsSync(join(own.workspace, one)));
        expect(missing).toEqual([]);
        if (path.startsWith(".buildkite")) {
          const annotation = readFileSync(join(own.workspace, "annotation"), "utf8");
          expect(annotation).toContain("non-conformant");
        }
        const summary = /##vso\[task\.uploadsummary\](.*)/.exec(said)?.[1];
        if (path.startsWith("azure")) {
          expect(existsSync(summary ?? "")).toBe(true);
          expect(said).toContain(`##vso[task.setvariable variable=${azureHasReport}]true`);
        }
      } finally {
        own.remove();
      }
    });
  });

  test("without its keys only the suite fails, since there is no report", async () => {
    await withStaging([], registry, async (staging) => {
      const own = machine(staging, programs);
      try {
        own.checkOut();
        const { codes, said } = await runScripts(pipeline, own, {});
        expect(said).toContain("error: AGGREGATOR_API_KEY and NEWS_API_KEY are not set");
        expect(codes.filter((code) => code !== 0)).toEqual([2]);
        expect(pipeline.needReport).toEqual([]);
        expect(said).not.toContain("##vso[task");
        expect(existsSync(join(own.workspace, "annotation"))).toBe(false);
      } finally {
        own.remove();
      }
    });
  });

  test("keeps no report of an earlier job if packages can't be installed", async () => {
    await withStaging([], registry, async (staging) => {
      const own = machine({ ...staging, world: { ...staging.world, NO_REGISTRY: "1" } }, programs);
      try {
        own.checkOut();
        if (pipeline.keepsWorkspace === true) {
          mkdirSync(join(own.workspace, "conformance-report"));
          writeFileSync(join(own.workspace, "conformance-report/junit.xml"), "<testsuites/>");
        }
        const { codes } = await runScripts(pipeline, own, {});
        expect(codes.filter((code) => code !== 0)).toHaveLength(1);
        expect(pipeline.kept.filter((one) => existsSync(join(own.workspace, one)))).toEqual([]);
      } finally {
        own.remove();
      }
    });
  });
});

test.for([
  ["azure-pipelines.yaml", "azure-pipelines.yml", /\bscript:/],
  ["circleci.yaml", ".circleci/config.yml", /\bstore_artifacts:/],
  ["buildkite.yaml", ".buildkite/pipeline.yml", /\bartifact_paths:/],
] as const)("%s refuses a misspelled key", ([schema, path, key]) => {
  const text = readFileSync(join(exampleProject, path), "utf8").replace(key, "scrpt:");
  expect(schemaErrors(schema, pipelines[path]?.(text).document)).not.toEqual([]);
});

test.for([
  ["pipeline {\n  agnt any\n}", 'line 2: "agnt any" is not for pipeline'],
  ["pipeline {\n  steps {\n  }\n}", 'line 2: "steps {" is not for pipeline'],
  ["pipeline {\n  agent any", "the block pipeline is not closed"],
  ["pipeline {\n}\n}", "line 3: nothing is open"],
  ["pipeline {\n  stages {\n    stage('A {\n    }\n  }\n}", "line 3: .* is not complete"],
] as const)("a Jenkinsfile that is not one: %j", ([text, message]) => {
  expect(() => parseJenkinsfile(text)).toThrow(new RegExp(message));
});
