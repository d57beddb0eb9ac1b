import { describe, expect, test } from "vitest";
import { badgeJson, badgeOf, badgeSvg } from "../../reporters/formats/badge.ts";
import type { Report } from "../../reporters/model/report.ts";
import { targetText } from "../../reporters/text/target-text.ts";
import { childrenNamed, parseXml } from "../../tools/viewers/xml.ts";
import { report, result } from "./fixtures.ts";

const failed = [result({ outcome: "fail", message: "no" })];
const skipped = [result({ outcome: "skip", message: "no name" })];
const waivers = [
  { requirement: "auth.missing-key-refused", reason: "ticket 1", until: "2027-01-01" },
];
const aggregator = "https://staging.example/headlines";
const news = "https://staging.example/news";

const badges: readonly [string, Report, string, string, string][] = [
  ["conformant", report([result()]), "conformance", "conformant", "brightgreen"],
  ["broken", report(failed), "conformance", "non-conformant", "red"],
  ["incomplete", report(skipped), "conformance", "incomplete", "yellow"],
  ["interrupted", report([result()], { interrupted: true }), "conformance", "incomplete", "yellow"],
  [
    "partial",
    report([result()], { partial: true }),
    "conformance",
    "partial, certifies nothing",
    "lightgrey",
  ],
  [
    "partial and incomplete",
    report(skipped, { partial: true }),
    "conformance",
    "partial, certifies nothing",
    "lightgrey",
  ],
  ["partial and broken", report(failed, { partial: true }), "conformance", "non-conformant", "red"],
  ["waived", report(failed, { waivers }), "conformance", "conformant, 1 waived", "brightgreen"],
  [
    "one surface",
    report([result()], { target: { aggregator, news: null, embedded: false } }),
    "aggregator conformance",
    "conformant",
    "brightgreen",
  ],
  [
    "embedded",
    report([result()], { target: { aggregator, news, embedded: true } }),
    "conformance of the reference server",
    "conformant",
    "brightgreen",
  ],
];

describe("a badge", () => {
  test.for(badges)("%s", ([, written, label, message, color]) => {
    expect(badgeOf(written)).toEqual({ label, message, color });
  });

  test.for(badges)("for shields.io: %s", ([, written, label, message, color]) => {
    expect(JSON.parse(badgeJson(written))).toEqual({
      schemaVersion: 1,
      label,
      message,
      color,
      isError: color !== "brightgreen",
    });
  });

  test.for(badges)("as a picture: %s", ([, written, label, message]) => {
    const svg = parseXml(badgeSvg(written));
    expect(svg.attributes).toMatchObject({ role: "img", "aria-label": `${label}: ${message}` });
    const target = written.target.embedded ? "" : ` (${targetText(written.target)})`;
    expect(childrenNamed(svg, "title")[0]?.text).toBe(`${label}: ${message}${target}`);
    const texts = childrenNamed(childrenNamed(svg, "g")[1], "text");
    expect(texts.map(({ text }) => text)).toEqual([label, message]);
    const [left, right] = childrenNamed(childrenNamed(svg, "g")[0], "rect");
    const widths = [left, right].map((one) => Number(one?.attributes.width));
    expect(widths.reduce((sum, one) => sum + one, 0)).toBe(Number(svg.attributes.width));
    for (const [index, { attributes }] of texts.entries()) {
      expect(Number(attributes.textLength)).toBeLessThan(widths[index] ?? 0);
    }
  });

  test("an address can't break out of the title", () => {
    const news = "https://x.example/'\"><script>&";
    const svg = badgeSvg(
      report([result()], { target: { aggregator: null, news, embedded: false } }),
    );
    expect(svg).not.toContain("<script>");
    expect(childrenNamed(parseXml(svg), "title")[0]?.text).toContain(news);
  });

  test("white text has a contrast of at least 4.5 on every colour", () => {
    const channel = (value: number) =>
      value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    for (const [, written] of badges) {
      for (const [, hex = ""] of badgeSvg(written).matchAll(/fill="#([0-9a-f]{6})"/g)) {
        const [r = 0, g = 0, b = 0] = (hex.match(/../g) ?? []).map((part) =>
          channel(Number.parseInt(part, 16) / 255),
        );
        expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)).toBeGreaterThan(4.5);
      }
    }
  });
});
