import { type ComponentChild, h } from "preact";
import { group } from "../../../contracts/group.ts";
import type { Requirement } from "../../../contracts/register.ts";
import { markOf, marks } from "../../model/matrix.ts";
import type { ReportResult } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import { OutcomeMark } from "./outcome-mark.ts";
import { filterable, type PageProps, type PageSection } from "./section.ts";

type Results = ReadonlyMap<string, readonly ReportResult[]>;

/**
 * The clauses of the specification in its order, each with its requirements and what came of them. A
 * requirement stands under the clause that states it, and is named under the others that it rests on.
 */
export function coverageSection({ report, register }: PageProps): PageSection {
  const results = group(report.results, ({ requirement }) => requirement);
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
    body: h(
      "div",
      { class: "coverage" },
      clauses.map((clause) => clauseView(clause, requirements, results)),
    ),
  };
}

function clauseView(
  clause: string,
  requirements: readonly Requirement[],
  results: Results,
): ComponentChild {
  const resting = requirements.filter(({ clauses }) => clauses.includes(clause));
  const isStated = ({ clauses, notTested }: Requirement) =>
    clauses[0] === clause && notTested === null;
  const stated = resting.filter(isStated);
  const others = resting.filter((one) => !isStated(one));
  return h(
    "section",
    { class: "clause" },
    h("h3", null, clause),
    stated.length === 0
      ? null
      : h(
          "ul",
          null,
          stated.map((one) => requirementLine(one, results.get(one.id) ?? [])),
        ),
    others.length === 0 ? null : h("p", { class: "see" }, "see ", named(others)),
  );
}

function named(requirements: readonly Requirement[]): readonly ComponentChild[] {
  return requirements.flatMap(({ id, notTested }, index) => [
    index === 0 ? "" : ", ",
    h("a", { href: `#${id}` }, id),
    notTested === null ? "" : " (not tested)",
  ]);
}

function requirementLine(
  { id, area, level, statement }: Requirement,
  results: readonly ReportResult[],
): ComponentChild {
  const worst = markOf(results);
  const statuses = new Set(results.map(({ status }) => status));
  const outcome = results.length === 0 ? "none" : [...statuses].join(" ");
  const broken = statuses.has("fail") || statuses.has("warn") || statuses.has("waived");
  return h(
    "li",
    { id, class: "requirement", ...filterable({ area, level, outcome }) },
    worst === null
      ? h(
          "span",
          { class: "mark none", title: "not selected" },
          "·",
          h("span", { class: "heard" }, "not selected"),
        )
      : OutcomeMark({ mark: worst }),
    " ",
    broken ? h("a", { href: `#card-${id}` }, id) : h("b", null, id),
    h("small", null, ` ${level}`),
    h("span", { class: "counts" }, counts(results)),
    h("span", { class: "statement" }, statement),
  );
}

function counts(results: readonly ReportResult[]): string {
  if (results.length === 0) return "not selected";
  return marks
    .flatMap((mark) => {
      const count = results.filter((one) => markOf([one]) === mark).length;
      return count === 0 ? [] : [`${count} ${mark.meaning}`];
    })
    .join(", ");
}

/** What no client can observe, and why. */
export function notTestedSection({ report }: PageProps): PageSection | null {
  if (report.notTested.length === 0) return null;
  return {
    id: "not-tested",
    title: "Not tested",
    count: plural(report.notTested.length, "requirement"),
    body: h(
      "ul",
      { class: "plain" },
      report.notTested.map(({ requirement, clause, reason }) =>
        h(
          "li",
          { id: requirement, class: "requirement" },
          h("b", null, requirement),
          h("small", null, ` ${clause}`),
          h("span", { class: "statement" }, reason),
        ),
      ),
    ),
  };
}
