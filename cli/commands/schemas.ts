import { type Command, Option } from "commander";
import type { Output } from "../output/output.ts";

/** `schemas`: the JSON Schemas of bodies, which the package also has as files. */
export function schemasCommand(program: Command, output: Output): void {
  program
    .command("schemas")
    .description(
      "print the JSON Schemas of all bodies, for other validators: their names, or one of them",
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
    .action(async (name: string | undefined, { format }: { format: "text" | "json" }) => {
      const { schemaList, schemaText } = await import("../actions/schemas.ts");
      output.result(name === undefined ? schemaList(format) : schemaText(name));
    });
}
