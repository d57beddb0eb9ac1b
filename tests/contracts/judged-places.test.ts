import { expect, test } from "vitest";
import { openContractFiles } from "../../contracts/contract-files.ts";
import { judgedPlaces } from "../../contracts/judged-places.ts";
import { readOwnership } from "../../contracts/ownership.ts";
import { temporaryFolder, writeYaml } from "./folder.ts";

function judgedIn(root: unknown, other: unknown = {}): ReturnType<typeof judgedPlaces> {
  const folder = temporaryFolder();
  writeYaml(folder, "a/root.yaml", root);
  writeYaml(folder, "a/other.yaml", other);
  const files = openContractFiles(folder);
  return judgedPlaces(files, "a/root.yaml", readOwnership(files, "a/root.yaml"));
}

function placesIn(root: unknown, other: unknown = {}): Readonly<Record<string, readonly string[]>> {
  const text = [...judgedIn(root, other)].map(([owner, found]) => [
    owner,
    found.map(({ path, entries, kind }) =>
      [`/${path.join("/")}`, ...(entries ? ["*"] : []), ...(kind === null ? [] : [kind])].join(" "),
    ),
  ]);
  return Object.fromEntries(text);
}

test("a part of a schema judges the value for which it stands, also behind a reference", () => {
  const root = {
    type: "object",
    "x-requirement": { required: "members", "*": "types" },
    required: ["metadata"],
    properties: { metadata: { $ref: "./other.yaml" } },
  };
  const id = { type: "string", format: "uuid", "x-requirement": { format: "uuid", "*": "types" } };
  const metadata = { type: "object", properties: { id } };
  expect(placesIn(root, metadata)).toEqual({
    types: ["/", "/metadata", "/metadata/id"],
    members: ["/"],
    uuid: ["/metadata/id"],
  });
});

test("what is below the entries of a list needs no more than an entry", () => {
  const code = { type: "string", "x-requirement": "code" };
  const entry = { type: "object", "x-requirement": "entry", properties: { code } };
  const root = {
    "x-requirement": "list",
    properties: { countries: { type: "array", items: entry } },
  };
  expect(placesIn(root)).toEqual({
    list: ["/countries"],
    entry: ["/countries *"],
    code: ["/countries *"],
  });
});

test("a branch for one type of entries judges only those", () => {
  const article = {
    type: "object",
    "x-requirement": "article",
    properties: { type: { const: "article" }, source: { type: "object" } },
  };
  const root = {
    "x-requirement": "list",
    properties: {
      news: {
        items: {
          "x-requirement": "kind",
          properties: { type: { type: "string" } },
          oneOf: [{ $ref: "./other.yaml" }, { type: "object", properties: {} }],
        },
      },
    },
  };
  expect(placesIn(root, article)).toEqual({
    kind: ["/news *"],
    article: ["/news * article"],
  });
});

test("a member is optional if its object need not have it", () => {
  const metadata = {
    required: ["id"],
    properties: { id: { type: "string" }, note: { type: "string" } },
  };
  const root = {
    "x-requirement": "types",
    required: ["metadata"],
    properties: { metadata: { $ref: "./other.yaml" }, list: { items: metadata } },
  };
  const places = judgedIn(root, { "x-requirement": "metadata", ...metadata }).get("metadata");
  expect(places?.map(({ path, optional }) => [path.join("."), optional])).toEqual([
    ["metadata", false],
    ["metadata.id", false],
    ["metadata.note", true],
  ]);
});
