import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

/** A browser that asks nobody but the page for anything. */
export function launch(): Promise<Browser> {
  const browserPath = inject("browserPath");
  if (browserPath === null)
    throw new Error("there is no Chromium: install it, or set CHROMIUM to its path");
  return chromium.launch({
    executablePath: browserPath,
    args: [
      // Whoever tests in a container is root there, where Chromium's own sandbox does not work.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/** A page with everything that it did which it should not do. */
export interface Opened {
  readonly page: Page;
  /** Requests other than for the page itself, messages of the console, errors, dialogs. */
  readonly misdeeds: readonly string[];
}

/** Opens a page as a file, as somebody would who has downloaded it. */
export async function withPage<T>(
  browser: Browser,
  html: string,
  use: (opened: Opened) => Promise<T>,
  options: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const file = join(folder, "report.html");
  writeFileSync(file, html);
  const { hash = "", ...contextOptions } = options;
  const context = await browser.newContext(contextOptions);
  try {
    const page = await context.newPage();
    const misdeeds: string[] = [];
    const url = pathToFileURL(file).href;
    page.on("request", (request) => {
      const asked = request.url();
      if (asked.split("#")[0] !== url && !asked.startsWith("data:"))
        misdeeds.push(`asked for ${asked}`);
    });
    page.on("console", (message) => misdeeds.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => misdeeds.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      misdeeds.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(url + hash);
    return await use({ page, misdeeds });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}
