import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractPaths } from "../contracts/contract-files.ts";
import { contractsFolder } from "../contracts/load.ts";
import { contractKey, parsedContracts } from "../contracts/parsed-contracts.ts";
import { parseYaml } from "../contracts/yaml.ts";

/** Writes the contracts and the register as JSON, which is read much faster. Part of the build. */
const folder = contractsFolder();
const parsed = contractPaths(folder).map((path) => {
  const text = readFileSync(join(folder, path), "utf8");
  return [contractKey(path, text), parseYaml(text)];
});
writeFileSync(
  join(process.cwd(), "dist", "contracts", parsedContracts),
  JSON.stringify(Object.fromEntries(parsed)),
);
