import { resolve } from "node:path";
import type { Command } from "commander";
import type { Output } from "../output/output.ts";

/** `board DIR…`: one page of many reports, with the page of each, in a folder that needs nothing else. */
export function boardCommand(program: Command, output: Output): void {
  program
    .command("board")
    .description(
      "make one page of many reports: servers, environments or nightly runs side by side",
    )
    .argument("<dir...>", "folders of reports")
    .option("--out <dir>", "folder for the board", "conformance-board")
    .action(async (folders: readonly string[], flags: { readonly out: string }) => {
      const { makeBoard } = await import("../actions/board.ts");
      output.result(await makeBoard(folders, resolve(flags.out)));
    });
}
