import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import { keysOf } from "../cli/target.ts";
import { reportIn } from "../cli/verify/folder.ts";
import { expandComponent, readComponent, readPipeline } from "./gitlab/pipeline.ts";
import { type GitlabEnd, runPipeline } from "./gitlab/run-pipeline.ts";
import { machine } from "./machine.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { schemaErrors } from "./schema-errors.ts";
import { exampleProject as project, withStaging } from "./staging.ts";

const schema = "gitlab-ci.schema.json";
const names = [".gitlab-ci.yml", ".gitlab-ci.component.yml", ".gitlab-ci.sharded.yml"];
const component = readComponent("conformance");

let registry: Registry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

test.for(names)("GitLab's schema accepts %s", (name) => {
  const document = parseYaml(readFileSync(join(project, name), "utf8"));
  expect(schemaErrors(schema, document)).toEqual([]);
});

test("GitLab's schema accepts the component, and refuses others", () => {
  expect(schemaErrors(schema, component.spec)).toEqual([]);
  const pipeline = expandComponent(component, {});
  expect(schemaErrors(schema, pipeline)).toEqual([]);
  const { conformance } = pipeline;
  const artifacts = { ...conformance?.artifacts, wen: "always" };
  expect(schemaErrors(schema, { conformance: { ...conformance, artifacts } })).not.toEqual([]);
});

test("every input of the component is described and used, and none is a part of the script", () => {
  const { inputs } = component.spec.spec;
  for (const [name, { description }] of Object.entries(inputs)) {
    expect(description, name).toMatch(/\.$/);
    expect(component.body, name).toContain(`$[[ inputs.${name} ]]`);
  }
  const script = component.body.slice(component.body.indexOf("script:"));
  expect(script.slice(0, script.indexOf("artifacts:"))).not.toContain("$[[");
});

async function run(
  name: string,
  shell: "bash" | "sh",
  faults: readonly string[],
  look: (end: GitlabEnd) => void,
): Promise<void> {
  await withStaging(faults, registry, async (staging) => {
    const { AGGREGATOR_API_KEY = "", NEWS_API_KEY = "" } = keysOf(staging.server);
    const variables = { AGGREGATOR_API_KEY, NEWS_API_KEY };
    const end = await runPipeline(readPipeline(join(project, name)), staging, variables, shell);
    try {
      expect(end.said).not.toContain(AGGREGATOR_API_KEY);
      look(end);
    } finally {
      end.artifacts.remove();
    }
  });
}

const reportOf = ({ artifacts }: GitlabEnd, job: string, folder = "conformance-report") =>
  reportIn(join(artifacts.at(job), folder));

test(".gitlab-ci.yml fails for a server that does not conform, with its reports", async () => {
  await run(".gitlab-ci.yml", "bash", ["three-letter-countries"], (end) => {
    expect(end.said).toContain("plan.country-code-alpha2");
    expect(end.jobs).toEqual({ conformance: "failed" });
    expect(reportOf(end, "conformance").verdict).toBe("non-conformant");
  });
});

test(".gitlab-ci.component.yml passes for one that conforms, in an image without bash", async () => {
  await run(".gitlab-ci.component.yml", "sh", [], (end) => {
    const { jobs, hasFailed, said } = end;
    expect({ jobs, said: hasFailed ? said : "" }).toEqual({
      jobs: { conformance: "success" },
      said: "",
    });
    expect(reportOf(end, "conformance").verdict).toBe("conformant");
  });
});

test(".gitlab-ci.sharded.yml: two machines share a run, and the merged report decides", async () => {
  await run(".gitlab-ci.sharded.yml", "bash", [], (end) => {
    const { jobs, hasFailed, said } = end;
    expect({ jobs, said: hasFailed ? said : "" }).toEqual({
      jobs: { "shard 1/2": "success", "shard 2/2": "success", conformance: "success" },
      said: "",
    });
    const shards = ["1", "2"].map((name) => reportOf(end, "shard", `conformance-shards/${name}`));
    expect(Math.min(...shards.map(({ requests }) => requests))).toBeGreaterThan(0);
    expect(reportOf(end, "conformance").verdict).toBe("conformant");
  });
});

describe("the script of the component", () => {
  /** Runs it with a program in the place of npx that prints its words and keys. */
  async function words(
    inputs: Parameters<typeof expandComponent>[1],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> {
    const { job } = expandComponent(component, { ...inputs, "job-name": "job" });
    const own = machine(
      { project, world: {} },
      { npx: 'printf "<%s>\\n" "$@" "$AGGREGATOR_API_KEY"; env >env' },
    );
    try {
      const script = ["set -e", ...(job?.script ?? [])].join("\n");
      const { code, said } = await own.run(["sh"], script, { ...job?.variables, ...variables });
      expect(code).toBe(0);
      return said.trimEnd().split("\n");
    } finally {
      own.remove();
    }
  }

  test("hands every input on as a word, whatever is in it", async () => {
    const evil = '$(touch x); `touch x` "\\"';
    const inputs = {
      version: "1.2.3-beta.1",
      "news-url": "https://news.example/$(touch x)",
      config: "my config.yaml",
      "fail-on": "should",
      "allow-incomplete": true,
      baseline: "$BASELINE",
      matrix: "smoke",
      report: "out",
    };
    // GitLab replaces variables in the values of variables.
    const variables = { CONFORMANCE_BASELINE: evil, AGGREGATOR_API_KEY: "bk_own" };
    expect(await words(inputs, variables)).toEqual([
      ...["<--yes>", "<news-conformance@1.2.3-beta.1>", "<run>", "<--out=out>", "<--matrix=smoke>"],
      ...["<--news-url=https://news.example/$(touch x)>", "<--config=my config.yaml>"],
      ...["<--fail-on=should>", `<--baseline=${evil}>`, "<--allow-incomplete>", "<bk_own>"],
    ]);
  });

  test("takes the keys from the variables that the inputs name", async () => {
    const inputs = { "aggregator-key-variable": "STAGING_KEY" };
    expect((await words(inputs, { STAGING_KEY: "bk_staging" })).at(-1)).toBe("<bk_staging>");
  });

  test.for([
    { version: "../x" },
    { "news-key-variable": "A B" },
    { "fail-on": "may" },
    { nothing: "x" },
    { "allow-incomplete": "yes" },
  ])("refuses %j", (inputs) => {
    expect(() => expandComponent(component, { ...inputs })).toThrow();
  });
});
