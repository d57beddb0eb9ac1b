import { satisfies } from "semver";
import { expect, test } from "vitest";
import { productionTree } from "./install-package.ts";

const tree = productionTree();

test("there is a tree to judge, and nothing is in it twice", () => {
  const names = tree.map(([path]) => path.slice(path.lastIndexOf("node_modules/")));
  expect(names).toContain("node_modules/ajv");
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.for(["20.19.0", "22.0.0", "22.99.0", "24.0.0", "24.99.0"])(
  "everything that a consumer installs accepts Node %s",
  (node) => {
    const refusing = tree.filter(([, { engines }]) => !satisfies(node, engines?.node ?? "*"));
    expect(refusing.map(([path]) => path)).toEqual([]);
  },
);

test("nothing that a consumer installs is deprecated or runs a script of its own", () => {
  const bad = tree.filter(([, entry]) => entry.deprecated ?? entry.hasInstallScript);
  expect(bad.map(([path]) => path)).toEqual([]);
});
