import type { Command } from "commander";
import type { Output } from "../output/output.ts";

/** `show`: opens the page of a report folder, or says where it is. */
export function showCommand(program: Command, output: Output): void {
  program
    .command("show")
    .description("open the page of a report, or in CI say where it is")
    .argument("[dir]", "folder of the report", "conformance-report")
    .action(async (directory: string) => {
      const { show } = await import("../actions/show.ts");
      show(directory, output);
    });
}
