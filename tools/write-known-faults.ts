import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { faults } from "../reference/faults/index.ts";
import type { KnownFaults } from "../suites/budget/known-faults.ts";
import { knownFaultsText, recordKnownFaults } from "../teeth/budget/record-known-faults.ts";

/**
 * Writes which requests show the faults of the reference server; a run with a budget needs it. With names of faults as
 * arguments, only these are judged: what is known of the others stays, if the requests have not changed.
 */
const file = fileURLToPath(new URL("../../suites/budget/known-faults.json", import.meta.url));

const names = process.argv.slice(2);
const all = new Map(faults.map((fault) => [fault.name, fault]));
const unknown = names.filter((name) => !all.has(name));
if (unknown.length > 0) throw new Error(`no fault is called ${unknown.join(", ")}`);

const chosen = names.length === 0 ? faults : names.flatMap((name) => all.get(name) ?? []);
const { following, shownBy } = await recordKnownFaults(chosen, (done) => {
  if (done % 50 === 0) process.stderr.write(`${done} of ${chosen.length} faults\n`);
});
const before: KnownFaults["shownBy"] =
  names.length === 0 ? {} : JSON.parse(readFileSync(file, "utf8")).shownBy;
const kept = Object.entries(before).filter(([name]) => all.has(name) && !names.includes(name));
const entries = [...kept, ...Object.entries(shownBy)].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, knownFaultsText({ following, shownBy: Object.fromEntries(entries) }));
process.stdout.write(`wrote ${file}\n`);
