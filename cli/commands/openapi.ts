import { Argument, type Command, Option } from "commander";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import type { OpenapiFlags } from "../actions/openapi.ts";
import type { Output } from "../output/output.ts";

/** `openapi SURFACE VERSION`: the contract as one document. */
export function openapiCommand(program: Command, output: Output): void {
  program
    .command("openapi")
    .description("print the contract of a surface at a version as one OpenAPI 3.1 document")
    .addArgument(new Argument("<surface>", "surface of the service").choices(surfaces))
    .argument("<version>", "a date, or latest")
    .option("--config <file>", "configuration file with a server's base URL and parameter names")
    .addOption(
      new Option("--format <format>", "output format").choices(["yaml", "json"]).default("json"),
    )
    .action(async (surface: Surface, version: string, flags: OpenapiFlags) => {
      const { contractText } = await import("../actions/openapi.ts");
      output.result(await contractText(surface, version, flags));
    });
}
