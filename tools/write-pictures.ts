import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { loadRegister } from "../contracts/load.ts";
import { annotationsOf } from "../reporters/formats/annotations.ts";
import { githubComment } from "../reporters/formats/github-comment.ts";
import { reportHtml } from "../reporters/formats/html/page.tsx";
import { junitXml } from "../reporters/formats/junit.ts";
import { reportMarkdown } from "../reporters/formats/markdown.ts";
import { terminalPage } from "../reporters/formats/terminal.ts";
import { reportView } from "../reporters/view/report-view.ts";
import { faultyReport } from "./faulty-report.ts";
import { terminalSvg } from "./terminal-svg.ts";
import { githubAnnotations, githubMarkdown, githubPage } from "./viewers/github-page.tsx";
import { gitlabCases, gitlabWidget } from "./viewers/gitlab.ts";
import { gitlabPage } from "./viewers/gitlab-page.tsx";
import { jenkinsCases } from "./viewers/jenkins.ts";
import { jenkinsPage } from "./viewers/jenkins-page.tsx";

/**
 * Draws the pictures of the README and of docs/pipelines.md from a run: the terminal, the page in light and dark,
 * and what GitHub, GitLab and Jenkins make of its files. The arguments are faults of the reference server to take
 * instead of the usual ones; `PICTURES` is another folder.
 */
const folder = process.env.PICTURES ?? join(process.cwd(), "docs/pictures");
const columns = 84;
const usualFaults = ["related-topic-without-id", "limit-clamped", "default-stays-behind"];
const chosen = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
const register = loadRegister();
const report = await faultyReport(chosen.length === 0 ? usualFaults : chosen);
const view = reportView(report, register);

const parts = terminalPage({
  view,
  width: columns,
  color: true,
  reportFolder: "conformance-report",
});
const ids = new Set(view.broken.map(({ requirement }) => requirement));
const [shortestCard] = parts
  .filter(({ fold }) => fold !== null && ids.has(fold))
  .map((part) => part.text)
  .sort((a, b) => a.length - b.length);
const lastScreen = parts.slice(-3).map((part) => part.text);
const text = [shortestCard ?? "", ...lastScreen].join("\n\n");
writeFileSync(join(folder, "terminal.svg"), terminalSvg(text, columns));

const themes = ["light", "dark"] as const;
const summary = reportMarkdown(view) ?? "";
const junit = junitXml(report, register);

/** A page with the size of its picture; without a height it is as high as its content. */
interface Picture {
  readonly name: string;
  readonly html: string;
  readonly theme?: "light" | "dark";
  readonly width: number;
  readonly height?: number;
}

const pictures: readonly Picture[] = [
  ...themes.flatMap((theme): readonly Picture[] => [
    { name: `page-${theme}`, html: reportHtml(view), theme, width: 1100, height: 900 },
    {
      name: `github-summary-${theme}`,
      html: githubPage(
        [githubAnnotations(annotationsOf(view)), githubMarkdown("conformance summary", summary)],
        theme,
      ),
      theme,
      width: 1000,
      height: 1600,
    },
    {
      name: `github-comment-${theme}`,
      html: githubPage(
        [githubMarkdown("github-actions bot commented", githubComment(view))],
        theme,
      ),
      theme,
      width: 900,
    },
  ]),
  { name: "jenkins", html: jenkinsPage(jenkinsCases(junit)), width: 1000, height: 1150 },
  {
    name: "gitlab",
    html: gitlabPage(gitlabWidget(gitlabCases(junit)), "conformance"),
    width: 900,
    height: 1000,
  },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const picture of pictures) await draw(browser, picture);
} finally {
  await browser.close();
}

async function draw(
  drawer: Browser,
  { name, html, theme = "light", width, height }: Picture,
): Promise<void> {
  const viewport = { width, height: height ?? 200 };
  const page = await drawer.newPage({ colorScheme: theme, viewport });
  await page.setContent(html);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: height === undefined });
  await page.close();
}
