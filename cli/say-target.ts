import type { Loaded } from "../harness/configuration/load.ts";
import { targetText } from "../reporters/text/target-text.ts";
import { visibleLine } from "../reporters/text/visible.ts";
import { reportedTarget } from "../run/reported-target.ts";
import type { Output } from "./output.ts";

/** Prints the target and the configuration file before anything is sent. */
export function sayTarget({ configuration, fileName }: Loaded, output: Output): void {
  output.note(`target: ${targetText(reportedTarget(configuration))}`);
  if (fileName !== null) output.note(`configuration: ${visibleLine(fileName)}`);
}
