import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = [".", "docs", "examples"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

test.for(documents)("every link of %s leads to a file", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const missing = targets.filter(
    (target) =>
      !/^([a-z]+:|#)/i.test(target) &&
      !existsSync(join(root, dirname(document), target.replace(/#.*$/, ""))),
  );
  expect(missing).toEqual([]);
});

/** Sources are named rather than linked: `harness/exchanges/curl.ts`. */
test.for(documents)("every source that %s names is there", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const rooms = readdirSync(root).filter((name) => /^[a-z]+$/.test(name) && name !== "dist");
  const paths = [...text.matchAll(/`([a-z]+\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  const missing = paths.filter(
    (path) =>
      rooms.includes(path.split("/")[0] ?? "") &&
      !path.endsWith(".md") &&
      !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});
