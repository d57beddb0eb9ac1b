import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadRegister } from "../contracts/load.ts";
import { withStatements } from "./check-comments.ts";

/** Writes the statements of the register above the checks in the sources, and prints the files that have changed. */
const folder = join(process.cwd(), "suites/checks");
const register = loadRegister();
let changed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
  const file = join(folder, name);
  const source = readFileSync(file, "utf8");
  const commented = withStatements(source, register);
  if (commented === source) continue;
  writeFileSync(file, commented);
  process.stdout.write(`wrote suites/checks/${name}\n`);
  changed += 1;
}
if (changed === 0) process.stdout.write("every comment in suites/checks is as in the register\n");
