import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { foldersInOrder, inNoFolder } from "./rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.for(["suites/checks", "suites/requests"])(
  "ARCHITECTURE.md names every file of %s",
  (folder) => {
    const text = readFileSync(`${root}/ARCHITECTURE.md`, "utf8");
    const missing = readdirSync(`${root}/${folder}`).filter(
      (file) => !text.includes(`\`${file}\``),
    );
    expect(missing).toEqual([]);
  },
);

test("ARCHITECTURE.md lists the folders inside the top-level folders, in the order in which they may import", () => {
  const text = readFileSync(`${root}/ARCHITECTURE.md`, "utf8");
  const table = text.slice(text.indexOf("## The folders"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)\/`/g)].map(([, folder]) => folder),
  );
  const folders = Object.entries(foldersInOrder).flatMap(([room, inside]) =>
    inside.filter((folder) => folder !== inNoFolder).map((folder) => `${room}/${folder}`),
  );
  expect(listed).toEqual(folders);
});
