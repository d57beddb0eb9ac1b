import { type Command, Option } from "commander";
import type { InitFlags } from "../actions/init.ts";
import { collectOption } from "../options/collect-option.ts";
import type { Output } from "../output/output.ts";

/** `init`: writes a configuration file to start from. */
export function initCommand(program: Command, output: Output): void {
  program
    .command("init")
    .description("write a commented configuration file")
    .argument("[file]", "path of the file (news-conformance.config.yaml)")
    .option(
      "--openapi <file...>",
      "OpenAPI descriptions of the server (files or URLs) with its base URLs and parameter names",
      collectOption,
    )
    .option("--openapi-aggregator <file>", "the same for the aggregator surface")
    .option("--openapi-news <file>", "the same for the news surface")
    .addOption(
      new Option(
        "--format <format>",
        "file format; only YAML has comments (from the file name, or yaml)",
      ).choices(["yaml", "json"]),
    )
    .option("--force", "overwrite an existing file")
    .action(async (file: string | undefined, flags: InitFlags) => {
      const { init } = await import("../actions/init.ts");
      await init(file, flags, output);
    });
}
