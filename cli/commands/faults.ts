import type { Command } from "commander";
import type { FaultsFlags } from "../actions/faults.ts";
import type { Output } from "../output/output.ts";

/** `faults`: the suite against every fault of the reference server. */
export function faultsCommand(program: Command, output: Output): void {
  program
    .command("faults")
    .description("run the suite against every fault of the reference server: the kill matrix")
    .option("--list", "list the faults and what each does; runs nothing")
    .option("--only <pattern...>", "names of faults or classes, or ids of requirements, with *")
    .option("--out <dir>", "folder for kill-matrix.json and kill-matrix.md", "conformance-report")
    .option("--quiet", "print no progress")
    .action(async (flags: FaultsFlags) => {
      const { listFaults, proveTeeth } = await import("../actions/faults.ts");
      if (flags.list === true) output.result(listFaults(flags, output));
      else process.exitCode = await proveTeeth(flags, output);
    });
}
