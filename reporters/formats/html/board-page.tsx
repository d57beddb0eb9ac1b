import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import {
  type Board,
  type BoardArea,
  type BoardCell,
  type BoardColumn,
  type BoardRun,
  markOfCell,
} from "../../view/board.ts";
import { marks } from "../../view/matrix.ts";
import { asset, digestOf } from "./asset.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { ScrollRegion } from "./section.tsx";

const verdicts = {
  conformant: { shape: "✔", color: "green" },
  "non-conformant": { shape: "✘", color: "red" },
  incomplete: { shape: "?", color: "magenta" },
} as const;

/** Runs of a strip. */
const mostRuns = 30;

interface BoardProps extends Board {
  /** File of a report's page, relative to the board. */
  readonly fileOf: (report: number) => string;
}

/** Many reports as one page without any script: verdicts and areas first, then each requirement. */
export function boardHtml(board: Board, fileOf: (report: number) => string): string {
  const style = asset("page.css") + asset("sections.css") + asset("board.css");
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<title>News conformance board</title>`,
    `<style>${style}</style></head><body>`,
    renderToString(
      <main id="main">
        <h1>{titleOf(board)}</h1>
        <p class="legend">
          {marks.map((mark) => (
            <span>
              <OutcomeMark mark={mark} /> {mark.meaning}
            </span>
          ))}
        </p>
        <Summary {...board} fileOf={fileOf} />
        {board.areas.map((area) => (
          <Area area={area} {...board} fileOf={fileOf} />
        ))}
      </main>,
    ),
    "</body></html>\n",
  ].join("\n");
}

/** Columns are servers, or the runs of one. */
function titleOf({ columns }: Board): string {
  const targets = new Set(columns.map(({ target }) => target)).size;
  return targets === 1 && columns.length > 1
    ? `Conformance of one server in ${columns.length} runs`
    : `Conformance of ${plural(targets, "server")}`;
}

/** Verdict, history and areas of each column. */
function Summary({ columns, areas, fileOf }: BoardProps): ComponentChild {
  return (
    <ScrollRegion label="Summary">
      <table class="board">
        <Heads columns={columns} fileOf={fileOf} full />
        <tbody>
          <tr>
            <th scope="row">verdict</th>
            {columns.map(({ verdict, failed, partial }) => (
              <td>
                {verdict}
                {failed === 0 ? "" : `, ${failed} failed`}
                {partial ? ", partial" : ""}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">runs</th>
            {columns.map((column) => (
              <td>
                <Strip column={column} fileOf={fileOf} />
              </td>
            ))}
          </tr>
          {areas.map(({ area, shares }) => (
            <tr>
              <th scope="row">
                <a href={`#area-${area}`}>{area}</a>
              </th>
              {shares.map(({ passed, judged }) => (
                <td>{judged === 0 ? "–" : `${passed} of ${judged}`}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type HeadsProps = Pick<BoardProps, "columns" | "fileOf"> & {
  /** Whether the target and the day are shown. */
  readonly full?: boolean;
};

function Heads({ columns, fileOf, full = false }: HeadsProps): ComponentChild {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="heard">requirement</span>
        </th>
        {columns.map(({ name, target, startedAt, report }) => (
          <th scope="col">
            <a href={fileOf(report)}>{shortLine(name, 60)}</a>
            {full ? <small>{shortLine(target, 120)}</small> : null}
            {full ? <small>{startedAt.slice(0, 10)}</small> : null}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The runs of one server, the oldest first. */
function Strip({ column, fileOf }: { column: BoardColumn } & Pick<BoardProps, "fileOf">) {
  return (
    <span class="strip">
      {column.history.slice(-mostRuns).map((run) => (
        <Run run={run} href={fileOf(run.report)} />
      ))}
    </span>
  );
}

function Run({ run, href }: { run: BoardRun; href: string }): ComponentChild {
  const { shape, color } = verdicts[run.verdict];
  const words = `${run.startedAt.slice(0, 10)}: ${run.verdict}, ${run.failed} failed`;
  return (
    <a class={`mark ${color}`} href={href} title={words} aria-label={words}>
      {shape}
    </a>
  );
}

/** The requirements of an area; open if one is broken. */
function Area({ area, columns, fileOf }: BoardProps & { area: BoardArea }): ComponentChild {
  const broken = area.rows.filter(({ cells }) => cells.some((cell) => cell.broken > 0));
  return (
    <details class="area" id={`area-${area.area}`} open={broken.length > 0}>
      <summary>
        {area.area} <small>{plural(area.rows.length, "requirement")}</small>
        {broken.length === 0 ? null : <small>, {broken.length} broken</small>}
      </summary>
      <ScrollRegion label={`Requirements of the area ${area.area}`}>
        <table class="board">
          <Heads columns={columns} fileOf={fileOf} />
          <tbody>
            {[...broken, ...area.rows.filter((row) => !broken.includes(row))].map(
              ({ requirement, level, cells }) => (
                <tr>
                  <th scope="row">
                    {requirement} <small>{level}</small>
                  </th>
                  {cells.map((cell, index) => (
                    <td>
                      <Cell
                        cell={cell}
                        requirement={requirement}
                        file={fileOf(columns[index]?.report ?? 0)}
                      />
                    </td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

interface CellProps {
  readonly cell: BoardCell;
  readonly requirement: string;
  readonly file: string;
}

/** A link to the card of that report, or to the requirement where it has none. */
function Cell({ cell, requirement, file }: CellProps): ComponentChild {
  const mark = markOfCell(cell);
  if (mark === null) return <OutcomeMark mark={null} />;
  const hasCard = cell.broken > 0 || cell.status === "waived";
  const words = `${requirement}: ${mark.meaning}${cell.broken === 0 ? "" : ` in ${cell.broken} of ${plural(cell.checks, "check")}`}`;
  return (
    <a
      class={`mark ${mark.color}`}
      href={`${file}#${hasCard ? "card-" : ""}${requirement}`}
      title={words}
      aria-label={words}
    >
      {mark.shape}
    </a>
  );
}
