/** The folders that each folder may import from, besides itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  description: ["contracts"],
  harness: ["contracts", "description"],
  suites: ["contracts", "description", "harness"],
  reporters: ["contracts", "description"],
  reference: ["contracts", "description"],
  run: ["contracts", "description", "harness", "suites", "reporters", "reference"],
  teeth: ["contracts", "description", "harness", "suites", "reporters", "reference", "run"],
  cli: ["contracts", "description", "harness", "suites", "reporters", "reference", "run", "teeth"],
  library: ["contracts", "description", "harness", "suites", "reporters", "reference", "run"],
};

/** The folders that contain the product's code. */
export const rooms: readonly string[] = Object.keys(mayImport);

/** In place of a folder: the files of a room that are in none of its folders. */
export const inNoFolder = "";

/** The folders inside each of them that has some: each may import from those before it. */
export const foldersInOrder: Readonly<Record<string, readonly string[]>> = {
  harness: [
    inNoFolder,
    "settings",
    "redaction",
    "credentials",
    "requests",
    "secrets",
    "configuration",
    "http",
    "descriptions",
    "exchanges",
    "har",
  ],
  suites: ["model", "matchers", "requests", "checks", "engine", "budget", "session"],
  reporters: ["verdict", "model", "text", "view", "formats", "files"],
  reference: [
    inNoFolder,
    "corpus",
    "http",
    "render",
    "surfaces",
    "description",
    "faults",
    "variants",
    "server",
  ],
  run: [inNoFolder, "supervision", "verify", "recorded-traffic", "merge"],
  teeth: [
    "judging",
    "mutants",
    "one-cell",
    "beside-parameters",
    "adversary",
    "budget",
    "kill-matrix",
  ],
  cli: ["output", "options", "completion", "run", "watch", "actions", "commands", inNoFolder],
  library: ["certification", "test-runner", inNoFolder],
};
