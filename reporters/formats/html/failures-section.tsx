import type { ComponentChild } from "preact";
import { group } from "../../../contracts/group.ts";
import { plural } from "../../text/verdict-text.ts";
import type { FailureCard } from "../../view/card.ts";
import { markOf } from "../../view/matrix.ts";
import type { UnjudgedReason } from "../../view/unjudged.ts";
import { CardView } from "./card-view.tsx";
import { firstEntries, lineOf } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps, type PageSection } from "./section.tsx";

interface CardListProps extends PageProps {
  readonly cards: readonly FailureCard[];
  /** What a card is about, for the sentence on those that are left out. */
  readonly noun: string;
  /** Whether the first card is open. */
  readonly open?: boolean;
  /** Id of a card; by default that of its requirement. */
  readonly idOf?: (index: number) => string;
}

function CardList({ cards, noun, open = false, idOf, view, detail, masks }: CardListProps) {
  const [shown, more] = firstEntries(cards, detail.cards, noun);
  return (
    <>
      {shown.map((card, index) => (
        <CardView
          card={card}
          exchanges={view.report.exchanges}
          open={open && index === 0}
          detail={detail}
          masks={masks}
          id={idOf?.(index) ?? `card-${card.requirement}`}
        />
      ))}
      {more === null ? null : <p class="quiet">{more}</p>}
    </>
  );
}

/** A section with one card for each requirement. */
function cardSection(
  id: string,
  title: string,
  cards: readonly FailureCard[],
  props: PageProps,
  open = false,
): PageSection | null {
  if (cards.length === 0) return null;
  const count = countOf(cards);
  const body = <CardList {...props} cards={cards} noun="requirement" open={open} />;
  return { id, title, count, body };
}

/** `2 causes, 5 requirements`, or `1 requirement`. */
function countOf(cards: readonly FailureCard[]): string {
  const requirements = cards.reduce((sum, { also }) => sum + 1 + also.length, 0);
  const all = plural(requirements, "requirement");
  return requirements === cards.length ? all : `${plural(cards.length, "cause")}, ${all}`;
}

/** What makes the run fail, the most severe first. */
export function failuresSection(props: PageProps): PageSection | null {
  return cardSection("failures", "Broken", props.view.broken, props, true);
}

/** Failures that the baseline has too. */
export function knownSection(props: PageProps): PageSection | null {
  return cardSection("known", "Already broken in the baseline", props.view.known, props);
}

/** What warns without making the run fail. */
export function warningsSection(props: PageProps): PageSection | null {
  return cardSection("warnings", "Warnings", props.view.warnings, props);
}

/** What was waived, with its cards. */
export function waivedSection(props: PageProps): PageSection | null {
  return cardSection("waived", "Waived", props.view.waived, props);
}

/** What could not be judged without a response, one card for each cause. */
export function blockedSection(props: PageProps): PageSection | null {
  const { checks, cards } = props.view.blocked;
  if (cards.length === 0) return null;
  const idOf = (index: number) => `blocked-${index + 1}`;
  return {
    id: "blocked",
    title: "Blocked",
    count: plural(checks, "check"),
    body: <CardList {...props} cards={cards} noun="cause" idOf={idOf} />,
  };
}

/** What was skipped or an error of the suite, by reason. */
export function unjudgedSection({ view, detail, masks }: PageProps): PageSection | null {
  const reasons = view.unjudged;
  if (reasons.length === 0) return null;
  const [shown, more] = firstEntries(reasons, detail.entries, "reason");
  return {
    id: "unjudged",
    title: "Not judged",
    folded: true,
    count: plural(
      reasons.reduce((sum, { results }) => sum + results.length, 0),
      "check",
    ),
    body: (
      <>
        {shown.map((reason) => (
          <Reason {...reason} detail={detail} masks={masks} />
        ))}
        {more === null ? null : <p class="quiet">{more}</p>}
      </>
    ),
  };
}

function Reason({
  reason,
  results,
  detail,
  masks,
}: UnjudgedReason & Pick<PageProps, "detail" | "masks">): ComponentChild {
  return (
    <details class="reason">
      <summary>
        <OutcomeMark mark={markOf(results)} /> {results.length} × {lineOf(reason, detail)}
      </summary>
      <ul class="checks">
        {[...group(results, ({ requirement }) => requirement)].map(([id, same]) => (
          <li
            {...filterable({
              area: areaOf(id),
              level: same[0]?.level ?? "",
              outcomes: masks.outcomesOf(same),
            })}
          >
            <a href={`#${id}`}>{id}</a>
            <small> {plural(same.length, "cell")}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
