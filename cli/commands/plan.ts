import type { Command } from "commander";
import type { Flags } from "../../harness/configuration/flags.ts";
import { withRunOptions } from "../options/run-options.ts";
import type { Output } from "../output/output.ts";

/** `plan`: the requests that a run would send. Sends nothing. */
export function planCommand(program: Command, output: Output): void {
  withRunOptions(program.command("plan"))
    .description("show the requests that a run would send, and how many count against a quota")
    .action(async (flags: Flags) => {
      const { plan } = await import("../actions/plan.ts");
      await plan(flags, output);
    });
}
