import type { ComponentChild, ComponentChildren } from "preact";
import type { ReportExchange, ReportExchanges } from "../../model/report.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import { answerLines } from "../../view/answer-lines.ts";
import { wholeBody } from "../../view/body-lines.ts";
import type { CardCase } from "../../view/card-case.ts";
import { answerLinesOf, neighbourLabels } from "../../view/card-parts.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { scrollable } from "./section.tsx";

/** Lines before the first that is marked. */
const mostBefore = 10;

interface OneProps {
  readonly one: CardCase;
  readonly detail: Detail;
}

type SidesProps = OneProps & {
  readonly exchange: ReportExchange;
  readonly exchanges: ReportExchanges;
};

/** The request beside its response or, where a neighbour matters, both exchanges side by side. */
export function Sides({ one, exchange, exchanges, detail }: SidesProps) {
  const { neighbour } = one;
  const other = neighbour === null ? undefined : exchanges[neighbour.id];
  const own = [
    <Side title="Request">
      <Request exchange={exchange} detail={detail} />
    </Side>,
    <Side title="Response">
      <Answer one={one} exchange={exchange} detail={detail} />
    </Side>,
  ];
  if (neighbour === null || other === undefined) return <div class="sides">{own}</div>;
  const when = neighbourLabels[neighbour.order];
  const unmarked = { ...one, findings: [], pointers: [], received: neighbour.received };
  const beside = [
    <Side title={`Request ${when}`}>
      <Request exchange={other} detail={detail} />
    </Side>,
    <Side title={`Response ${when}`}>
      <Answer one={unmarked} exchange={other} detail={detail} />
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

function Answer({ one, exchange, detail }: OneProps & { exchange: ReportExchange }) {
  const { response } = exchange;
  const paths = one.findings.flatMap(({ paths }) => paths);
  if (response === null) {
    const said = answerLinesOf(one.received).map(({ text }) => text);
    return <div class="line wrong">{lineOf(said.join(" "), detail)}</div>;
  }
  return (
    <>
      <div class={paths.includes("status") ? "line first wrong" : "line first"}>
        {response.status}, {exchange.durationMs} ms, {response.bytes} bytes
      </div>
      {headerLines(response.headers, paths, detail)}
      {bodyLinesOf(response, one.pointers, detail.bodyLines)}
    </>
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

function bodyLinesOf(
  response: NonNullable<ReportExchange["response"]>,
  pointers: readonly string[],
  mostLines: number,
): readonly ComponentChild[] {
  const lines = answerLines(response, pointers, wholeBody);
  if (mostLines === 0) return [more(lines.length)];
  const first = lines.findIndex(({ marked }) => marked);
  // What is marked is in sight without scrolling.
  const start = Math.max(first - mostBefore, 0);
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
