import { type ComponentChild, type ComponentChildren, h } from "preact";
import type { FailureCard } from "../../model/card.ts";
import { excerpt } from "../../model/excerpt.ts";
import { markOf } from "../../model/matrix.ts";
import type { ReportExchange, ReportExchanges } from "../../model/report.ts";
import { cellLines } from "../../text/cell-text.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { bodyLines } from "./json-view.ts";
import { OutcomeMark } from "./outcome-mark.ts";
import { areaOf, filterable } from "./section.ts";

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
  return h(
    "details",
    {
      class: `card ${level}`,
      id: props.id ?? `card-${requirement}`,
      open,
      ...filterable({ area: areaOf(requirement), level, outcome: status }),
    },
    h("summary", null, OutcomeMark({ mark: markOf([{ status }]) }), " ", ...titleOf(card, detail)),
    ...[card.doubt, ...card.names].map((line) =>
      line === null ? null : h("p", { class: "said" }, lineOf(line, detail)),
    ),
    card.blocked === null ? findings(card, detail) : null,
    exchange === null ? null : sideBySide(card, exchange, detail),
    card.curl === null ? null : command("Ask it again", card.curl, detail),
    command("Judge it alone", card.rerun, detail),
    h(
      "dl",
      { class: "meaning" },
      meaning("What would end it", lineOf(card.blocked?.remedy ?? "", detail)),
      meaning("Checks", blockedChecks(card, detail)),
      meaning("What it means to a client", impact),
      meaning("Clause", clause),
      meaning(
        "How the clause is read",
        interpretation === null ? "" : `docs/interpretations.md, ${interpretation}`,
      ),
      meaning(
        "Where",
        h(
          "ul",
          null,
          where(card, detail).map((line) => h("li", null, line)),
        ),
      ),
    ),
  );
}

function titleOf(card: FailureCard, detail: Detail): readonly ComponentChild[] {
  const { requirement, level, cells, statement, message, blocked } = card;
  const title = blocked === null ? requirement : `${plural(blocked.checks, "check")} blocked`;
  const small = blocked === null ? ` ${level}, ${plural(cells.length, "cell")}` : "";
  return [
    h("b", null, title),
    h("small", null, small),
    h("span", { class: "statement" }, statement || lineOf(message, detail)),
  ];
}

/** The requirements whose checks were blocked, and further words for why. */
function blockedChecks({ blocked }: FailureCard, detail: Detail): ComponentChildren {
  if (blocked === null) return "";
  const [shown, more] = firstEntries(blocked.requirements, detail.cellLines, "requirement");
  return h(
    "ul",
    null,
    shown.map((id) => h("li", null, h("a", { href: `#${id}` }, id))),
    more === null ? null : h("li", null, more),
    blocked.reasons.map((reason) => h("li", null, lineOf(reason, detail))),
  );
}

function meaning(name: string, value: ComponentChildren): ComponentChild | null {
  return value === "" ? null : h("div", null, h("dt", null, name), h("dd", null, value));
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
  if (found.length === 0) return h("p", { class: "said" }, lineOf(message, detail));
  return h(
    "table",
    { class: "findings" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["where", "expected", "actual"].map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      null,
      found.map(({ path, expected, actual }) =>
        h(
          "tr",
          null,
          h("td", null, h("code", null, path === "" ? "the body itself" : lineOf(path, detail))),
          h("td", null, lineOf(expected, detail)),
          h("td", { class: "actual" }, lineOf(actual, detail)),
        ),
      ),
    ),
    rest === 0 ? null : h("caption", null, `and ${rest} more`),
  );
}

function sideBySide(card: FailureCard, exchange: ReportExchange, detail: Detail): ComponentChild {
  const { request, response, failure } = exchange;
  const pointers = card.findings.map(({ path }) => path).filter(isPointer);
  const status = card.findings.some(({ path }) => path === "status");
  return h(
    "div",
    { class: "sides" },
    h(
      "div",
      { class: "side" },
      h("h3", null, "Sent"),
      block([
        h(
          "div",
          { class: "line first" },
          shortLine(`${request.method} ${request.url}`, detail.command),
        ),
        ...headerLines(request.headers, [], detail),
      ]),
    ),
    h(
      "div",
      { class: "side" },
      h("h3", null, "Came back"),
      response === null
        ? block([
            h(
              "div",
              { class: "line wrong" },
              lineOf(`nothing: ${failure?.message ?? "no answer"}`, detail),
            ),
          ])
        : block([
            h(
              "div",
              { class: status ? "line first wrong" : "line first" },
              `${response.status}, ${exchange.durationMs} ms, ${response.bytes} bytes`,
            ),
            ...headerLines(
              response.headers,
              card.findings.map(({ path }) => path),
              detail,
            ),
            ...answerLines(response, pointers, detail.bodyLines),
          ]),
    ),
  );
}

function isPointer(path: string): boolean {
  return path === "" || path.startsWith("/");
}

function block(lines: readonly ComponentChild[]): ComponentChild {
  return h("div", { class: "wire", tabIndex: 0 }, lines);
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
  const lines = shown.map(([name, value]) =>
    h(
      "div",
      { class: isMarked(name) ? "line header wrong" : "line header" },
      lineOf(`${name}: ${value}`, detail),
    ),
  );
  return more === null ? lines : [...lines, h("div", { class: "line header" }, more)];
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
    ...shown.map(({ depth, text, marked }) =>
      h(
        "div",
        { class: `line d${Math.min(depth, 8)}${marked ? " wrong" : ""}` },
        marked ? h("mark", null, text) : text,
      ),
    ),
    ...(start + shown.length < lines.length ? [more(lines.length - start - shown.length)] : []),
  ];
}

function more(count: number): ComponentChild {
  return h("div", { class: "line quiet" }, `… ${plural(count, "more line")} in report.json`);
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
    return h(
      "p",
      { class: "quiet" },
      `${label}: the command stands in report.json, as it is long.`,
    );
  }
  return h(
    "div",
    { class: "command" },
    h("span", { class: "label" }, label),
    h("code", { tabIndex: 0 }, text),
    h(
      "button",
      { type: "button", class: "copy", hidden: true, "aria-label": `Copy: ${label}` },
      "Copy",
    ),
  );
}
