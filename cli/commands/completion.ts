import { Argument, type Command } from "commander";
import type { Shell } from "../actions/completion.ts";
import type { Output } from "../output/output.ts";

const shells: readonly Shell[] = ["bash", "zsh", "fish"];

/** `completion SHELL`: a script that completes the command line in a shell. */
export function completionCommand(program: Command, output: Output): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and names in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      "\nTo use it, for example in ~/.bashrc or ~/.zshrc:  source <(news-conformance completion bash)\n" +
        "In ~/.config/fish/config.fish:  news-conformance completion fish | source",
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import("../actions/completion.ts");
      output.result(completionScript(shell, program));
    });
}
