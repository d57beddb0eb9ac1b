import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { versionsIn, withVersion } from "../../tools/version-mentions.ts";
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
      return versionsIn(readFileSync(file, "utf8")).map((other) => ({ file, version: other }));
    });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((one) => one.version !== version)).toEqual([]);
  expect(readComponent("conformance").spec.spec.inputs.version?.default).toBe(version);
});

test("npm version writes the new version wherever the old one was", () => {
  const text = [
    "uses: news-conformance/news-conformance@v0.1.0",
    "component: $CI_SERVER_FQDN/news-conformance/news-conformance/conformance@0.1.0",
    "image: ghcr.io/news-conformance/news-conformance:0.1.0",
    '"news-conformance": "^0.1.0"',
    "default: 0.1.0",
    "vitest@4.1.12, version 0.1.0 of the protocol",
  ].join("\n");
  const written = withVersion(text, "1.2.3");
  expect(versionsIn(written)).toEqual(Array.from({ length: 5 }, () => "1.2.3"));
  expect(written).toContain("vitest@4.1.12, version 0.1.0 of the protocol");
  expect(withVersion(written, "0.1.0")).toBe(text);
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
