import type { ComponentChild } from "preact";
import type { Requirement } from "../../../contracts/register.ts";
import { markOf, marks } from "../../model/matrix.ts";
import type { ReportResult } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { filterable, type PageProps, type PageSection } from "./section.tsx";

type Results = ReadonlyMap<string, readonly ReportResult[]>;

/**
 * The clauses of the specification in its order, each with its requirements and their results. A
 * requirement is listed under the clause that states it, and linked from the other clauses that it depends on.
 */
export function coverageSection({ view }: PageProps): PageSection {
  const { register, resultsByRequirement: results } = view;
  const { requirements } = register;
  // A row that only requirements on its whole table cover is shown with the table.
  const addressed = new Set(requirements.flatMap(({ clauses }) => clauses));
  const clauses = register.clauses.filter((clause) => addressed.has(clause));
  const testable = requirements.filter(({ notTested }) => notTested === null);
  const judged = testable.filter(({ id }) => results.has(id));
  return {
    id: "coverage",
    title: "Coverage",
    count: `${judged.length} of ${plural(testable.length, "requirement")} selected`,
    body: (
      <div class="coverage">
        {clauses.map((clause) => (
          <Clause clause={clause} requirements={requirements} results={results} />
        ))}
      </div>
    ),
  };
}

interface ClauseProps {
  readonly clause: string;
  readonly requirements: readonly Requirement[];
  readonly results: Results;
}

function Clause({ clause, requirements, results }: ClauseProps): ComponentChild {
  const resting = requirements.filter(({ clauses }) => clauses.includes(clause));
  const isStated = ({ clauses, notTested }: Requirement) =>
    clauses[0] === clause && notTested === null;
  const stated = resting.filter(isStated);
  const others = resting.filter((one) => !isStated(one));
  return (
    <section class="clause">
      <h3>{clause}</h3>
      {stated.length === 0 ? null : (
        <ul>
          {stated.map((one) => (
            <RequirementLine requirement={one} results={results.get(one.id) ?? []} />
          ))}
        </ul>
      )}
      {others.length === 0 ? null : <p class="see">see {named(others)}</p>}
    </section>
  );
}

function named(requirements: readonly Requirement[]): readonly ComponentChild[] {
  return requirements.flatMap(({ id, notTested }, index) => [
    index === 0 ? "" : ", ",
    <a href={`#${id}`}>{id}</a>,
    notTested === null ? "" : " (not tested)",
  ]);
}

interface RequirementLineProps {
  readonly requirement: Requirement;
  readonly results: readonly ReportResult[];
}

function RequirementLine({ requirement, results }: RequirementLineProps): ComponentChild {
  const { id, area, level, statement } = requirement;
  const worst = markOf(results);
  const statuses = new Set(results.map(({ status }) => status));
  const outcome = results.length === 0 ? "none" : [...statuses].join(" ");
  const broken = statuses.has("fail") || statuses.has("warn") || statuses.has("waived");
  return (
    <li id={id} class="requirement" {...filterable({ area, level, outcome })}>
      {worst === null ? (
        <span class="mark none" title="not selected">
          ·<span class="heard">not selected</span>
        </span>
      ) : (
        <OutcomeMark mark={worst} />
      )}{" "}
      {broken ? <a href={`#card-${id}`}>{id}</a> : <b>{id}</b>}
      <small> {level}</small>
      <span class="counts">{counts(results)}</span>
      <span class="statement">{statement}</span>
    </li>
  );
}

function counts(results: readonly ReportResult[]): string {
  if (results.length === 0) return "not selected";
  const responses = results.reduce((sum, one) => sum + one.exchanges.length + (one.also ?? 0), 0);
  const outcomes = marks
    .flatMap((mark) => {
      const count = results.filter((one) => markOf([one]) === mark).length;
      return count === 0 ? [] : [`${count} ${mark.meaning}`];
    })
    .join(", ");
  return responses === 0 ? outcomes : `${outcomes}, from ${plural(responses, "response")}`;
}

/** What no client can observe, and why. */
export function notTestedSection({ view }: PageProps): PageSection | null {
  const { report } = view;
  if (report.notTested.length === 0) return null;
  return {
    id: "not-tested",
    title: "Not tested",
    count: plural(report.notTested.length, "requirement"),
    body: (
      <ul class="plain">
        {report.notTested.map(({ requirement, clause, reason }) => (
          <li id={requirement} class="requirement">
            <b>{requirement}</b>
            <small> {clause}</small>
            <span class="statement">{reason}</span>
          </li>
        ))}
      </ul>
    ),
  };
}
