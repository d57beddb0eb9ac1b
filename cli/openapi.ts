import { Argument, type Command, Option } from "commander";
import { dump } from "js-yaml";
import { bundleContract } from "../contracts/bundle.ts";
import { loadCatalogue } from "../contracts/load.ts";
import { defaultVersion, type Surface, surfaces } from "../contracts/vocabulary.ts";
import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import type { Output } from "./output.ts";

/** `openapi SURFACE VERSION`: the contract as one document. */
export function openapiCommand(program: Command, output: Output): void {
  program
    .command("openapi")
    .description("the contract of a surface at a version as one OpenAPI 3.1 document")
    .addArgument(new Argument("<surface>", "surface of the service").choices(surfaces))
    .argument("<version>", "a date, or latest")
    .addOption(
      new Option("--format <format>", "output format").choices(["yaml", "json"]).default("json"),
    )
    .action(async (surface: Surface, version: string, { format }: { format: "yaml" | "json" }) => {
      const { operations } = loadCatalogue();
      const dates = operations.filter((one) => one.surface === surface).map((one) => one.version);
      const valid = [...new Set(dates)].sort().reverse();
      if (version !== "latest" && !valid.includes(version)) {
        const hint = suggestion(version, ["latest", ...valid]);
        throw new UsageError(
          `the ${surface} surface has no version ${JSON.stringify(version)}`,
          hint,
        );
      }
      const date = version === "latest" ? defaultVersion : version;
      const document = await bundleContract(surface, date);
      output.result(
        format === "json" ? JSON.stringify(document, null, 2) : dump(document, { noRefs: true }),
      );
    });
}
