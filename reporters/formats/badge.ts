import { surfaces } from "../../contracts/vocabulary.ts";
import type { Report } from "../model/report.ts";
import { targetText } from "../text/target-text.ts";

/** What a badge says: left part, right part, and the colour of the right part. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: "brightgreen" | "red" | "yellow" | "lightgrey";
}

const colors: Readonly<Record<Badge["color"], string>> = {
  brightgreen: "#2e7d1f",
  red: "#c0322b",
  yellow: "#8a6100",
  lightgrey: "#6b6b6b",
};

/**
 * The badge of a run. It claims no more than the run: it says if only one surface was judged, if the target was
 * the reference server, how many broken requirements are waived, and that a partial run certifies nothing, unless
 * something failed, which is true of the whole as well.
 */
export function badgeOf({ verdict, partial, target, counts }: Report): Badge {
  const tested = surfaces.filter((surface) => target[surface] !== null);
  const scope = tested.length === 1 ? `${tested[0]} conformance` : "conformance";
  const label = target.embedded ? `${scope} of the reference server` : scope;
  if (verdict === "non-conformant") return { label, message: verdict, color: "red" };
  if (partial) return { label, message: "partial, certifies nothing", color: "lightgrey" };
  if (verdict === "incomplete") return { label, message: verdict, color: "yellow" };
  const waived = counts.must.waived;
  const message = waived === 0 ? verdict : `${verdict}, ${waived} waived`;
  return { label, message, color: "brightgreen" };
}

/** For shields.io's endpoint badge. Only a conforming target may choose a colour of its own. */
export function badgeJson(report: Report): string {
  const { label, message, color } = badgeOf(report);
  const isError = color !== "brightgreen";
  return `${JSON.stringify({ schemaVersion: 1, label, message, color, isError }, null, 2)}\n`;
}

const height = 20;
const padding = 6;
/** Of Verdana at 11 pixels, on average; the text is fitted to the width that results. */
const characterWidth = 6.6;

/**
 * The badge as a picture in the flat style. It contains only our own words and numbers, so nothing has to be escaped;
 * its title names the target as well.
 */
export function badgeSvg(report: Report): string {
  const { label, message, color } = badgeOf(report);
  const left = widthOf(label);
  const right = widthOf(message);
  const width = left + right;
  const said = `${label}: ${message}`;
  // The label of the reference server's badge names it already.
  const target = report.target.embedded ? "" : ` (${targetText(report.target)})`;
  const title = xmlText(said + target);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${said}">
  <title>${title}</title>
  <clipPath id="round"><rect width="${width}" height="${height}" rx="3"/></clipPath>
  <g clip-path="url(#round)">
    <rect width="${left}" height="${height}" fill="#444"/>
    <rect x="${left}" width="${right}" height="${height}" fill="${colors[color]}"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
    ${textElement(label, left / 2, left)}
    ${textElement(message, left + right / 2, right)}
  </g>
</svg>
`;
}

function xmlText(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding;
}

function textElement(text: string, middle: number, width: number): string {
  return `<text x="${middle}" y="14" textLength="${width - 2 * padding}">${text}</text>`;
}
