import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { loadRegister } from "../contracts/load.ts";
import { faults } from "../reference/faults/index.ts";
import { reportHtml } from "../reporters/formats/html/page.tsx";
import type { Report, ReportResult } from "../reporters/model/report.ts";
import { reportView } from "../reporters/view/report-view.ts";
import { faultyReport } from "../tools/faulty-report.ts";

/**
 * Prints, for the page of a run against a server with every ninth fault, and for that of a run in which every check
 * failed: its size, how soon it is interactive and, on a processor slowed down four times, the longest tasks of
 * scrolling through it, filtering and opening cards.
 */

const slowdown = 4;

/** What is measured, after what is not: looking for an element takes longer than what a click on it does. */
type Act = (page: Page) => Promise<() => Promise<void>>;

/** The durations in milliseconds of the tasks that block the page for 50 ms or more while something is done. */
async function longTasks(page: Page, act: Act): Promise<readonly number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: "longtask" });
  });
  const measured = await act(page);
  await page.waitForTimeout(1500);
  await page.evaluate("seen.length = 0");
  await measured();
  await page.waitForTimeout(1000);
  const seen: unknown = await page.evaluate("seen");
  return Array.isArray(seen) ? seen.map(Number) : [];
}

/** As somebody scrolls with a wheel, from one end to the other. */
const scroll: Act = async (page) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return async () => {
    for (let at = 0; at < height; at += 400) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(40);
    }
  };
};

function click(selector: string): Act {
  return async (page) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`${selector} is not shown`);
    return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
}

const typeText: Act = async (page) => {
  await page.locator("input[name=text]").focus();
  return () => page.keyboard.type("refused", { delay: 150 });
};

const filterByArea: Act = async (page) => {
  const area = await page.locator("select[name=area]").elementHandle();
  return async () => {
    await area?.evaluate((select) => {
      if (select instanceof HTMLSelectElement) select.value = "error";
      select.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
};

const clearFilter: Act = async (page) => {
  await (await filterByArea(page))();
  return click("#filters button[type=reset]")(page);
};

/** An act with all cards open. */
function withCardsOpen(act: Act): Act {
  return async (page) => {
    await page.evaluate(() => {
      for (const card of document.querySelectorAll("details.card")) card.setAttribute("open", "");
    });
    return act(page);
  };
}

const acts: Readonly<Record<string, Act>> = {
  scrolling: scroll,
  "scrolling with all cards open": withCardsOpen(scroll),
  "filtering by text": typeText,
  "filtering by a cell": click("a.mark.red"),
  "filtering by an area": filterByArea,
  "clearing the filter": clearFilter,
  "filtering by an area with all cards open": withCardsOpen(filterByArea),
  "clearing the filter with all cards open": withCardsOpen(clearFilter),
};

/** The report with every result turned into a failure, each requirement for a cause of its own. */
function everyCheckFailing(report: Report): Report {
  const results = report.results.map((result): ReportResult => {
    const { requirement, exchanges } = result;
    const [exchange = null] = exchanges;
    const finding = { path: `/${requirement}`, expected: "a string", actual: "absent", exchange };
    const message = `/${requirement}: expected a string, got absent`;
    return { ...result, outcome: "fail", status: "fail", red: true, message, findings: [finding] };
  });
  return { ...report, results };
}

const names = faults.filter((_, index) => index % 9 === 2).map(({ name }) => name);
const report = await faultyReport(names.filter((name) => !name.includes("dropped")));
const register = loadRegister();
const pages = {
  "every ninth fault": report,
  "every check failing": everyCheckFailing(report),
};
const folder = mkdtempSync(join(tmpdir(), "news-conformance-page-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const [name, shown] of Object.entries(pages)) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, reportHtml(reportView(shown, register)));
    console.log(`${name}:`);
    await measure(file);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(file: string): Promise<void> {
  const address = pathToFileURL(file).href;
  console.log(`  size: ${(statSync(file).size / 1e6).toFixed(2)} MB (aim: at most 1.5)`);
  const interactive: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await browser.newPage();
    await page.goto(address);
    interactive.push(
      await page.evaluate(() => {
        const [entry] = performance.getEntriesByType("navigation");
        return entry instanceof PerformanceNavigationTiming ? entry.domInteractive : Number.NaN;
      }),
    );
    await page.close();
  }
  interactive.sort((a, b) => a - b);
  const middle = Math.round(interactive[2] ?? Number.NaN);
  console.log(`  interactive after: ${middle} ms (aim: at most 500)`);
  for (const [name, act] of Object.entries(acts)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const longest = Math.max(0, ...(await longTasks(page, act)));
    const said =
      longest === 0 ? "no task of 50 ms or more" : `longest task ${Math.round(longest)} ms`;
    console.log(`  ${name}, ${slowdown} times slower: ${said} (aim: none over 50)`);
    await page.close();
  }
}
