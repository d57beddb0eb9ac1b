import { type Command, Option } from "commander";
import { exportedSchemas } from "../contracts/exported-schemas.ts";
import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import type { Output } from "./output.ts";

/** `schemas`: the JSON Schemas of bodies, which the package also has as files. */
export function schemasCommand(program: Command, output: Output): void {
  program
    .command("schemas")
    .description(
      "the JSON Schemas of all bodies, for other validators: their names, or one of them",
    )
    .argument(
      "[name]",
      "name of a schema, such as aggregator/2026-05-25/search; without it, a list",
    )
    .addOption(
      new Option("--format <format>", "output format of the list")
        .choices(["text", "json"])
        .default("text"),
    )
    .action((name: string | undefined, { format }: { format: "text" | "json" }) => {
      const schemas = exportedSchemas();
      if (name !== undefined) {
        const found = schemas.find((one) => one.name === name);
        if (found === undefined) {
          const known = schemas.map((one) => one.name);
          throw new UsageError(
            `there is no schema ${JSON.stringify(name)}`,
            suggestion(name, known),
          );
        }
        output.result(JSON.stringify(found.schema, null, 2));
        return;
      }
      const list = schemas.map(({ name, title, schema }) => ({
        name,
        title,
        id: schema.$id,
        module: `news-conformance/contracts/${name}.json`,
      }));
      const width = Math.max(...list.map((one) => one.name.length));
      output.result(
        format === "json"
          ? JSON.stringify({ schemaVersion: 1, schemas: list }, null, 2)
          : list.map((one) => `${one.name.padEnd(width)}  ${one.title}`).join("\n"),
      );
    });
}
