import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { refuseSetAside } from "../../run/refuse-set-aside.ts";
import type { Output } from "../output/output.ts";

const page = "report.html";

/**
 * Opens the page of a report folder, or says where it is.
 * @throws UsageError if there is none
 */
export function show(directory: string, output: Output): void {
  const file = resolve(directory, page);
  refuseSetAside(directory, process.cwd(), page);
  if (!existsSync(file)) {
    throw new UsageError(
      `there is no ${visibleLine(join(directory, page))}`,
      "Give the folder that a run has written with --out.",
    );
  }
  const url = pathToFileURL(file).href;
  const [program = "", ...words] = openerOf(process.platform, process.env) ?? [];
  output.result(`${visibleLine(relative(process.cwd(), file))}\n${url}`);
  if (program !== "") open(program, [...words, url], output);
}

/**
 * The command that opens a URL in a browser; null where nobody would see it: in CI, on another machine, and
 * without a screen. `BROWSER` names another one, as for other tools.
 */
export function openerOf(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly string[] | null {
  const {
    BROWSER = "",
    CI = "",
    SSH_CONNECTION = "",
    DISPLAY = "",
    WAYLAND_DISPLAY = "",
  } = environment;
  if (CI !== "" && CI !== "false") return null;
  if (BROWSER !== "") return [BROWSER];
  if (SSH_CONNECTION !== "") return null;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["explorer.exe"];
  return DISPLAY === "" && WAYLAND_DISPLAY === "" ? null : ["xdg-open"];
}

/** Does not wait for the browser. */
function open(program: string, words: readonly string[], output: Output): void {
  const child = spawn(program, words, { detached: true, stdio: "ignore" });
  child.on("error", () => output.note(`can't start ${visibleLine(program)}: open the URL above`));
  child.unref();
}
