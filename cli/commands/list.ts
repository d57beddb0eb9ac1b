import { type Command, Option } from "commander";
import type { Output } from "../output/output.ts";

/** `list`: the register, with the cells in which each requirement is judged. */
export function listCommand(program: Command, output: Output): void {
  program
    .command("list")
    .description("list the requirements of the register, with levels, clauses and cells")
    .argument("[pattern...]", "ids of requirements, with *; without it, all")
    .addOption(
      new Option("--format <format>", "output format").choices(["text", "json"]).default("text"),
    )
    .action(async (patterns: readonly string[], { format }: { format: "text" | "json" }) => {
      const { listRequirements } = await import("../actions/list.ts");
      output.result(listRequirements(patterns, format, output));
    });
}
