import { Argument, type Command, Option } from "commander";
import { dump } from "js-yaml";
import { bundleContract } from "../contracts/bundle.ts";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import { defaultVersion, type Surface, surfaces, type Version } from "../contracts/vocabulary.ts";
import { parseBaseUrl } from "../harness/configuration/base-url.ts";
import { readConfigurationFile } from "../harness/configuration/file.ts";
import type { FileSurface } from "../harness/configuration/file-types.ts";
import { knownNames } from "../harness/configuration/known.ts";
import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { validateFile } from "../harness/configuration/validate.ts";
import type { Output } from "./output.ts";

interface OpenapiFlags {
  readonly config?: string;
  readonly format: "yaml" | "json";
}

/** `openapi SURFACE VERSION`: the contract as one document. */
export function openapiCommand(program: Command, output: Output): void {
  program
    .command("openapi")
    .description("the contract of a surface at a version as one OpenAPI 3.1 document")
    .addArgument(new Argument("<surface>", "surface of the service").choices(surfaces))
    .argument("<version>", "a date, or latest")
    .option("--config <file>", "configuration file with a server's base URL and parameter names")
    .addOption(
      new Option("--format <format>", "output format").choices(["yaml", "json"]).default("json"),
    )
    .action(async (surface: Surface, version: string, { config, format }: OpenapiFlags) => {
      const catalogue = loadCatalogue();
      const own = catalogue.operations.filter((one) => one.surface === surface);
      const valid = [...new Set(own.map((one) => one.version))].sort().reverse();
      if (version !== "latest" && !valid.includes(version)) {
        const hint = suggestion(version, ["latest", ...valid]);
        throw new UsageError(
          `the ${surface} surface has no version ${JSON.stringify(version)}`,
          hint,
        );
      }
      const configured = config === undefined ? {} : configuredSurface(config, surface);
      const { baseUrl, parameters = {} } = configured;
      const date = version === "latest" ? catalogue.latest(surface) : version;
      const document = await bundleContract(
        surface,
        version === "latest" ? defaultVersion : version,
        {
          nameOf: (group, role) => nameAt(parameters[group]?.[role], date),
          ...(baseUrl === undefined
            ? {}
            : { baseUrl: parseBaseUrl(baseUrl, `${config}: surfaces.${surface}.baseUrl`) }),
        },
      );
      output.result(
        format === "json" ? JSON.stringify(document, null, 2) : dump(document, { noRefs: true }),
      );
    });
}

/** @throws UsageError if the file can't be used */
function configuredSurface(name: string, surface: Surface): FileSurface {
  const file = readConfigurationFile(process.cwd(), name);
  if (file === null) return {};
  const known = knownNames(loadCatalogue(), loadRegister());
  return validateFile(file, known).surfaces?.[surface] ?? {};
}

type ConfiguredName = NonNullable<FileSurface["parameters"]>[string][string];

/** A name for some versions says that the others have no such parameter, as in a run. */
function nameAt(name: ConfiguredName | undefined, date: Version): string | null | undefined {
  return typeof name === "object" && name !== null ? (name[date] ?? null) : name;
}
