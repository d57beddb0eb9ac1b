import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readAction } from "./github/workflow.ts";
import { readComponent } from "./gitlab/pipeline.ts";
import { version } from "./registry.ts";
import { pipelines } from "./single-machine.ts";
import { exampleProject } from "./staging.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test("the action, the component, the image and the package are named at one version", () => {
  const named = ["README.md", "docs", "examples", "templates"]
    .flatMap((place) => (place.endsWith(".md") ? [join(root, place)] : filesIn(place)))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const found = text.matchAll(/(?:news-conformance|\/conformance)[@:]v?(\d+\.\d+\.\d+)/g);
      return [...found].map(([, other]) => ({ file, version: other }));
    });
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((one) => one.version !== version)).toEqual([]);
  expect(readComponent("conformance").spec.spec.inputs.version?.default).toBe(version);
});

test("every file of the project is used by a test", () => {
  const tested = [
    ...Object.keys(pipelines),
    // tests/pipelines/github.test.ts, gitlab.test.ts
    ...["conformance.yml", "conformance-npx.yml", "conformance-sharded.yml"].map((name) =>
      join(".github/workflows", name),
    ),
    ...[".gitlab-ci.yml", ".gitlab-ci.component.yml", ".gitlab-ci.sharded.yml"],
    ...["news-conformance.config.yaml", "package.json"],
  ];
  const there = filesIn("examples/ci").map((file) => file.slice(exampleProject.length + 1));
  expect([...there].sort()).toEqual([...tested].sort());
});

test("docs/pipelines.md names every input and output of the action, and every file", () => {
  const text = readFileSync(join(root, "docs/pipelines.md"), "utf8");
  const { inputs, outputs } = readAction(join(root, "action.yml"));
  const general = /-revoked-key-variable$|^working-directory$/;
  const names = [...Object.keys(inputs), ...Object.keys(outputs), ...Object.keys(pipelines)];
  const missing = names.filter((name) => !general.test(name) && !text.includes(`\`${name}`));
  expect(missing).toEqual([]);
});
