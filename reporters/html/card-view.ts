import { type ComponentChild, type ComponentChildren, h } from "preact";
import type { FailureCard } from "../card.ts";
import { cellLines } from "../cell-text.ts";
import { excerpt } from "../excerpt.ts";
import { markOf } from "../matrix.ts";
import type { ReportExchange, ReportExchanges } from "../report.ts";
import { plural } from "../verdict-text.ts";
import { visibleLine } from "../visible.ts";
import { bodyLines } from "./json-view.ts";
import { OutcomeMark } from "./outcome-mark.ts";
import { areaOf, filterable } from "./section.ts";

export interface CardProps {
  readonly card: FailureCard;
  readonly exchanges: ReportExchanges;
  readonly open: boolean;
  /** Lines of a body that are shown at most. */
  readonly mostLines: number;
  readonly mostFindings: number;
}

const mostHeaders = 20;
const longestHeader = 200;
const mostCells = 30;

/** One broken requirement: what is stated, what was asked, what came back, and what to do. */
export function CardView({
  card,
  exchanges,
  open,
  mostLines,
  mostFindings,
}: CardProps): ComponentChild {
  const { requirement, level, status, statement, clause, cells, impact, interpretation } = card;
  const exchange = card.exchange === null ? null : (exchanges[card.exchange] ?? null);
  return h(
    "details",
    {
      class: `card ${level}`,
      id: `card-${requirement}`,
      open,
      ...filterable({ area: areaOf(requirement), level, outcome: status }),
    },
    h(
      "summary",
      null,
      OutcomeMark({ mark: markOf([{ status }]) }),
      " ",
      h("b", null, requirement),
      h("small", null, ` ${level}, ${plural(cells.length, "cell")}`),
      h("span", { class: "statement" }, statement || card.message),
    ),
    findings(card, mostFindings),
    exchange === null ? null : sideBySide(card, exchange, mostLines),
    card.curl === null ? null : command("Ask it again", card.curl),
    command("Judge it alone", card.rerun),
    h(
      "dl",
      { class: "meaning" },
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
          where(card).map((line) => h("li", null, line)),
        ),
      ),
    ),
  );
}

function meaning(name: string, value: ComponentChildren): ComponentChild | null {
  return value === "" ? null : h("div", null, h("dt", null, name), h("dd", null, value));
}

function where({ cells }: FailureCard): readonly string[] {
  const lines = cellLines(cells);
  const rest = lines.length - mostCells;
  return rest > 0 ? [...lines.slice(0, mostCells), `and ${rest} more`] : lines;
}

function findings(
  { findings: all, message, moreFindings }: FailureCard,
  most: number,
): ComponentChild {
  const found = all.slice(0, most);
  const rest = moreFindings + all.length - found.length;
  if (found.length === 0) return h("p", { class: "said" }, message);
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
          h("td", null, h("code", null, path === "" ? "the body itself" : path)),
          h("td", null, expected),
          h("td", { class: "actual" }, actual),
        ),
      ),
    ),
    rest === 0 ? null : h("caption", null, `and ${rest} more`),
  );
}

function sideBySide(
  card: FailureCard,
  exchange: ReportExchange,
  mostLines: number,
): ComponentChild {
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
        h("div", { class: "line first" }, visibleLine(`${request.method} ${request.url}`)),
        ...headerLines(request.headers, []),
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
              visibleLine(`nothing: ${failure?.message ?? "no answer"}`),
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
            ),
            ...answerLines(response, pointers, mostLines),
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
): readonly ComponentChild[] {
  const entries = Object.entries(headers);
  const shown = entries.slice(0, mostHeaders).map(([name, value]) => {
    const marked = paths.includes(`header:${name}`);
    const text = value.length > longestHeader ? `${value.slice(0, longestHeader)}…` : value;
    return h(
      "div",
      { class: marked ? "line header wrong" : "line header" },
      visibleLine(`${name}: ${text}`),
    );
  });
  const rest = entries.length - mostHeaders;
  return rest > 0 ? [...shown, h("div", { class: "line header" }, `… ${rest} more`)] : shown;
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

function command(label: string, text: string): ComponentChild {
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
