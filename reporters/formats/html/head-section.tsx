import type { ComponentChild } from "preact";
import { surfaces } from "../../../contracts/vocabulary.ts";
import { referenceText, targetText } from "../../text/target-text.ts";
import { durationText, plural, verdictSentence } from "../../text/verdict-text.ts";
import { brokenTitle, warningsTitle } from "../../view/broken-title.ts";
import type { FailureCard } from "../../view/card.ts";
import { causeText, cellShareText, labels, whereText } from "../../view/card-parts.ts";
import { markOf } from "../../view/matrix.ts";
import type { ReportView } from "../../view/report-view.ts";
import type { WaitingView } from "../../view/waiting.ts";
import { cardMask } from "./card-view.tsx";
import { type Detail, details, firstEntries, lineOf } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps } from "./section.tsx";

const verdicts = {
  conformant: { shape: "✔", color: "green", word: "Conformant" },
  "non-conformant": { shape: "✘", color: "red", word: "Non-conformant" },
  incomplete: { shape: "?", color: "magenta", word: "Incomplete" },
} as const;

/** As many causes as fit onto the first screen. */
const mostCauses = 8;

/** The verdict, what is broken, and everything that a reader must know before relying on it. */
export function Head(props: PageProps): ComponentChild {
  const { view, detail } = props;
  const { report, waiting, waivers, exclusions } = view;
  const { shape, color, word } = verdicts[report.verdict];
  return (
    <header class={`verdict ${color}`}>
      <h1>
        <span class={`mark ${color}`} aria-hidden="true">
          {shape}
        </span>{" "}
        {word}
      </h1>
      <p class="sentence">{targetText(report.target)}</p>
      <Numbers {...view} />
      <Causes {...props} />
      {notices(view, detail).map((text) => (
        <p class="notice">{text}</p>
      ))}
      {waiting === null ? null : <Waiting {...waiting} detail={detail} />}
      <details class="about">
        <summary>
          {report.startedAt.slice(0, 16).replace("T", " ")} UTC, {durationText(report.durationMs)},{" "}
          {plural(report.requests, "request")}
          {waivers.length === 0 ? "" : `, ${plural(waivers.length, "waiver")}`}
          {exclusions.length === 0 ? "" : `, ${plural(exclusions.length, "exclusion")}`}
        </summary>
        <p>{verdictSentence(report)}</p>
        <dl class="facts">
          {facts(view, detail).map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Accepted {...props} />
      </details>
    </header>
  );
}

/** How many checks failed, warned, are open and passed. */
function Numbers({ report }: ReportView): ComponentChild {
  const { must, should } = report.counts;
  const open = must.skip + must.blocked + must.error + should.skip + should.blocked + should.error;
  const numbers: readonly (readonly [number, string, string])[] = [
    [must.fail, "failed", "red"],
    [should.warn, "warned", "yellow"],
    [open, "not judged", "magenta"],
    [must.waived + should.waived, "waived", "yellow"],
    [must.pass + should.pass, "passed", "green"],
  ];
  return (
    <ul class="numbers">
      {numbers.map(([count, name, color]) =>
        count === 0 && name !== "failed" ? null : (
          <li class={count === 0 ? "quiet" : color}>
            <b>{count}</b> {name}
          </li>
        ),
      )}
    </ul>
  );
}

/** One line for each cause, the most severe first. */
function Causes(props: PageProps): ComponentChild {
  const { broken, warnings } = props.view;
  const cards = [...broken, ...warnings];
  if (cards.length === 0) return null;
  const shown = cards.slice(0, mostCauses);
  const rest = cards.slice(mostCauses);
  return (
    <>
      <p class="said">{broken.length === 0 ? warningsTitle(warnings) : brokenTitle(broken)}</p>
      <ul class="causes">
        {shown.map((card) => (
          <CauseLine card={card} {...props} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details class="more-causes">
          <summary>{plural(rest.length, "more cause")}</summary>
          <ul class="causes">
            {rest.slice(0, props.detail.entries).map((card) => (
              <CauseLine card={card} {...props} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function CauseLine({ card, detail, masks }: PageProps & { card: FailureCard }): ComponentChild {
  const { requirement, level, status, cases } = card;
  return (
    <li {...filterable({ area: areaOf(requirement), level, outcomes: cardMask(card, masks) })}>
      <OutcomeMark mark={markOf([{ status }])} /> <a href={`#card-${requirement}`}>{requirement}</a>{" "}
      <small>
        {whereText(card, 1)}, {cellShareText(card)}
      </small>
      <span class="cause">{lineOf(causeText(cases[0]), detail)}</span>
    </li>
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
    <details class="notice">
      <summary>{title}</summary>
      <ul>
        {shown.map(([what = "", ways = ""]) => (
          <li>
            {lineOf(what, detail)}
            <code>{lineOf(ways, detail)}</code>
          </li>
        ))}
        {more === null ? null : <li>{more}</li>}
      </ul>
    </details>
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
    ["suite", `${suite.name} ${suite.version}`],
    ["contracts", suite.contractsDigest],
    ["fails on", report.failOn],
    ...named(
      labels.seed,
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
