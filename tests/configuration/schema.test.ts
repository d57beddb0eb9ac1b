import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import schema from "../../harness/configuration/schema.json" with { type: "json" };

test("the roles that can be configured are those of the contracts", () => {
  const configurable = Object.entries(schema.properties.surfaces.properties).flatMap(
    ([surface, { properties }]) =>
      Object.entries(properties.parameters.properties).flatMap(([group, { properties: roles }]) =>
        Object.keys(roles).map((role) => `${surface}.${group}.${role}`),
      ),
  );
  const inContracts = loadCatalogue().operations.flatMap(({ surface, roleGroup, roles }) =>
    roles.map(({ role }) => `${surface}.${roleGroup}.${role}`),
  );
  expect(configurable.sort()).toEqual([...new Set(inContracts)].sort());
});

/** Every member of every object in a schema that has no description of its own or by reference. */
function undescribed(node: unknown, path: string): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) => {
    if (name !== "properties") return undescribed(inner, `${path}/${name}`);
    return Object.entries(inner).flatMap(([member, described]) => {
      const own = typeof described === "object" && described !== null ? described : {};
      const fine = "description" in own || "$ref" in own;
      const here = fine ? [] : [`${path}/${member}`];
      return [...here, ...undescribed(described, `${path}/${member}`)];
    });
  });
}

test("every member is described, for editors", () => {
  expect(undescribed(schema, "")).toEqual([]);
});
