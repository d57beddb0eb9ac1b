import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { configurationNames } from "../harness/configuration/file.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { configurationTemplate } from "./configuration-template.ts";
import type { Output } from "./output.ts";

interface InitFlags {
  readonly format: "yaml" | "json";
  readonly force?: boolean;
}

/** `init`: writes a configuration file to start from. */
export function initCommand(program: Command, output: Output): void {
  program
    .command("init")
    .description("write a commented configuration file")
    .argument("[file]", "where to (news-conformance.config.yaml)")
    .addOption(
      new Option("--format <format>", "how; only YAML has comments")
        .choices(["yaml", "json"])
        .default("yaml"),
    )
    .option("--force", "overwrite a file that is there")
    .action((file: string | undefined, flags: InitFlags) => init(file, flags, output));
}

function init(file: string | undefined, { format, force }: InitFlags, output: Output): void {
  const name = file ?? `news-conformance.config.${format}`;
  const there = [name, ...(file === undefined ? configurationNames : [])].find((candidate) =>
    existsSync(resolve(candidate)),
  );
  if (there !== undefined && force !== true) {
    throw new UsageError(`${there} is there already`, `--force overwrites ${name}.`);
  }
  try {
    writeFileSync(resolve(name), configurationTemplate(format));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot write ${name} (${reason})`);
  }
  output.result(
    `Wrote ${name}. Set the base URLs and what your server calls its parameters, put the keys into\n` +
      "AGGREGATOR_API_KEY and NEWS_API_KEY, and see what a run would send: news-conformance plan",
  );
}
