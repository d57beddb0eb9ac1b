import type { ComponentChild, ComponentChildren } from "preact";
import type { BlockedChecks, FailureCard } from "../../model/card.ts";
import { excerpt } from "../../model/excerpt.ts";
import { markOf } from "../../model/matrix.ts";
import type { ReportExchange, ReportExchanges } from "../../model/report.ts";
import { answerText, neighbourLabels, placeText } from "../../text/card-parts.ts";
import { cellLines } from "../../text/cell-text.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { bodyLines } from "./json-view.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, scrollable } from "./section.tsx";

export interface CardProps {
  readonly card: FailureCard;
  readonly exchanges: ReportExchanges;
  readonly open: boolean;
  readonly detail: Detail;
  readonly id: string;
}

/** One broken requirement: what is stated, what was asked, what came back, and what to do. */
export function CardView({ card, exchanges, open, detail, id }: CardProps): ComponentChild {
  const { requirement, level, status, clause, impact, reading, blocked, curl } = card;
  const exchange = card.exchange === null ? null : (exchanges[card.exchange] ?? null);
  return (
    <details
      class={`card ${level}`}
      id={id}
      open={open}
      {...filterable({ area: areaOf(requirement), level, outcome: status })}
    >
      <summary>
        <OutcomeMark mark={markOf([{ status }])} /> <Title card={card} detail={detail} />
      </summary>
      {[card.doubt, ...card.names].map((line) =>
        line === null ? null : <p class="said">{lineOf(line, detail)}</p>,
      )}
      {blocked === null ? <Findings card={card} detail={detail} /> : null}
      {exchange === null ? null : (
        <Sides card={card} exchange={exchange} exchanges={exchanges} detail={detail} />
      )}
      {card.neighbour === null ? null : (
        <Command
          label={`Repeat the request ${neighbourLabels[card.neighbour.order]}`}
          text={card.neighbour.curl}
          detail={detail}
        />
      )}
      {curl === null ? null : <Command label="Repeat the request" text={curl} detail={detail} />}
      <Command label="Run this check only" text={card.rerun} detail={detail} />
      <dl class="meaning">
        <Meaning name="How to resolve it">{lineOf(blocked?.remedy ?? "", detail)}</Meaning>
        {blocked === null ? null : (
          <Meaning name="Checks">
            <BlockedList blocked={blocked} detail={detail} />
          </Meaning>
        )}
        <Meaning name="Impact on clients">{impact}</Meaning>
        <Meaning name="Clause">{clause}</Meaning>
        <Meaning name="Interpretation">{reading ?? ""}</Meaning>
        <Meaning name="Where">
          <ul>
            {where(card, detail).map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </Meaning>
      </dl>
    </details>
  );
}

interface PartProps {
  readonly card: FailureCard;
  readonly detail: Detail;
}

function Title({ card, detail }: PartProps): ComponentChild {
  const { requirement, level, cells, statement, message, blocked } = card;
  return (
    <>
      <b>{blocked === null ? requirement : `${plural(blocked.checks, "check")} blocked`}</b>
      <small>{blocked === null ? ` ${level}, ${plural(cells.length, "cell")}` : ""}</small>
      <span class="statement">{statement || lineOf(message, detail)}</span>
    </>
  );
}

/** The requirements whose checks were blocked, and further messages. */
function BlockedList({ blocked, detail }: { blocked: BlockedChecks; detail: Detail }) {
  const [shown, more] = firstEntries(blocked.requirements, detail.cellLines, "requirement");
  return (
    <ul>
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

function where({ cells }: FailureCard, detail: Detail): readonly string[] {
  const [lines, more] = firstEntries(cellLines(cells), detail.cellLines, "line");
  return more === null ? lines : [...lines, more];
}

function Findings({ card, detail }: PartProps): ComponentChild {
  const found = card.findings.slice(0, detail.findings);
  const rest = card.moreFindings + card.findings.length - found.length;
  if (found.length === 0) return <p class="said">{lineOf(card.message, detail)}</p>;
  return (
    <table class="findings">
      <thead>
        <tr>
          {["where", "expected", "actual"].map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map(({ path, expected, actual }) => (
          <tr>
            <td>
              <code>{lineOf(placeText(path), detail)}</code>
            </td>
            <td>{lineOf(expected, detail)}</td>
            <td class="actual">{lineOf(actual, detail)}</td>
          </tr>
        ))}
      </tbody>
      {rest === 0 ? null : <caption>and {rest} more</caption>}
    </table>
  );
}

type SidesProps = PartProps & {
  readonly exchange: ReportExchange;
  readonly exchanges: ReportExchanges;
};

/** The request beside its response or, where a neighbour matters, both exchanges side by side. */
function Sides({ card, exchange, exchanges, detail }: SidesProps) {
  const { neighbour } = card;
  const other = neighbour === null ? undefined : exchanges[neighbour.id];
  const own = [
    <Side title="Sent">
      <Request exchange={exchange} detail={detail} />
    </Side>,
    <Side title="Received">
      <Answer card={card} exchange={exchange} detail={detail} />
    </Side>,
  ];
  if (neighbour === null || other === undefined) return <div class="sides">{own}</div>;
  const when = neighbourLabels[neighbour.order];
  const unmarked = { ...card, findings: [], received: neighbour.received };
  const beside = [
    <Side title={`Sent ${when}`}>
      <Request exchange={other} detail={detail} />
    </Side>,
    <Side title={`Received ${when}`}>
      <Answer card={unmarked} exchange={other} detail={detail} />
    </Side>,
  ];
  const [left, right] = neighbour.order === "before" ? [beside, own] : [own, beside];
  return (
    <div class="sides">
      <div class="exchange">{left}</div>
      <div class="exchange">{right}</div>
    </div>
  );
}

function Side({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="side">
      <h3>{title}</h3>
      <div class="wire" {...scrollable}>
        {children}
      </div>
    </div>
  );
}

function Request({ exchange, detail }: { exchange: ReportExchange; detail: Detail }) {
  const { request } = exchange;
  return (
    <>
      <div class="line first">{shortLine(`${request.method} ${request.url}`, detail.command)}</div>
      {headerLines(request.headers, [], detail)}
    </>
  );
}

function Answer({ card, exchange, detail }: PartProps & { exchange: ReportExchange }) {
  const { response } = exchange;
  const paths = card.findings.map(({ path }) => path);
  if (response === null) {
    return <div class="line wrong">{lineOf(answerText(card.received), detail)}</div>;
  }
  return (
    <>
      <div class={paths.includes("status") ? "line first wrong" : "line first"}>
        {response.status}, {exchange.durationMs} ms, {response.bytes} bytes
      </div>
      {headerLines(response.headers, paths, detail)}
      {answerLines(response, paths.filter(isPointer), detail.bodyLines)}
    </>
  );
}

function isPointer(path: string): boolean {
  return path === "" || path.startsWith("/");
}

function headerLines(
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
  detail: Detail,
): readonly ComponentChild[] {
  const isMarked = (name: string) => paths.includes(`header:${name}`);
  const all = Object.entries(headers);
  // What a finding points at comes first, so that it is never among those left out.
  const inOrder = [
    ...all.filter(([name]) => isMarked(name)),
    ...all.filter(([name]) => !isMarked(name)),
  ];
  const [shown, more] = firstEntries(inOrder, detail.headers, "header");
  const lines = shown.map(([name, value]) => (
    <div class={isMarked(name) ? "line header wrong" : "line header"}>
      {lineOf(`${name}: ${value}`, detail)}
    </div>
  ));
  return more === null ? lines : [...lines, <div class="line header">{more}</div>];
}

function answerLines(
  response: NonNullable<ReportExchange["response"]>,
  pointers: readonly string[],
  mostLines: number,
): readonly ComponentChild[] {
  const parsed = response.truncated ? null : parse(response.body);
  const lines =
    parsed === null
      ? excerpt(response.body || "(an empty body)", pointers[0] ?? null, response.truncated)
          .split("\n")
          .map((text) => ({ depth: 0, text, marked: pointers.includes("") }))
      : bodyLines(parsed.value, pointers);
  if (mostLines === 0) return [more(lines.length)];
  const first = lines.findIndex(({ marked }) => marked);
  const start = first < mostLines ? 0 : first - Math.floor(mostLines / 2);
  const shown = lines.slice(start, start + mostLines);
  return [
    ...(start > 0 ? [more(start)] : []),
    ...shown.map(({ depth, text, marked }) => (
      <div class={`line d${Math.min(depth, 8)}${marked ? " wrong" : ""}`}>
        {marked ? <mark>{text}</mark> : text}
      </div>
    )),
    ...(start + shown.length < lines.length ? [more(lines.length - start - shown.length)] : []),
  ];
}

function more(count: number): ComponentChild {
  return <div class="line quiet">… {plural(count, "more line")} in report.json</div>;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
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
