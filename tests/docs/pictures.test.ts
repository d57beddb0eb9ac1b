import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { labels } from "../../reporters/view/card-parts.ts";
import { terminalSvg } from "../../tools/terminal-svg.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Pictures that a page shows, as paths from the root. */
function picturesOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/(?:\]\(|src="|srcset=")((?:docs\/)?pictures\/[\w.-]+)/g)].map(
    ([, file = ""]) => join(dirname(page), file),
  );
}

test.for([
  ["README.md", 3, 150_000],
  ["docs/pipelines.md", 6, 300_000],
] as const)("the pictures of %s are there, and small", ([page, count, mostBytes]) => {
  const pictures = picturesOf(page);
  expect(pictures).toHaveLength(count);
  for (const file of pictures) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(statSync(join(root, file)).size, file).toBeLessThan(mostBytes);
  }
});

test("every picture is shown somewhere", () => {
  const shown = new Set([...picturesOf("README.md"), ...picturesOf("docs/pipelines.md")]);
  const kept = readdirSync(join(root, "docs/pictures")).map((file) => `docs/pictures/${file}`);
  expect(kept.sort()).toEqual([...shown].sort());
});

test("the terminal's picture shows what cards say now (npm run docs:pictures makes it again)", () => {
  const svg = readFileSync(join(root, "docs/pictures/terminal.svg"), "utf8");
  for (const label of [labels.where, labels.reproduce, labels.impact, labels.specification]) {
    expect(svg).toContain(`${label}:`);
  }
  expect(svg).toContain("report: conformance-report/report.html");
});

test("a picture of a terminal has its text, colours and nothing that acts", () => {
  const svg = terminalSvg("\u001b[1m\u001b[31m✘ a <b>\u001b[39m\u001b[22m & c\n\nend", 20);
  expect(svg).toContain('fill="#ff8b85" font-weight="700">✘ a &lt;b></tspan>');
  expect(svg).toContain("> &amp; c</tspan>");
  expect(svg).not.toContain("\u001b");
});
