import { existsSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, by the processor time that they and what they start take. A worker that
 * comes to one of them last has the other ones wait for it.
 */
const longest = [
  "tests/teeth/variants.test.ts",
  "tests/teeth/one-cell.test.ts",
  "tests/teeth/added-version.test.ts",
  "tests/teeth/faults.test.ts",
  "tests/reporters/formats/html/page.test.ts",
  "tests/cli/package.test.ts",
  "tests/examples/examples.test.ts",
  "tests/mocks/prism.test.ts",
  "tests/library/test-runners.test.ts",
  "tests/reporters/formats/html/page-size.test.ts",
  "tests/cli/watch.test.ts",
  "tests/cli/run.test.ts",
  "tests/pipelines/gitlab.test.ts",
  "tests/pipelines/github.test.ts",
  "tests/library/documented-code.test.ts",
];

const gone = longest.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)));
if (gone.length > 0) throw new Error(`tests/longest-first.ts names ${gone.join(", ")}`);

/** Begins with the longest files, also where vitest has not seen yet how long they take, as in CI. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = longest.indexOf(relative(project.config.root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
