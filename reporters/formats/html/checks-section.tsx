import type { ComponentChild } from "preact";
import { group } from "../../../contracts/group.ts";
import type { ReportResult } from "../../model/report.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";
import { type MatrixSquare, markOf } from "../../view/matrix.ts";
import { endpointName } from "./cell-masks.ts";
import type { Detail } from "./detail.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { areaOf, filterable, type PageProps, type PageSection } from "./section.tsx";

/** Characters of what a check found in the list of checks; its card has more. */
const longestMessage = 140;

/** The checks of every square, folded. */
export function checksSection(props: PageProps): PageSection | null {
  const squares = props.view.matrix
    .flatMap(({ rows }) => rows.flatMap((row) => row.squares))
    .filter((square) => square !== null)
    .filter(({ results }) => results.length > 0);
  if (squares.length === 0) return null;
  return {
    id: "checks",
    title: "Checks by cell",
    count: plural(props.view.report.results.length, "check"),
    folded: true,
    body: (
      <>
        {props.detail.messages ? null : (
          <p class="quiet">The findings of each check are in its card and in report.json.</p>
        )}
        {squares.map((square) => (
          <SquareChecks square={square} {...props} />
        ))}
      </>
    ),
  };
}

function SquareChecks({ square, detail, masks }: PageProps & { square: MatrixSquare }) {
  const { surface, endpoint, version, results } = square;
  const bad = results.filter(({ status }) => status !== "pass").length;
  const checks = plural(results.length, "check");
  return (
    <details class="cell" data-square={`${endpointName(square)}|${version}`}>
      <summary>
        <OutcomeMark mark={markOf(results)} /> {surface} <code>{endpoint}</code> at {version}{" "}
        <small>{bad === 0 ? checks : `${bad} of ${checks} not passed`}</small>
      </summary>
      <ul class="checks">
        {failuresFirst([
          ...group(results, ({ requirement, status }) => `${requirement} ${status}`).values(),
        ]).map((same) => (
          <CheckLine results={same} outcomes={masks.outcomesOf(same)} detail={detail} />
        ))}
      </ul>
    </details>
  );
}

function failuresFirst(lines: readonly (readonly ReportResult[])[]) {
  const isPass = ([first]: readonly ReportResult[]) => first?.status === "pass";
  return [...lines.filter((line) => !isPass(line)), ...lines.filter(isPass)];
}

interface CheckLineProps {
  /** Of one requirement in one square, with one outcome. */
  readonly results: readonly ReportResult[];
  readonly outcomes: string;
  readonly detail: Detail;
}

function CheckLine({ results, outcomes, detail }: CheckLineProps): ComponentChild {
  const [first] = results;
  if (first === undefined) return null;
  const { requirement, level, status, message } = first;
  const mark = markOf([first]);
  const styles = results.flatMap(({ auth }) => auth ?? []).join(", ");
  return (
    <li {...filterable({ area: areaOf(requirement), level, outcomes })}>
      {/* Thousands of these lines: the outcome is heard from the words after it. */}
      <b class={`mark ${mark?.color}`} aria-hidden="true">
        {mark?.shape}
      </b>{" "}
      <a href={`#${requirement}`}>{requirement}</a>
      <small>
        {" "}
        {status === "pass" ? "" : `${status}, `}
        {level}
        {styles === "" ? "" : `, ${styles}`}
      </small>
      {message === "" || !detail.messages ? null : (
        <span class="said"> {shortLine(message, longestMessage)}</span>
      )}
    </li>
  );
}
