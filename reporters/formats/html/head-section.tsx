import type { ComponentChild } from "preact";
import { surfaces } from "../../../contracts/vocabulary.ts";
import type { ReportView } from "../../model/report-view.ts";
import type { WaitingView } from "../../model/waiting.ts";
import { referenceText } from "../../text/target-text.ts";
import { durationText, plural, verdictSentence } from "../../text/verdict-text.ts";
import { type Detail, details, firstEntries, lineOf } from "./detail.ts";
import type { PageProps } from "./section.tsx";

const verdicts = {
  conformant: { shape: "✔", color: "green", word: "Conformant" },
  "non-conformant": { shape: "✘", color: "red", word: "Non-conformant" },
  incomplete: { shape: "?", color: "magenta", word: "Incomplete" },
} as const;

/** The verdict, and everything that a reader must know before relying on it. */
export function Head({ view, detail }: PageProps): ComponentChild {
  const { report, waiting } = view;
  const { shape, color, word } = verdicts[report.verdict];
  return (
    <header class={`verdict ${color}`}>
      <h1>
        <span class={`mark ${color}`} aria-hidden="true">
          {shape}
        </span>{" "}
        {word}
      </h1>
      <p class="sentence">{verdictSentence(report)}</p>
      {notices(view, detail).map((text) => (
        <p class="notice">{text}</p>
      ))}
      {waiting === null ? null : <Waiting {...waiting} detail={detail} />}
      <dl class="facts">
        {facts(view, detail).map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Accepted view={view} detail={detail} />
    </header>
  );
}

function notices(view: ReportView, detail: Detail): readonly string[] {
  const { partial, problems, waiversToDelete, baseline } = view;
  const said = [
    ...problems.map(({ message, cost }) => [message, cost]),
    ...waiversToDelete.map(({ name, message }) => [`${name}: ${message}`, ""]),
    ...[...(baseline?.notes ?? []), baseline?.lost ?? [], baseline?.fixed ?? []]
      .flat()
      .map((text) => [text, ""]),
  ];
  const [shown, more] = firstEntries(said, detail.entries, "notice");
  return [
    ...(partial === null ? [] : [partial]),
    ...(detail === details[0]
      ? []
      : ["This report is too large to be shown in full. report.json has all of it."]),
    ...shown.map(([text = "", cost = ""]) => lineOf(text, detail) + cost),
    ...(more === null ? [] : [more]),
  ];
}

/** The input that checks wait for, and where descriptions were looked for and not found. */
function Waiting({ title, entries, lookups, detail }: WaitingView & { detail: Detail }) {
  const lines = [
    ...entries.map(({ checks, wants, ways }) => [`${checks} for ${wants}: `, ways]),
    ...lookups.map((line) => ["", line]),
  ];
  const [shown, more] = firstEntries(lines, detail.entries, "entry");
  return (
    <div class="notice">
      {title}:
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

type Fact = readonly [name: string, value: string];

function facts({ report, baseline, samples }: ReportView, detail: Detail): readonly Fact[] {
  const { target, suite, generated, traffic, runUrl } = report;
  const named = (name: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [[name, lineOf(value, detail)]];
  return [
    ...surfaces.flatMap((surface) => named(surface, target[surface])),
    ...named("target", target.embedded ? referenceText : null),
    ...named("configuration", report.configurationFile),
    ["started", report.startedAt],
    ["took", durationText(report.durationMs)],
    ["requests", String(report.requests)],
    ["suite", `${suite.name} ${suite.version}`],
    ["contracts", suite.contractsDigest],
    ["fails on", report.failOn],
    ...named(
      "generated requests",
      generated === null ? null : `--seed ${generated.seed} --runs ${generated.runs}`,
    ),
    ...named(
      "traffic",
      traffic === null ? null : `${traffic.judged} of ${plural(traffic.entries, "entry")} judged`,
    ),
    ...named("samples", samples),
    ...named("baseline", baseline?.name ?? null),
    ...named("run", runUrl),
  ];
}

function Accepted({ view, detail }: PageProps): ComponentChild {
  const entries = [...view.waivers, ...view.exclusions];
  if (entries.length === 0) return <p class="quiet">No waivers, no exclusions.</p>;
  const [shown, more] = firstEntries(entries, detail.entries, "entry");
  return (
    <ul class="waivers">
      {shown.map(({ kind, requirement, cells, checks, reason }) => (
        <li>
          {kind}: <code>{lineOf(requirement + cells, detail)}</code> ({plural(checks, "check")}):{" "}
          {lineOf(reason, detail)}
        </li>
      ))}
      {more === null ? null : <li>{more}</li>}
    </ul>
  );
}
