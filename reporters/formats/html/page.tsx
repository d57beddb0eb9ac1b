import { renderToString } from "preact-render-to-string";
import { targetText } from "../../text/target-text.ts";
import type { ReportView } from "../../view/report-view.ts";
import { asset, digestOf } from "./asset.ts";
import { cellMasks } from "./cell-masks.ts";
import { checksSection } from "./checks-section.tsx";
import { contractSection } from "./contract-section.tsx";
import { coverageSection, notTestedSection } from "./coverage-section.tsx";
import { descriptionsSection } from "./descriptions-section.tsx";
import { details } from "./detail.ts";
import {
  blockedSection,
  failuresSection,
  knownSection,
  unjudgedSection,
  waivedSection,
  warningsSection,
} from "./failures-section.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Head } from "./head-section.tsx";
import { latencySection } from "./latency-section.tsx";
import { matrixSection } from "./matrix-section.tsx";
import { type PageProps, type PageSection, SectionView } from "./section.tsx";

/** The sections in their order; a new one is one more entry. null if there is nothing to show. */
const sections: readonly ((props: PageProps) => PageSection | null)[] = [
  matrixSection,
  failuresSection,
  knownSection,
  warningsSection,
  waivedSection,
  blockedSection,
  unjudgedSection,
  descriptionsSection,
  contractSection,
  latencySection,
  coverageSection,
  notTestedSection,
  checksSection,
];

const colors = { conformant: "#1a7f37", "non-conformant": "#cf222e", incomplete: "#8250df" };

/** Shown where a filter leaves nothing. */
const nothingFits =
  '<p id="nothing" class="notice" role="status" hidden>Nothing matches this filter. <button type="reset" form="filters">Clear the filter</button></p>';

/** Bytes; what email clients and code reviews still show. */
export const largestPage = 1_500_000;

/**
 * The report as one self-contained page: it makes no request, and its policy allows none. Everything is readable
 * without the script, which only filters, opens and copies. The same report gives the same page, in as much detail as
 * fits into `largestPage`.
 */
export function reportHtml(view: ReportView): string {
  const poorest = details.at(-1);
  const masks = cellMasks(view.matrix);
  for (const detail of details) {
    const most = detail === poorest ? Number.POSITIVE_INFINITY : largestPage;
    const page = pageOf({ view, detail, masks }, most);
    if (page !== null) return page;
  }
  throw new Error("no level of detail makes the page small enough");
}

/** @returns null if the page has more bytes than `most`, which is often known long before all of it is made */
function pageOf(props: PageProps, most: number): string | null {
  const { report } = props.view;
  const shown: PageSection[] = [];
  const main = [renderToString(<Head {...props} />)];
  let bytes = 0;
  for (const section of sections) {
    const made = section(props);
    if (made === null) continue;
    const text = renderToString(<SectionView {...made} />);
    bytes += Buffer.byteLength(text);
    if (bytes > most) return null;
    shown.push(made);
    main.push(text);
  }
  const style = asset("sections.css") + asset("page.css");
  const script = asset("browser.js");
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    `script-src '${digestOf(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4' fill='%23${colors[report.verdict].slice(1)}'/%3E%3C/svg%3E`;
  const page = [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<link rel="icon" href="${icon}">`,
    renderToString(
      <title>
        {report.verdict}: {targetText(report.target)}; {report.startedAt}
      </title>,
    ),
    `<style>${style}</style></head>`,
    `<body>${renderToString(<FilterBar sections={shown} masks={props.masks} />)}`,
    `<main id="main">${main[0]}${nothingFits}${main.slice(1).join("")}</main><script>${script}</script></body></html>\n`,
  ].join("\n");
  return Buffer.byteLength(page) > most ? null : page;
}
