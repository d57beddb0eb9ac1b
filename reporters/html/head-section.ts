import { type ComponentChild, h } from "preact";
import { surfaces } from "../../contracts/words.ts";
import { shortLine } from "../short-line.ts";
import { activeWaivers } from "../summary.ts";
import { durationText, plural, verdictText } from "../verdict-text.ts";
import { patternText, waiverCases } from "../waiver-text.ts";
import type { PageProps } from "./section.ts";

const verdicts = {
  conformant: { shape: "✔", color: "green", word: "Conformant" },
  "non-conformant": { shape: "✘", color: "red", word: "Non-conformant" },
  incomplete: { shape: "?", color: "magenta", word: "Incomplete" },
} as const;

/** The verdict in words, and everything that has to be known before it is believed. */
export function Head({ report }: PageProps): ComponentChild {
  const { shape, color, word } = verdicts[report.verdict];
  const sentence = verdictText(report).slice(report.verdict.length + 2);
  return h(
    "header",
    { class: `verdict ${color}` },
    h("h1", null, h("span", { class: `mark ${color}`, "aria-hidden": "true" }, shape), ` ${word}`),
    h("p", { class: "sentence" }, sentence),
    ...notices(report).map((text) => h("p", { class: "notice" }, text)),
    h(
      "dl",
      { class: "facts" },
      facts(report).flatMap(([name, value]) => [
        h("div", null, h("dt", null, name), h("dd", null, value)),
      ]),
    ),
    waivers(report),
  );
}

function notices(report: PageProps["report"]): readonly string[] {
  return [
    ...(report.partial
      ? ["A partial run: it speaks of the selected checks only and certifies nothing."]
      : []),
    ...report.problems.map(shortLine),
    ...waiverCases(report).map(({ name, message }) => shortLine(`${name}: ${message}`)),
    ...(report.baseline?.notes ?? []).map(shortLine),
  ];
}

function facts(report: PageProps["report"]): readonly (readonly [string, string])[] {
  const { target, suite, generated, baseline, traffic, runUrl } = report;
  return [
    ...surfaces.flatMap((surface) => {
      const url = target[surface];
      return url === null ? [] : [[surface, shortLine(url)] as const];
    }),
    ...(target.embedded ? [["target", "the reference server that is built in"] as const] : []),
    ["started", report.startedAt],
    ["took", durationText(report.durationMs)],
    ["requests", String(report.requests)],
    ["suite", `${suite.name} ${suite.version}`],
    ["contracts", suite.contractsDigest],
    ["fails on", report.failOn],
    ...(generated === null
      ? []
      : [["made up from", `--seed ${generated.seed} --runs ${generated.runs}`] as const]),
    ...(traffic === null
      ? []
      : [
          [
            "traffic",
            `${traffic.judged} of ${plural(traffic.entries, "entry").replace("entrys", "entries")} judged`,
          ] as const,
        ]),
    ...(baseline === null
      ? []
      : [["baseline", shortLine(`${baseline.file} of ${baseline.startedAt}`)] as const]),
    ...(runUrl === null ? [] : [["run", shortLine(runUrl)] as const]),
  ];
}

function waivers(report: PageProps["report"]): ComponentChild {
  const entries = [
    ...activeWaivers(report).map((waiver) => ({
      what: `waived until ${waiver.until}`,
      where: `${waiver.requirement}${patternText(waiver)}`,
      reason: waiver.reason,
      checks: waiver.checks,
    })),
    ...report.exclusions.map((exclusion) => ({
      what: "excluded",
      where: `${exclusion.requirement}${patternText(exclusion)}`,
      reason: exclusion.reason,
      checks: exclusion.checks,
    })),
  ];
  if (entries.length === 0) return h("p", { class: "quiet" }, "No waivers, no exclusions.");
  return h(
    "ul",
    { class: "waivers" },
    entries.map(({ what, where, reason, checks }) =>
      h(
        "li",
        null,
        `${what}: `,
        h("code", null, where),
        ` (${plural(checks, "check")}): ${shortLine(reason)}`,
      ),
    ),
  );
}
