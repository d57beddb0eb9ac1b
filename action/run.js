// The step of action.yml: runs news-conformance with the action's inputs, and ends with its exit code. Plain
// JavaScript without dependencies, since a runner has nothing but the files of this repository.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  InputError,
  keyEnvironment,
  mergeWords,
  reportFolder,
  runWords,
  wantedVersion,
} from "./command-line.js";
import { outputLines, outputsOf } from "./outputs.js";

/** The `package.json` of this repository. */
const ownManifest = readJson(fileURLToPath(new URL("../package.json", import.meta.url)));

/** Exit codes of runs with a verdict. */
const judged = [0, 1, 3];

/** What the other exit codes mean; the log says more. */
const troubles = /** @type {Record<number, string>} */ ({
  2: "wrong usage or configuration; nothing was sent",
  70: "a defect of news-conformance itself",
});

/** @returns {Promise<number>} the exit code */
async function run() {
  refuseOldNode();
  const { INPUTS = "{}", RUNNER_TEMP = tmpdir(), ...environment } = process.env;
  /** @type {Record<string, string>} */
  const inputs = JSON.parse(INPUTS);
  const temporary = mkdtempSync(join(RUNNER_TEMP, "news-conformance-"));
  const merge = (inputs.merge ?? "").trim();
  const comment = merge === "" ? join(temporary, "comment.md") : "";
  const words = merge === "" ? runWords(inputs, comment) : mergeWords(inputs, foldersIn(merge));
  const env = keyEnvironment(inputs, { ...environment, RUNNER_TEMP });
  const program = installed(wantedVersion(inputs), temporary);
  // Without "--", Node 20 takes an --env-file after the program for its own option.
  const child = spawn(process.execPath, ["--", program, ...words], { stdio: "inherit", env });
  // A job that is cancelled may still write what has been judged.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => child.kill(signal));
  }
  const [status] = await once(child, "exit");
  const code = status ?? 130;
  const folder = resolve(reportFolder(inputs));
  const report = join(folder, "report.json");
  // Otherwise what is there is the report of an earlier run.
  if (judged.includes(code) && existsSync(report)) {
    output({ "exit-code": String(code), ...outputsOf(readJson(report), { folder, comment }) });
    return code;
  }
  // Options such as --help exit with 0 without testing anything.
  const failed = code === 0 ? 2 : code;
  output({ "exit-code": String(failed) });
  annotate(`exit code ${code}: ${troubles[code] ?? "there is no report"}; see the log`);
  return failed;
}

/**
 * The program that is run: the wanted version; otherwise what the project has installed, and if there is
 * nothing, the version of this action.
 *
 * @param {string} version
 * @param {string} temporary folder into which it is installed
 * @returns {string} absolute path of its main module
 */
function installed(version, temporary) {
  if (version === "") {
    try {
      return programOf(createRequire(resolve("x.js")).resolve("news-conformance/package.json"));
    } catch (error) {
      const isAbsent =
        error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
      if (!isAbsent) throw error;
    }
  }
  const own = ownManifest.version;
  const name = `news-conformance@${version || own}`;
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts"];
  const words = ["install", "--prefix", temporary, ...quiet, name];
  // On Windows npm is a batch file, for which a shell is needed; `wantedVersion` leaves it nothing to interpret.
  const shell = process.platform === "win32";
  const { status, error } = spawnSync("npm", shell ? words.map((word) => `"${word}"`) : words, {
    stdio: "inherit",
    shell,
  });
  if (error || status !== 0) throw new InputError(`${name} cannot be installed; see the log`);
  return programOf(join(temporary, "node_modules", "news-conformance", "package.json"));
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new InputError(
    `Node ${ownManifest.engines.node} is needed, and this is ${process.version}; use actions/setup-node before`,
  );
}

/** @param {string} manifest path of a `package.json` */
function programOf(manifest) {
  return join(dirname(manifest), readJson(manifest).bin["news-conformance"]);
}

/**
 * @param {string} folder
 * @returns {string[]} its subfolders with a report, in the order of their names
 */
function foldersIn(folder) {
  if (!existsSync(folder)) throw new InputError(`merge: there is no folder ${folder}`);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "report.json")))
    .sort();
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @param {Record<string, string>} outputs */
function output(outputs) {
  const file = process.env.GITHUB_OUTPUT;
  if (file) appendFileSync(file, outputLines(outputs, `end-${randomUUID()}`));
}

/** @param {string} text */
function annotate(text) {
  const escaped = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  console.log(`::error title=news-conformance::${escaped}`);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  annotate(error.message);
  output({ "exit-code": "2" });
  process.exitCode = 2;
}
