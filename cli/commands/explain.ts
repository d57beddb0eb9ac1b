import type { Command } from "commander";
import type { Output } from "../output/output.ts";

/** `explain ID`: one requirement, with what is sent for it; several in a few lines each. */
export function explainCommand(program: Command, output: Output): void {
  program
    .command("explain")
    .description("explain a requirement: statement, clause, requests, expected response, impact")
    .argument(
      "<id>",
      "id of the requirement; a pattern with * prints the statements of all that match",
    )
    .action(async (id: string) => {
      const { explainMatching } = await import("../actions/explain.ts");
      output.result(explainMatching(id, output));
    });
}
