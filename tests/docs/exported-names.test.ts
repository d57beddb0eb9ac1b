import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { group } from "../../contracts/group.ts";
import { rooms } from "./rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One function for each test runner, under the same name on purpose. */
const sameOnPurpose = new Set(["conformanceSuite"]);

const declaration =
  /^export (?:declare |async |abstract )*(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

test("no exported name stands for two things", () => {
  const exported = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(root, room, file), "utf8");
        // An overloaded function is declared several times in one file.
        const names = new Set([...text.matchAll(declaration)].map(([, name = ""]) => name));
        return [...names].map((name) => ({ name, file: join(room, file) }));
      }),
  );
  const twice = [...group(exported, ({ name }) => name)]
    .filter(([name, all]) => all.length > 1 && !sameOnPurpose.has(name))
    .map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(", ")}`);
  expect(exported.length).toBeGreaterThan(500);
  expect(twice).toEqual([]);
});
