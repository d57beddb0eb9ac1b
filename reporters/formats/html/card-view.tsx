import type { ComponentChild, ComponentChildren } from "preact";
import { cellLines } from "../../model/cell-text.ts";
import type { ReportExchanges } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import type { BlockedChecks, FailureCard } from "../../view/card.ts";
import type { CardCase } from "../../view/card-case.ts";
import {
  casesText,
  causeText,
  cellShareText,
  labels,
  neighbourLabels,
  placeText,
} from "../../view/card-parts.ts";
import { markOf } from "../../view/matrix.ts";
import type { CellMasks } from "./cell-masks.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { Sides } from "./exchange-view.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, scrollable } from "./section.tsx";

export interface CardProps {
  readonly card: FailureCard;
  readonly exchanges: ReportExchanges;
  readonly open: boolean;
  readonly detail: Detail;
  readonly masks: CellMasks;
  readonly id: string;
}

/** The outcome and cells of a card, for the filters. */
export function cardMask({ status, cells }: FailureCard, masks: CellMasks): string {
  return `${status}:${masks.maskOf(cells)}`;
}

/**
 * One broken requirement: what is wrong and where, what was requested and received, how to reproduce it, what it
 * means and which clause it breaks. What follows from the same cause is folded at its end.
 */
export function CardView(props: CardProps): ComponentChild {
  const { card, exchanges, open, detail, masks, id } = props;
  const { requirement, level, status, blocked, cases } = card;
  const [shown, more] = firstEntries(cases, detail.cases, "kind");
  return (
    <details
      class={`card ${level}`}
      id={id}
      open={open}
      {...filterable({ area: areaOf(requirement), level, outcomes: cardMask(card, masks) })}
    >
      <summary>
        <OutcomeMark mark={markOf([{ status }])} /> <Title card={card} detail={detail} />
      </summary>
      {[card.doubt, ...card.names].map((line) =>
        line === null ? null : <p class="said">{lineOf(line, detail)}</p>,
      )}
      {shown.map((one) => (
        <Case
          one={one}
          isOne={cases.length > 1}
          isBlocked={blocked !== null}
          exchanges={exchanges}
          detail={detail}
        />
      ))}
      {more === null ? null : <p class="quiet">{more}</p>}
      <Command label="Run this check" text={card.rerun} detail={detail} />
      <Meanings card={card} detail={detail} />
      <Also {...props} />
    </details>
  );
}

interface PartProps {
  readonly card: FailureCard;
  readonly detail: Detail;
}

function Title({ card, detail }: PartProps): ComponentChild {
  const { requirement, level, blocked, also, cases } = card;
  const said = casesText(card);
  return (
    <>
      <b>{blocked === null ? requirement : `${plural(blocked.checks, "check")} blocked`}</b>
      <small>
        {blocked === null ? ` ${level}, ${cellShareText(card)}` : ""}
        {also.length === 0 ? "" : `, ${also.length} more with the same cause`}
      </small>
      <span class="cause">{lineOf(causeText(cases[0]), detail)}</span>
      {said === null ? null : <span class="cause">{lineOf(said, detail)}</span>}
    </>
  );
}

interface CaseProps {
  readonly one: CardCase;
  /** Whether it is one of several. */
  readonly isOne: boolean;
  readonly isBlocked: boolean;
  readonly exchanges: ReportExchanges;
  readonly detail: Detail;
}

/** What was received in some cells, with its exchange and the command that repeats it. */
function Case({ one, isOne, isBlocked, exchanges, detail }: CaseProps): ComponentChild {
  const { came, cells, curl, neighbour } = one;
  const exchange = one.exchange === null ? null : (exchanges[one.exchange] ?? null);
  return (
    <div class="case">
      {isOne ? (
        <h3>
          {lineOf(came, detail)} in {plural(cells.length, "cell")}
        </h3>
      ) : null}
      {isBlocked ? null : <Findings one={one} detail={detail} />}
      <p class="where">
        <span class="label">{labels.where}</span>
        <span>
          {where(one, detail).map((line) => (
            <span class="place">{line}</span>
          ))}
        </span>
      </p>
      {exchange === null ? null : (
        <Sides one={one} exchange={exchange} exchanges={exchanges} detail={detail} />
      )}
      {neighbour === null || neighbour.curl === null ? null : (
        <Command
          label={`${labels.reproduce} ${neighbourLabels[neighbour.order]}`}
          text={neighbour.curl}
          detail={detail}
        />
      )}
      {curl === null ? null : <Command label={labels.reproduce} text={curl} detail={detail} />}
    </div>
  );
}

/** What it means to a client, and what the specification says. */
function Meanings({ card, detail }: PartProps): ComponentChild {
  const { blocked, impact, statement, clauses, reading, seed } = card;
  return (
    <dl class="meaning">
      <Meaning name="Set">{lineOf(blocked?.remedy ?? "", detail)}</Meaning>
      {blocked === null ? null : (
        <Meaning name="Checks">
          <BlockedList blocked={blocked} detail={detail} />
        </Meaning>
      )}
      <Meaning name={labels.impact}>{impact}</Meaning>
      {statement === "" && clauses.length === 0 ? null : (
        <Meaning name={labels.specification}>
          {statement}
          {clauses.map((clause) => (
            <span class="place quiet">{clause}</span>
          ))}
          {reading === null ? null : <span class="place quiet">{reading}</span>}
        </Meaning>
      )}
      <Meaning name={labels.seed}>{seed ?? ""}</Meaning>
    </dl>
  );
}

/** What else is broken by the same cause, each with its own card. */
function Also({ card, exchanges, detail, masks }: CardProps) {
  const { also, blocks } = card;
  if (also.length === 0 && blocks === 0) return null;
  const [shown, more] = firstEntries(also, detail.cards, "requirement");
  return (
    <div class="also">
      <h3>{labels.also}</h3>
      {shown.map((other) => (
        <CardView
          card={other}
          exchanges={exchanges}
          open={false}
          detail={detail}
          masks={masks}
          id={`card-${other.requirement}`}
        />
      ))}
      {more === null ? null : <p class="quiet">{more}</p>}
      {blocks === 0 ? null : (
        <p>
          <a href="#blocked">{plural(blocks, "check")}</a> could not be judged.
        </p>
      )}
    </div>
  );
}

/** The requirements whose checks were blocked, and further messages. */
function BlockedList({ blocked, detail }: { blocked: BlockedChecks; detail: Detail }) {
  const { because } = blocked;
  const [shown, more] = firstEntries(blocked.requirements, detail.cellLines, "requirement");
  return (
    <ul>
      {because === null ? null : (
        <li>
          because of <a href={`#card-${because}`}>{because}</a>
        </li>
      )}
      {shown.map((id) => (
        <li>
          <a href={`#${id}`}>{id}</a>
        </li>
      ))}
      {more === null ? null : <li>{more}</li>}
      {blocked.reasons.map((reason) => (
        <li>{lineOf(reason, detail)}</li>
      ))}
    </ul>
  );
}

/** An entry of the list below a card; nothing where it is empty. */
function Meaning({ name, children }: { name: string; children: ComponentChildren }) {
  return children === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function where({ cells }: CardCase, detail: Detail): readonly string[] {
  const [lines, more] = firstEntries(cellLines(cells), detail.cellLines, "line");
  return more === null ? lines : [...lines, more];
}

interface OneProps {
  readonly one: CardCase;
  readonly detail: Detail;
}

function Findings({ one, detail }: OneProps): ComponentChild {
  const found = one.findings.slice(0, detail.findings);
  const rest = one.moreFindings + one.findings.length - found.length;
  if (found.length === 0) return <p class="said">{lineOf(one.message, detail)}</p>;
  return (
    <table class="findings">
      <thead>
        <tr>
          {["at", "expected", "actual"].map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map((finding) => (
          <tr>
            <td>
              <code>{lineOf(placeText(finding), detail)}</code>
            </td>
            <td class="expected">{lineOf(finding.expected, detail)}</td>
            <td class="actual">{lineOf(finding.actual, detail)}</td>
          </tr>
        ))}
      </tbody>
      {rest === 0 ? null : <caption>and {plural(rest, "more finding")}</caption>}
    </table>
  );
}

interface CommandProps {
  readonly label: string;
  readonly text: string;
  readonly detail: Detail;
}

function Command({ label, text, detail }: CommandProps): ComponentChild {
  // A truncated command would not work.
  if (text.length > detail.command) {
    return (
      <p class="quiet">{label}: the command is too long to be shown here; report.json has it.</p>
    );
  }
  return (
    <div class="command">
      <span class="label">{label}</span>
      <code {...scrollable}>{text}</code>
      <button type="button" class="copy" hidden aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}
