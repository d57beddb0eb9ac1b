import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openerOf } from "../../cli/actions/show.ts";
import { wantsLinks } from "../../cli/output/wants-links.ts";
import { command, inFolder } from "./command.ts";

function withPage(cwd: string, folder: string): string {
  mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, folder, "report.html"), "<p>");
  return pathToFileURL(join(cwd, folder, "report.html")).href;
}

test("in CI the page is named and not opened", async () => {
  await inFolder(async (cwd) => {
    const url = withPage(cwd, "conformance-report");
    const environment = { CI: "true", BROWSER: join(cwd, "browser") };
    const { code, stdout } = await command(["show"], { cwd, environment });
    expect(code).toBe(0);
    expect(stdout).toBe(`conformance-report/report.html\n${url}\n`);
  });
});

test("the browser that BROWSER names gets the URL", async () => {
  await inFolder(async (cwd) => {
    const url = withPage(cwd, "a folder");
    const browser = join(cwd, "browser");
    writeFileSync(browser, '#!/bin/sh\nprintf %s "$1" > opened.tmp && mv opened.tmp opened\n');
    chmodSync(browser, 0o755);
    const { code } = await command(["show", "a folder"], {
      cwd,
      environment: { BROWSER: browser },
    });
    expect(code).toBe(0);
    await expect.poll(() => existsSync(join(cwd, "opened")), { timeout: 20_000 }).toBe(true);
    expect(readFileSync(join(cwd, "opened"), "utf8")).toBe(url);
  });
});

test("without a page there is nothing to show", async () => {
  await inFolder(async (cwd) => {
    const { code, stderr } = await command(["show", "nowhere"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no nowhere/report.html");
    expect(stderr).toContain("--out");
  });
});

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, readonly string[] | null]>([
  ["linux", {}, null],
  ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
  ["linux", { DISPLAY: ":0", CI: "1" }, null],
  ["linux", { DISPLAY: ":0", CI: "false" }, ["xdg-open"]],
  ["linux", { DISPLAY: ":0", SSH_CONNECTION: "1 2 3 4" }, null],
  ["linux", { BROWSER: "firefox" }, ["firefox"]],
  ["darwin", {}, ["open"]],
  ["win32", {}, ["explorer.exe"]],
  ["darwin", { CI: "true", BROWSER: "firefox" }, null],
])("on %s with %j the page is opened with %j", (platform, environment, expected) => {
  expect(openerOf(platform, environment)).toEqual(expected);
});

test.each<[boolean, NodeJS.ProcessEnv, boolean]>([
  [true, {}, false],
  [true, { TERM_PROGRAM: "iTerm.app" }, true],
  [true, { TERM_PROGRAM: "Apple_Terminal" }, false],
  [true, { VTE_VERSION: "6003" }, true],
  [true, { VTE_VERSION: "4803" }, false],
  [true, { TERM: "xterm-kitty" }, true],
  [true, { WT_SESSION: "1" }, true],
  [true, { WT_SESSION: "1", TMUX: "/tmp/x" }, false],
  [true, { WT_SESSION: "1", CI: "true" }, false],
  [false, { WT_SESSION: "1" }, false],
  [false, { FORCE_HYPERLINK: "1" }, true],
  [true, { WT_SESSION: "1", FORCE_HYPERLINK: "0" }, false],
])("terminal %j with %j: links %j", (isTTY, environment, expected) => {
  expect(wantsLinks({ isTTY }, environment)).toBe(expected);
});
