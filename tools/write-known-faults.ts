import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { faults } from "../reference/faults/index.ts";
import { knownFaultsText, recordKnownFaults } from "../teeth/budget/record-known-faults.ts";

/** Writes which requests show the faults of the reference server; a run with a budget needs it. */
const file = fileURLToPath(new URL("../../suites/budget/known-faults.json", import.meta.url));

const known = await recordKnownFaults(faults, (done) => {
  if (done % 50 === 0) process.stderr.write(`${done} of ${faults.length} faults\n`);
});
writeFileSync(file, knownFaultsText(known));
