import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadRegister, packageFolder } from "../contracts/load.ts";
import { wholePlan } from "../run/whole-plan.ts";
import { pinsOf, pinsText, readPins } from "./pins.ts";
import { releasedLog, updatedLog } from "./requirements-log.ts";

/**
 * Writes what is pinned of the register and what has changed since the last release. With `release` and a
 * version the changes become that release's, and the next ones are counted from here.
 */
const files = {
  pins: "tests/contracts/register.pins.txt",
  released: "tests/contracts/released.pins.txt",
  log: "docs/requirements-log.md",
} as const;

const pathOf = (name: keyof typeof files): string => join(packageFolder(), files[name]);
const read = (name: keyof typeof files): string =>
  existsSync(pathOf(name)) ? readFileSync(pathOf(name), "utf8") : "";

const write = (name: keyof typeof files, text: string): void => {
  writeFileSync(pathOf(name), text);
  process.stdout.write(`wrote ${files[name]}\n`);
};

const pins = pinsOf(loadRegister(), wholePlan());
const released = read("released");
const log = updatedLog(read("log"), released === "" ? null : readPins(released), pins);
write("pins", pinsText(pins));

const [word, version] = process.argv.slice(2);
if (word === "release" && version !== undefined) {
  const dated = releasedLog(log, version, new Date().toISOString().slice(0, 10));
  write("released", pinsText(pins));
  write("log", updatedLog(dated, pins, pins));
} else {
  write("log", log);
}
