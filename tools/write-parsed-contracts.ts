import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { contractsFolder } from "../contracts/load.ts";
import { contractKey, parsedContracts } from "../contracts/parsed-contracts.ts";
import { parseYaml } from "../contracts/yaml.ts";

/** Writes the contracts and the register as JSON, which is read much faster. Part of the build. */
const folder = contractsFolder();
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml"))
  .sort();
const parsed = files.map((file) => {
  const text = readFileSync(join(folder, file), "utf8");
  return [contractKey(file.replaceAll(sep, "/"), text), parseYaml(text)];
});
writeFileSync(
  join(process.cwd(), "dist", "contracts", parsedContracts),
  JSON.stringify(Object.fromEntries(parsed)),
);
