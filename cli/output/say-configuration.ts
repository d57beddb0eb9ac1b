import type { Loaded } from "../../harness/configuration/load.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import type { Output } from "./output.ts";

/** Prints the name of the configuration file, if there is one, and which parts of it do not apply. */
export function sayConfiguration({ configuration, fileName }: Loaded, output: Output): void {
  if (fileName === null) return;
  const unused = configuration.embedded
    ? ", without its surfaces, waivers and exclusions, which do not apply to the reference server"
    : "";
  output.note(`configuration: ${visibleLine(fileName)}${unused}`);
}
