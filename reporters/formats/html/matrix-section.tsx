import type { ComponentChild } from "preact";
import { group } from "../../../contracts/group.ts";
import { type Cell, surfaces } from "../../../contracts/vocabulary.ts";
import { columnsOfSquare, markOf, marks } from "../../model/matrix.ts";
import { compareVersions } from "../../model/order.ts";
import type { ReportEndpoint, ReportResult } from "../../model/report.ts";
import { anyJudged } from "../../model/summary.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import type { Detail } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

type Square = Omit<Cell, "auth">;

/** Characters of what a check found in the list of checks; its card has more. */
const longestMessage = 140;

/** `cell-news-search-articles-2024-01-01`: where the checks of a square stand. */
function idOf({ surface, endpoint, version }: Square): string {
  return `cell-${surface}${endpoint.replaceAll("/", "-")}-${version}`;
}

function nameOf({ surface, endpoint, version }: Square): string {
  return `${surface} ${endpoint} ${version}`;
}

/** Endpoints down, versions across, each square split by auth style; a square opens its checks. */
export function matrixSection({ report }: PageProps): PageSection | null {
  if (!anyJudged(report)) return null;
  const results = group(report.results, nameOf);
  const tables = surfaces
    .map((surface) => report.endpoints.filter((row) => row.surface === surface))
    .filter((rows) => rows.length > 0)
    .map((rows) => table(rows, results));
  return {
    id: "matrix",
    title: "Matrix",
    count: null,
    body: [
      <p class="legend">
        {marks.map((mark) => (
          <span>
            <OutcomeMark mark={mark} /> {mark.meaning}
          </span>
        ))}
      </p>,
      <p class="quiet">
        Each square, from left to right: no style in particular, api-key, x-api-key, bearer. A
        square opens its checks.
      </p>,
      ...tables,
    ],
  };
}

function table(
  rows: readonly ReportEndpoint[],
  results: ReadonlyMap<string, readonly ReportResult[]>,
): ComponentChild {
  const surface = rows[0]?.surface ?? "";
  const versions = [...new Set(rows.flatMap((row) => row.versions))].sort(compareVersions);
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
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <code>{row.endpoint}</code>
              </th>
              {versions.map((version) => {
                const square = { surface: row.surface, endpoint: row.endpoint, version };
                const here = results.get(nameOf(square)) ?? [];
                return <td>{here.length === 0 ? null : squareLink(square, here)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function squareLink(square: Square, here: readonly ReportResult[]): ComponentChild {
  return (
    <a href={`#${idOf(square)}`} class="square">
      <span class="heard">
        {square.endpoint} at {square.version}:{" "}
      </span>
      {columnsOfSquare.map((auth) => (
        <OutcomeMark
          mark={markOf(here.filter((one) => one.auth === auth))}
          title={auth ?? "no style in particular"}
        />
      ))}
    </a>
  );
}

/** The checks of every square, folded. */
export function checksSection({ report, detail }: PageProps): PageSection | null {
  const squares = report.endpoints.flatMap(({ surface, endpoint, versions }) =>
    versions.map((version) => ({ surface, endpoint, version })),
  );
  const results = group(report.results, nameOf);
  const listed = squares.flatMap((square) => {
    const here = results.get(nameOf(square)) ?? [];
    return here.length === 0 ? [] : [checksOf(square, here, detail)];
  });
  if (listed.length === 0) return null;
  const notes = !detail.messages
    ? [<p class="quiet">What each check found stands in the cards and in report.json.</p>]
    : [];
  return {
    id: "checks",
    title: "Checks by cell",
    count: plural(report.results.length, "check"),
    body: [...notes, ...listed],
  };
}

function checksOf(square: Square, here: readonly ReportResult[], detail: Detail): ComponentChild {
  const bad = here.filter(({ status }) => status !== "pass").length;
  return (
    <details class="cell" id={idOf(square)}>
      <summary>
        <OutcomeMark mark={markOf(here)} /> {square.surface} <code>{square.endpoint}</code> at{" "}
        {square.version}{" "}
        <small>
          {bad === 0
            ? plural(here.length, "check")
            : `${bad} of ${plural(here.length, "check")} not passed`}
        </small>
      </summary>
      <ul class="checks">{here.map((one) => checkLine(one, detail))}</ul>
    </details>
  );
}

function checkLine(
  { requirement, level, auth, status, message }: ReportResult,
  detail: Detail,
): ComponentChild {
  const mark = markOf([{ status }]);
  return (
    <li {...filterable({ area: areaOf(requirement), level, outcome: status })}>
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
