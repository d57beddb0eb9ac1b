import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadRegister } from "../contracts/load.ts";
import { messagesIn } from "./messages.ts";

/** Prints every message of the tool in one list, by file, so that they can be read in a row and corrected. */
const dist = join(process.cwd(), "dist");
const notShown = /^(bench|tools|teeth)\//;
const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".js") && !notShown.test(file))
  .sort();
for (const file of files) {
  const messages = messagesIn(readFileSync(join(dist, file), "utf8"));
  if (messages.length === 0) continue;
  console.log(`\n${file.replace(/\.js$/, "")}`);
  for (const { text } of messages) console.log(`  ${text}`);
}
console.log("\ncontracts/requirements");
for (const { id, statement, expected, impact, notTested } of loadRegister().requirements) {
  console.log(`  ${id}`);
  for (const text of [statement, expected, impact, notTested ?? ""]) {
    if (text !== "") console.log(`    ${text}`);
  }
}
