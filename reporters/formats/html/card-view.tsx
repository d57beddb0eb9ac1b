import type { ComponentChild, ComponentChildren } from "preact";
import type { FailureCard } from "../../model/card.ts";
import { excerpt } from "../../model/excerpt.ts";
import { markOf } from "../../model/matrix.ts";
import type { ReportExchange, ReportExchanges } from "../../model/report.ts";
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
  /** Where there may be several cards of one requirement. */
  readonly id?: string;
}

/** One broken requirement: what is stated, what was asked, what came back, and what to do. */
export function CardView(props: CardProps): ComponentChild {
  const { card, exchanges, open, detail } = props;
  const { requirement, level, status, clause, impact, interpretation } = card;
  const exchange = card.exchange === null ? null : (exchanges[card.exchange] ?? null);
  return (
    <details
      class={`card ${level}`}
      id={props.id ?? `card-${requirement}`}
      open={open}
      {...filterable({ area: areaOf(requirement), level, outcome: status })}
    >
      <summary>
        <OutcomeMark mark={markOf([{ status }])} /> {titleOf(card, detail)}
      </summary>
      {[card.doubt, ...card.names].map((line) =>
        line === null ? null : <p class="said">{lineOf(line, detail)}</p>,
      )}
      {card.blocked === null ? findings(card, detail) : null}
      {exchange === null ? null : sideBySide(card, exchange, detail)}
      {card.curl === null ? null : command("Ask it again", card.curl, detail)}
      {command("Judge it alone", card.rerun, detail)}
      <dl class="meaning">
        {meaning("What would end it", lineOf(card.blocked?.remedy ?? "", detail))}
        {meaning("Checks", blockedChecks(card, detail))}
        {meaning("What it means to a client", impact)}
        {meaning("Clause", clause)}
        {meaning(
          "How the clause is read",
          interpretation === null ? "" : `docs/interpretations.md, ${interpretation}`,
        )}
        {meaning(
          "Where",
          <ul>
            {where(card, detail).map((line) => (
              <li>{line}</li>
            ))}
          </ul>,
        )}
      </dl>
    </details>
  );
}

function titleOf(card: FailureCard, detail: Detail): readonly ComponentChild[] {
  const { requirement, level, cells, statement, message, blocked } = card;
  const title = blocked === null ? requirement : `${plural(blocked.checks, "check")} blocked`;
  const small = blocked === null ? ` ${level}, ${plural(cells.length, "cell")}` : "";
  return [
    <b>{title}</b>,
    <small>{small}</small>,
    <span class="statement">{statement || lineOf(message, detail)}</span>,
  ];
}

/** The requirements whose checks were blocked, and further words for why. */
function blockedChecks({ blocked }: FailureCard, detail: Detail): ComponentChildren {
  if (blocked === null) return "";
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

function meaning(name: string, value: ComponentChildren): ComponentChild | null {
  return value === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function where({ cells }: FailureCard, detail: Detail): readonly string[] {
  const [lines, more] = firstEntries(cellLines(cells), detail.cellLines, "line");
  return more === null ? lines : [...lines, more];
}

function findings(
  { findings: all, message, moreFindings }: FailureCard,
  detail: Detail,
): ComponentChild {
  const found = all.slice(0, detail.findings);
  const rest = moreFindings + all.length - found.length;
  if (found.length === 0) return <p class="said">{lineOf(message, detail)}</p>;
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
              <code>{path === "" ? "the body itself" : lineOf(path, detail)}</code>
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

function sideBySide(card: FailureCard, exchange: ReportExchange, detail: Detail): ComponentChild {
  const { request, response, failure } = exchange;
  const pointers = card.findings.map(({ path }) => path).filter(isPointer);
  const status = card.findings.some(({ path }) => path === "status");
  return (
    <div class="sides">
      <div class="side">
        <h3>Sent</h3>
        {block([
          <div class="line first">
            {shortLine(`${request.method} ${request.url}`, detail.command)}
          </div>,
          ...headerLines(request.headers, [], detail),
        ])}
      </div>
      <div class="side">
        <h3>Came back</h3>
        {response === null
          ? block([
              <div class="line wrong">
                {lineOf(`nothing: ${failure?.message ?? "no answer"}`, detail)}
              </div>,
            ])
          : block([
              <div class={status ? "line first wrong" : "line first"}>
                {response.status}, {exchange.durationMs} ms, {response.bytes} bytes
              </div>,
              ...headerLines(
                response.headers,
                card.findings.map(({ path }) => path),
                detail,
              ),
              ...answerLines(response, pointers, detail.bodyLines),
            ])}
      </div>
    </div>
  );
}

function isPointer(path: string): boolean {
  return path === "" || path.startsWith("/");
}

function block(lines: readonly ComponentChild[]): ComponentChild {
  return (
    <div class="wire" {...scrollable}>
      {lines}
    </div>
  );
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

function command(label: string, text: string, detail: Detail): ComponentChild {
  // A part of a command would not do what the whole does.
  if (text.length > detail.command) {
    return <p class="quiet">{label}: the command stands in report.json, as it is long.</p>;
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
