import type { Command } from "commander";
import { defaultOutputDirectory } from "../../harness/settings/defaults.ts";
import type { Output } from "../output/output.ts";

/** `verify`: whether the reports of a folder follow from its recorded exchanges. Sends nothing. */
export function verifyCommand(program: Command, output: Output): void {
  program
    .command("verify")
    .description("verify a report folder from its recorded exchanges; sends nothing")
    .argument("[dir]", "folder of the report", defaultOutputDirectory)
    .addHelpText(
      "after",
      "\nExit codes: 0 the reports match the recorded exchanges, 1 they do not, 2 it cannot be determined.",
    )
    .action(async (directory: string) => {
      const { verify } = await import("../actions/verify.ts");
      process.exitCode = await verify(directory, output);
    });
}
