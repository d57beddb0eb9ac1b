import type { ComponentChild } from "preact";
import { areas } from "../../../contracts/areas.ts";
import { group } from "../../../contracts/group.ts";
import type { Requirement } from "../../../contracts/register.ts";
import type { ReportResult } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import { markOf, marks } from "../../view/matrix.ts";
import type { CellMasks } from "./cell-masks.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { filterable, type PageProps, type PageSection } from "./section.tsx";

type Results = ReadonlyMap<string, readonly ReportResult[]>;

/** A bar for each area, which opens its requirements under the clauses that state them. */
export function coverageSection({ view, masks }: PageProps): PageSection {
  const { register, resultsByRequirement: results } = view;
  const { requirements } = register;
  const testable = requirements.filter(({ notTested }) => notTested === null);
  const judged = testable.filter(({ id }) => results.has(id));
  return {
    id: "coverage",
    title: "Coverage",
    count: `${judged.length} of ${plural(testable.length, "requirement")} selected`,
    folded: true,
    body: areas.map((area) => (
      <Area
        area={area}
        requirements={testable.filter((one) => one.area === area)}
        results={results}
        masks={masks}
      />
    )),
  };
}

interface AreaProps {
  readonly area: string;
  readonly requirements: readonly Requirement[];
  readonly results: Results;
  readonly masks: CellMasks;
}

function Area({ area, requirements, results, masks }: AreaProps): ComponentChild {
  if (requirements.length === 0) return null;
  const clauses = [...group(requirements, ({ clauses: [first = ""] }) => first)];
  return (
    <details class="area">
      <summary>
        <span class="name">{area}</span> <Bar requirements={requirements} results={results} />{" "}
        <small>{tally(requirements, results)}</small>
      </summary>
      <div class="coverage">
        {clauses.map(([clause, stated]) => (
          <section class="clause">
            <h3>{clause}</h3>
            <ul>
              {stated.map((one) => (
                <RequirementLine
                  requirement={one}
                  results={results.get(one.id) ?? []}
                  masks={masks}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}

/** How many requirements have which mark as the most severe of their results; null is not selected. */
function counted(requirements: readonly Requirement[], results: Results) {
  const worst = requirements.map(({ id }) => markOf(results.get(id) ?? []));
  return [...marks, null].flatMap((mark) => {
    const count = worst.filter((one) => one === mark).length;
    return count === 0 ? [] : [{ mark, count }];
  });
}

function tally(requirements: readonly Requirement[], results: Results): string {
  return counted(requirements, results)
    .map(({ mark, count }) => `${count} ${mark?.meaning ?? "not selected"}`)
    .join(", ");
}

const barWidth = 160;

/** A share of a bar for each outcome; the words after it say the same. */
function Bar({ requirements, results }: Pick<AreaProps, "requirements" | "results">) {
  const parts = counted(requirements, results);
  let from = 0;
  return (
    <svg class="share" viewBox={`0 0 ${barWidth} 10`} aria-hidden="true">
      {parts.map(({ mark, count }) => {
        const x = from;
        from += (barWidth * count) / requirements.length;
        return <rect class={mark?.color ?? "none"} x={x} width={from - x} height="10" />;
      })}
    </svg>
  );
}

interface RequirementLineProps {
  readonly requirement: Requirement;
  readonly results: readonly ReportResult[];
  readonly masks: CellMasks;
}

function RequirementLine({ requirement, results, masks }: RequirementLineProps): ComponentChild {
  const { id, area, level, statement, clauses } = requirement;
  const worst = markOf(results);
  const statuses = new Set(results.map(({ status }) => status));
  const outcomes = results.length === 0 ? "none:0" : masks.outcomesOf(results);
  const broken = statuses.has("fail") || statuses.has("warn") || statuses.has("waived");
  return (
    <li id={id} class="requirement" {...filterable({ area, level, outcomes })}>
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
      {clauses.length < 2 ? null : (
        <span class="statement">also: {clauses.slice(1).join("; ")}</span>
      )}
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
    folded: true,
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
