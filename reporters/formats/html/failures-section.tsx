import type { ComponentChild } from "preact";
import { group } from "../../../contracts/group.ts";
import { blockedCards } from "../../model/blocked-cards.ts";
import { cardsOf, type FailureCard } from "../../model/card.ts";
import { markOf } from "../../model/matrix.ts";
import type { ReportResult } from "../../model/report.ts";
import { brokenCards, notJudged } from "../../model/summary.ts";
import { plural } from "../../text/verdict-text.ts";
import { CardView } from "./card-view.tsx";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps, type PageSection } from "./section.tsx";

/** More open cards than these make the page a wall. */
const mostOpen = 8;

function cardList(cards: readonly FailureCard[], props: PageProps, open: boolean) {
  const { report, detail } = props;
  const [shown, more] = firstEntries(cards, detail.cards, "requirement");
  return [
    ...shown.map((card, index) => (
      <CardView
        card={card}
        exchanges={report.exchanges}
        open={open && index < mostOpen}
        detail={detail}
      />
    )),
    more === null ? null : <p class="quiet">{more}</p>,
  ];
}

/** What makes the run red, one card for each requirement, the most severe first. */
export function failuresSection(props: PageProps): PageSection | null {
  const cards = brokenCards(props.report, props.register);
  if (cards.length === 0) return null;
  return {
    id: "failures",
    title: "Broken",
    count: plural(cards.length, "requirement"),
    body: cardList(cards, props, true),
  };
}

/** The folded cards of some results, one for each requirement. */
function cardsOfResults(
  id: string,
  title: string,
  isWanted: (result: ReportResult) => boolean,
): (props: PageProps) => PageSection | null {
  return (props) => {
    const { report, register } = props;
    const cards = cardsOf(report.results.filter(isWanted), report, register);
    if (cards.length === 0) return null;
    const count = plural(cards.length, "requirement");
    return { id, title, count, body: cardList(cards, props, false) };
  };
}

/** What the baseline has failing already. */
export const knownSection = cardsOfResults(
  "known",
  "Broken as in the baseline",
  ({ known }) => known,
);

/** What warns without making the run red. */
export const warningsSection = cardsOfResults(
  "warnings",
  "Warnings",
  ({ status, red }) => status === "warn" && !red,
);

/** What was waived, with its cards, so that nobody forgets it. */
export const waivedSection = cardsOfResults(
  "waived",
  "Waived",
  ({ status }) => status === "waived",
);

/** What could not be judged for want of an answer, one card for each cause. */
export function blockedSection({ report, register, detail }: PageProps): PageSection | null {
  const cards = blockedCards(report, register);
  if (cards.length === 0) return null;
  const [shown, more] = firstEntries(cards, detail.cards, "cause");
  const { exchanges } = report;
  return {
    id: "blocked",
    title: "Blocked",
    count: plural(
      cards.reduce((sum, { blocked }) => sum + (blocked?.checks ?? 0), 0),
      "check",
    ),
    body: [
      ...shown.map((card, index) => (
        <CardView
          card={card}
          exchanges={exchanges}
          open={false}
          detail={detail}
          id={`blocked-${index + 1}`}
        />
      )),
      more === null ? null : <p class="quiet">{more}</p>,
    ],
  };
}

/** What was skipped or an error of the suite, by reason. */
export function unjudgedSection({ report, detail }: PageProps): PageSection | null {
  const reasons = notJudged(report);
  if (reasons.length === 0) return null;
  const [shown, more] = firstEntries(reasons, detail.entries, "reason");
  return {
    id: "unjudged",
    title: "Not judged",
    count: plural(
      reasons.reduce((sum, [, same]) => sum + same.length, 0),
      "check",
    ),
    body: [
      ...shown.map(([reason, same]) => reasonView(reason, same, detail)),
      more === null ? null : <p class="quiet">{more}</p>,
    ],
  };
}

function reasonView(reason: string, same: readonly ReportResult[], detail: Detail): ComponentChild {
  return (
    <details class="reason">
      <summary>
        <OutcomeMark mark={markOf(same)} /> {same.length} × {lineOf(reason, detail)}
      </summary>
      <ul class="checks">
        {[...group(same, ({ requirement }) => requirement)].map(([id, ofOne]) => (
          <li
            {...filterable({
              area: areaOf(id),
              level: ofOne[0]?.level ?? "",
              outcome: ofOne[0]?.status ?? "",
            })}
          >
            <a href={`#${id}`}>{id}</a>
            <small> {plural(ofOne.length, "cell")}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
