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
