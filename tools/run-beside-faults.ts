import { besideClasses } from "../reference/faults/beside-parameters/beside-classes.ts";
import { besideFaults } from "../reference/faults/beside-parameters/beside-faults.ts";
import { besideText } from "../teeth/beside-parameters/beside-text.ts";
import { runBesideFaults } from "../teeth/beside-parameters/run-beside-faults.ts";

/** Judges servers that are wrong when certain parameters are sent too: of the named classes, or of all. */
const only = process.argv.slice(2);
const unknown = only.find((name) => besideClasses.every((one) => one.name !== name));
if (unknown !== undefined) {
  const known = besideClasses.map(({ name }) => name).join(", ");
  throw new Error(`there is no class ${unknown}; there are ${known}`);
}
const faults = besideFaults(only.length > 0 ? only : undefined);
const scores = await runBesideFaults(faults, (done, total) => {
  if (done % 100 === 0) process.stderr.write(`${done} of ${total} servers\n`);
});
process.stdout.write(`${besideText(scores)}\n`);
