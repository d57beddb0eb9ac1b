import type { ComponentChild } from "preact";
import {
  columnsOfSquare,
  type MatrixSquare,
  type MatrixTable,
  markOf,
  marks,
} from "../../model/matrix.ts";
import type { ReportResult } from "../../model/report.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import type { Detail } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

/** Characters of what a check found in the list of checks; its card has more. */
const longestMessage = 140;

/** `cell-news-search-articles-2024-01-01`: where the checks of a square stand. */
function idOf({ surface, endpoint, version }: MatrixSquare): string {
  return `cell-${surface}${endpoint.replaceAll("/", "-")}-${version}`;
}

/** Endpoints down, versions across, each square split by auth style; a square opens its checks. */
export function matrixSection({ view }: PageProps): PageSection | null {
  if (!view.anyJudged) return null;
  return {
    id: "matrix",
    title: "Matrix",
    count: null,
    body: (
      <>
        <p class="legend">
          {marks.map((mark) => (
            <span>
              <OutcomeMark mark={mark} /> {mark.meaning}
            </span>
          ))}
        </p>
        <p class="quiet">
          Each square, from left to right: {columnsOfSquare.join(", ")}. A square opens its checks.
        </p>
        {view.matrix.map((table) => (
          <Matrix {...table} />
        ))}
      </>
    ),
  };
}

function Matrix({ surface, versions, rows }: MatrixTable): ComponentChild {
  return (
    <ScrollRegion label={`Matrix of the ${surface} surface`}>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">{surface}</th>
            {versions.map((version) => (
              <th scope="col">{version}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ endpoint, squares }) => (
            <tr>
              <th scope="row">
                <code>{endpoint}</code>
              </th>
              {squares.map((square) => (
                <td>
                  {square === null || square.results.length === 0 ? null : (
                    <SquareLink {...square} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SquareLink(square: MatrixSquare): ComponentChild {
  return (
    <a href={`#${idOf(square)}`} class="square">
      <span class="heard">
        {square.endpoint} at {square.version}:{" "}
      </span>
      {square.marks.map((mark, index) => (
        <OutcomeMark mark={mark} title={columnsOfSquare[index] ?? ""} />
      ))}
    </a>
  );
}

/** The checks of every square, folded. */
export function checksSection({ view, detail }: PageProps): PageSection | null {
  const squares = view.matrix
    .flatMap(({ rows }) => rows.flatMap((row) => row.squares))
    .filter((square) => square !== null)
    .filter(({ results }) => results.length > 0);
  if (squares.length === 0) return null;
  return {
    id: "checks",
    title: "Checks by cell",
    count: plural(view.report.results.length, "check"),
    body: (
      <>
        {detail.messages ? null : (
          <p class="quiet">The findings of each check are in its card and in report.json.</p>
        )}
        {squares.map((square) => (
          <SquareChecks square={square} detail={detail} />
        ))}
      </>
    ),
  };
}

function SquareChecks({ square, detail }: { square: MatrixSquare; detail: Detail }) {
  const { surface, endpoint, version, results } = square;
  const bad = results.filter(({ status }) => status !== "pass").length;
  const checks = plural(results.length, "check");
  return (
    <details class="cell" id={idOf(square)}>
      <summary>
        <OutcomeMark mark={markOf(results)} /> {surface} <code>{endpoint}</code> at {version}{" "}
        <small>{bad === 0 ? checks : `${bad} of ${checks} not passed`}</small>
      </summary>
      <ul class="checks">
        {results.map((result) => (
          <CheckLine result={result} detail={detail} />
        ))}
      </ul>
    </details>
  );
}

function CheckLine({ result, detail }: { result: ReportResult; detail: Detail }): ComponentChild {
  const { requirement, level, auth, status, message } = result;
  const mark = markOf([result]);
  return (
    <li {...filterable({ area: areaOf(requirement), level, outcome: status })}>
      {/* Thousands of these lines: the outcome is heard from the words behind it. */}
      <b class={`mark ${mark?.color}`} aria-hidden="true">
        {mark?.shape}
      </b>{" "}
      <a href={`#${requirement}`}>{requirement}</a>
      <small>
        {" "}
        {status === "pass" ? "" : `${status}, `}
        {level}
        {auth === null ? "" : `, ${auth}`}
      </small>
      {message === "" || !detail.messages ? null : (
        <span class="said"> {shortLine(message, longestMessage)}</span>
      )}
    </li>
  );
}
