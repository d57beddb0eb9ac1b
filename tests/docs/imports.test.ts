import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { foldersInOrder, inNoFolder, mayImport, rooms } from "./rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function filesOf(room: string): readonly string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .map((file) => posix.join(room, file.replaceAll("\\", "/")))
    .filter((file) => /\.tsx?$/.test(file));
}

/** Paths from the root, of files that a file imports in any way. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    posix.join(posix.dirname(file), path),
  );
}

test.for(rooms)("%s imports only from the folders below it", (room) => {
  const may = [room, ...(mayImport[room] ?? [])];
  const wrong = filesOf(room).flatMap((file) =>
    importsOf(file)
      .filter((path) => path.includes("/") && !may.includes(path.split("/")[0] ?? ""))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

/** The folder inside its room that a file is in. */
function folderOf(file: string): string {
  const [, folder = inNoFolder, ...rest] = file.split("/");
  return rest.length > 0 ? folder : inNoFolder;
}

test.for(rooms)("the folders of %s are listed, and import only from those before them", (room) => {
  const files = filesOf(room);
  const order = foldersInOrder[room] ?? [inNoFolder];
  expect([...new Set(files.map(folderOf))].sort()).toEqual(order.toSorted());
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith(`${room}/`))
      .filter((path) => order.indexOf(folderOf(path)) > order.indexOf(folderOf(file)))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("no files import each other in a circle", () => {
  const graph = new Map(rooms.flatMap(filesOf).map((file) => [file, importsOf(file)] as const));
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

test("every folder with code is listed", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const found = new Set(
    tracked
      .filter((file) => /\.tsx?$/.test(file) && file.includes("/"))
      .map((f) => f.split("/")[0]),
  );
  const others = ["tests", "bench", "tools"];
  expect([...found].sort()).toEqual([...rooms, ...others].sort());
});

test.for(rooms)(
  "%s reads URLs with parseUrl, since URL.canParse errs in Node 20 and 22",
  (room) => {
    const calls = filesOf(room).filter((file) =>
      /URL\.canParse\(/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(calls).toEqual([]);
  },
);
