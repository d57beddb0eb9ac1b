import type { ComponentChild } from "preact";
import { surfaces } from "../../../contracts/vocabulary.ts";
import type { Report } from "../../model/report.ts";
import { activeWaivers } from "../../model/summary.ts";
import { remediesIn, waitingFor } from "../../model/waiting.ts";
import { missedLookups } from "../../text/lookup-text.ts";
import { referenceText } from "../../text/target-text.ts";
import { durationText, plural, verdictText } from "../../text/verdict-text.ts";
import { patternText, waiverCases } from "../../text/waiver-text.ts";
import { type Detail, details, firstEntries, lineOf } from "./detail.ts";
import type { PageProps } from "./section.tsx";

const verdicts = {
  conformant: { shape: "✔", color: "green", word: "Conformant" },
  "non-conformant": { shape: "✘", color: "red", word: "Non-conformant" },
  incomplete: { shape: "?", color: "magenta", word: "Incomplete" },
} as const;

/** The verdict in words, and everything that has to be known before it is believed. */
export function Head({ report, detail }: PageProps): ComponentChild {
  const { shape, color, word } = verdicts[report.verdict];
  const sentence = verdictText(report).slice(report.verdict.length + 2);
  return (
    <header class={`verdict ${color}`}>
      <h1>
        <span class={`mark ${color}`} aria-hidden="true">
          {shape}
        </span>{" "}
        {word}
      </h1>
      <p class="sentence">{sentence}</p>
      {notices(report, detail).map((text) => (
        <p class="notice">{text}</p>
      ))}
      {waiting(report, detail)}
      <dl class="facts">
        {facts(report, detail).flatMap(([name, value]) => [
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>,
        ])}
      </dl>
      {waivers(report, detail)}
    </header>
  );
}

function notices(report: Report, detail: Detail): readonly string[] {
  const said = [
    ...report.problems,
    ...waiverCases(report).map(({ name, message }) => `${name}: ${message}`),
    ...(report.baseline?.notes ?? []),
  ];
  const [shown, more] = firstEntries(said, detail.entries, "notice");
  return [
    ...(report.partial
      ? ["A partial run: it speaks of the selected checks only and certifies nothing."]
      : []),
    ...(detail === details[0]
      ? []
      : [
          "There is so much to show that this page shows less of each of it than usual; all of it stands in report.json.",
        ]),
    ...shown.map((text) => lineOf(text, detail)),
    ...(more === null ? [] : [more]),
  ];
}

/** What checks wait for that only the user can give, and where descriptions were looked for in vain. */
function waiting(report: Report, detail: Detail): ComponentChild | null {
  const remedies = remediesIn(report);
  if (remedies.length === 0) return null;
  const entries = [
    ...waitingFor(remedies).map(({ checks, wants, ways }) => [`${checks} for ${wants}: `, ways]),
    ...missedLookups(report).map((line) => ["", line]),
  ];
  const [shown, more] = firstEntries(entries, detail.entries, "entry");
  return (
    <div class="notice">
      {plural(remedies.length, "check")} {remedies.length === 1 ? "waits" : "wait"}:
      <ul>
        {shown.map(([what = "", ways = ""]) => (
          <li>
            {lineOf(what, detail)}
            <code>{lineOf(ways, detail)}</code>
          </li>
        ))}
        {more === null ? null : <li>{more}</li>}
      </ul>
    </div>
  );
}

function facts(report: Report, detail: Detail): readonly (readonly [string, string])[] {
  const { target, suite, generated, baseline, traffic, runUrl } = report;
  return [
    ...surfaces.flatMap((surface) => {
      const url = target[surface];
      return url === null ? [] : [[surface, lineOf(url, detail)] as const];
    }),
    ...(target.embedded ? [["target", referenceText] as const] : []),
    ...(report.configurationFile === null
      ? []
      : [["configuration", lineOf(report.configurationFile, detail)] as const]),
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
      : [["traffic", `${traffic.judged} of ${plural(traffic.entries, "entry")} judged`] as const]),
    ...(baseline === null
      ? []
      : [["baseline", lineOf(`${baseline.file} of ${baseline.startedAt}`, detail)] as const]),
    ...(runUrl === null ? [] : [["run", lineOf(runUrl, detail)] as const]),
  ];
}

function waivers(report: Report, detail: Detail): ComponentChild {
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
  if (entries.length === 0) return <p class="quiet">No waivers, no exclusions.</p>;
  const [shown, more] = firstEntries(entries, detail.entries, "entry");
  return (
    <ul class="waivers">
      {shown.map(({ what, where, reason, checks }) => (
        <li>
          {what}: <code>{lineOf(where, detail)}</code> ({plural(checks, "check")}):{" "}
          {lineOf(reason, detail)}
        </li>
      ))}
      {more === null ? null : <li>{more}</li>}
    </ul>
  );
}
