import { expect, test } from "vitest";
import { exportedSchemas } from "../../contracts/exported-schemas.ts";
import { command } from "./command.ts";

const schemas = exportedSchemas();

test("schemas lists every schema, in text and in JSON", async () => {
  const text = await command(["schemas"], { cwd: "." });
  const json = await command(["schemas", "--format", "json"], { cwd: "." });
  expect([text.code, json.code]).toEqual([0, 0]);
  expect(
    text.stdout
      .trim()
      .split("\n")
      .map((line) => line.split("  ")[0]?.trim()),
  ).toEqual(schemas.map(({ name }) => name));
  expect(JSON.parse(json.stdout)).toEqual({
    schemaVersion: 1,
    schemas: schemas.map(({ name, title, schema }) => ({
      name,
      title,
      id: schema.$id,
      module: `news-conformance/contracts/${name}.json`,
    })),
  });
});

test("schemas NAME prints that one", async () => {
  const { code, stdout } = await command(["schemas", "errors/legacy"], { cwd: "." });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(schemas.find(({ name }) => name === "errors/legacy")?.schema);
});

test("an unknown name is refused with the nearest one", async () => {
  const { code, stdout, stderr } = await command(["schemas", "error/legacy"], { cwd: "." });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("errors/legacy");
});
