import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { loadRegister } from "../contracts/load.ts";
import { reportHtml } from "../reporters/formats/html/page.tsx";
import { terminalPage } from "../reporters/formats/terminal.ts";
import { reportView } from "../reporters/model/report-view.ts";
import { faultyReport } from "./faulty-report.ts";
import { terminalSvg } from "./terminal-svg.ts";

/** Draws the pictures of the README from a run: the terminal, and the page in light and dark. */
const folder = join(process.cwd(), "docs/pictures");
const columns = 84;

mkdirSync(folder, { recursive: true });
const report = await faultyReport([
  "related-topic-without-id",
  "limit-clamped",
  "default-stays-behind",
]);
const view = reportView(report, loadRegister());

const parts = terminalPage({
  view,
  width: columns,
  color: true,
  reportFolder: "conformance-report",
});
const card = parts.filter(({ fold }) => fold === "envelope.related-topics");
const lastScreen = parts.slice(-3);
const text = [...card, ...lastScreen].map((part) => part.text).join("\n\n");
writeFileSync(join(folder, "terminal.svg"), terminalSvg(text, columns));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 900 } });
    await page.setContent(reportHtml(view));
    await page.screenshot({ path: join(folder, `page-${colorScheme}.png`) });
  }
} finally {
  await browser.close();
}
