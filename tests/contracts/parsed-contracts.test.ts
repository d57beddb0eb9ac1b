import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractPaths } from "../../contracts/contract-files.ts";
import { contractsFolder } from "../../contracts/load.ts";
import { parsedAtBuild } from "../../contracts/parsed-contracts.ts";
import { parseYaml } from "../../contracts/yaml.ts";

const textOf = (path: string): string => readFileSync(join(contractsFolder(), path), "utf8");

test.each(contractPaths(contractsFolder()))("%s is parsed at build as it is written", (path) => {
  const text = textOf(path);
  expect(parsedAtBuild(path, text)).toEqual(parseYaml(text));
});

test("a file that was changed after the build is not known", () => {
  expect(parsedAtBuild("clauses.yaml", `${textOf("clauses.yaml")}- another\n`)).toBeUndefined();
});

test("a file with the text of another one is not known", () => {
  expect(parsedAtBuild("other.yaml", textOf("clauses.yaml"))).toBeUndefined();
});
