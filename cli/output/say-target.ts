import type { Loaded } from "../../harness/configuration/load.ts";
import { targetText } from "../../reporters/text/target-text.ts";
import { reportedTarget } from "../../run/reported-target.ts";
import type { Output } from "./output.ts";
import { sayConfiguration } from "./say-configuration.ts";

/** Prints the target and the configuration file before anything is sent. */
export function sayTarget(loaded: Loaded, output: Output): void {
  output.note(`target: ${targetText(reportedTarget(loaded.configuration))}`);
  sayConfiguration(loaded, output);
}
