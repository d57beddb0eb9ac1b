import { expect, test } from "vitest";
import schema from "../../harness/configuration/schema.json" with { type: "json" };
import { configurationReference } from "./configuration-reference.ts";

/** `npm run docs:configuration` writes it anew. */
test("docs/configuration.md is made from the schema as it is", async () => {
  await expect(configurationReference(schema)).toMatchFileSnapshot("../../docs/configuration.md");
});

test("has every member that the schema describes", () => {
  const written = configurationReference(schema);
  const membersOf = (node: unknown): readonly string[] =>
    typeof node !== "object" || node === null
      ? []
      : Object.entries(node).flatMap(([name, inner]) =>
          name === "properties"
            ? [...Object.keys(inner), ...Object.values(inner).flatMap(membersOf)]
            : membersOf(inner),
        );
  const members = membersOf(schema);
  expect(members).toContain("keyEnv");
  expect(members.filter((name) => !written.includes(`| \`${name}\` |`))).toEqual([]);
});
