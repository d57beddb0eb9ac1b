import type { Loaded } from "../harness/configuration/load.ts";
import { targetText } from "../reporters/target-text.ts";
import { visibleLine } from "../reporters/visible.ts";
import type { Output } from "./output.ts";
import { reportedTarget } from "./reported-target.ts";

/** Says what will be judged, and by which configuration file, before anything is sent. */
export function sayTarget({ configuration, fileName }: Loaded, output: Output): void {
  output.note(`target: ${targetText(reportedTarget(configuration))}`);
  if (fileName !== null) output.note(`configuration: ${visibleLine(fileName)}`);
}
