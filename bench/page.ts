import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { loadRegister } from "../contracts/load.ts";
import { faults } from "../reference/faults/index.ts";
import { reportHtml } from "../reporters/formats/html/page.tsx";
import { reportView } from "../reporters/model/report-view.ts";
import { faultyReport } from "../tools/faulty-report.ts";

/**
 * Prints, for the page of a run against a server with every ninth fault: its size, how soon it is interactive and,
 * on a processor slowed down four times, the longest tasks of scrolling through it, filtering and opening cards.
 */

const slowdown = 4;

/** The durations in milliseconds of the tasks that block the page for 50 ms or more while something is done. */
async function longTasks(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: "longtask" });
  });
  await act();
  await page.waitForTimeout(1000);
  const seen: unknown = await page.evaluate("seen");
  return Array.isArray(seen) ? seen.map(Number) : [];
}

/** As somebody scrolls with a wheel, from one end to the other. */
async function scroll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let at = 0; at < height; at += 400) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(40);
  }
}

const acts: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  scrolling: scroll,
  "scrolling with all cards open": async (page) => {
    await page.evaluate(() => {
      for (const card of document.querySelectorAll("details.card")) card.setAttribute("open", "");
    });
    await page.waitForTimeout(1500);
    await page.evaluate("seen.length = 0");
    await scroll(page);
  },
  "filtering by text": (page) =>
    page.locator("input[name=text]").pressSequentially("refused", { delay: 150 }),
  "filtering by a cell": (page) => page.locator("a.mark.red").first().click(),
};

const names = faults.filter((_, index) => index % 9 === 2).map(({ name }) => name);
const report = await faultyReport(names.filter((name) => !name.includes("dropped")));
const html = reportHtml(reportView(report, loadRegister()));
const folder = mkdtempSync(join(tmpdir(), "news-conformance-page-"));
const file = join(folder, "report.html");
writeFileSync(file, html);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  console.log(`size: ${(Buffer.byteLength(html) / 1e6).toFixed(2)} MB (aim: at most 1.5)`);
  const interactive: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    interactive.push(
      await page.evaluate(() => {
        const [entry] = performance.getEntriesByType("navigation");
        return entry instanceof PerformanceNavigationTiming ? entry.domInteractive : Number.NaN;
      }),
    );
    await page.close();
  }
  interactive.sort((a, b) => a - b);
  console.log(
    `interactive after: ${Math.round(interactive[2] ?? Number.NaN)} ms (aim: at most 500)`,
  );
  for (const [name, act] of Object.entries(acts)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(file).href);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const tasks = await longTasks(page, () => act(page));
    const longest = Math.max(0, ...tasks);
    console.log(
      `${name}, ${slowdown} times slower: ${longest === 0 ? "no task of 50 ms or more" : `longest task ${Math.round(longest)} ms`} (aim: none over 50)`,
    );
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
