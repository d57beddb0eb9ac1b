import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { labels } from "../../reporters/text/card-parts.ts";
import { terminalSvg } from "../../tools/terminal-svg.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const pictures = [...readme.matchAll(/(?:\(|src="|srcset=")(docs\/pictures\/[\w.-]+)/g)].map(
  ([, file = ""]) => file,
);

test("the pictures of the README are there, and small", () => {
  expect(pictures).toHaveLength(3);
  for (const file of pictures) {
    expect(existsSync(join(root, file))).toBe(true);
    expect(statSync(join(root, file)).size).toBeLessThan(150_000);
  }
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
