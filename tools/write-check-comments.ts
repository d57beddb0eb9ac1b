import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadRegister } from "../contracts/load.ts";
import { withStatements } from "./check-comments.ts";

/** Writes the statements of the register above the checks in the sources. */
const folder = join(process.cwd(), "suites/checks");
const register = loadRegister();
for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
  const file = join(folder, name);
  const source = readFileSync(file, "utf8");
  const commented = withStatements(source, register);
  if (commented !== source) writeFileSync(file, commented);
}
