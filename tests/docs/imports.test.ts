import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The rooms that each room may import from, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
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

function filesOf(room: string): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .map((file) => posix.join(room, file.replaceAll("\\", "/")))
    .filter((file) => file.endsWith(".ts"));
}

/** Paths from the root, of files that a file imports in any way. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    posix.join(posix.dirname(file), path),
  );
}

test.for(Object.keys(allowed))("%s imports from the rooms below it only", (room) => {
  const may = [room, ...(allowed[room] ?? [])];
  const wrong = filesOf(room).flatMap((file) =>
    importsOf(file)
      .filter((path) => path.includes("/") && !may.includes(path.split("/")[0] ?? ""))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("no files import each other in a circle", () => {
  const graph = new Map(
    Object.keys(allowed)
      .flatMap(filesOf)
      .map((file) => [file, importsOf(file)] as const),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file].join(" -> "));
    if (start !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test("every room is listed", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const rooms = new Set(
    tracked
      .filter((file) => file.endsWith(".ts") && file.includes("/"))
      .map((f) => f.split("/")[0]),
  );
  const others = ["tests", "bench", "tools"];
  expect([...rooms].sort()).toEqual([...Object.keys(allowed), ...others].sort());
});
