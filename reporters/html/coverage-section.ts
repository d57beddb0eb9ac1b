import { type ComponentChild, h } from "preact";
import { group } from "../../contracts/group.ts";
import type { Requirement } from "../../contracts/register.ts";
import { markOf, marks } from "../matrix.ts";
import type { ReportResult } from "../report.ts";
import { plural } from "../verdict-text.ts";
import { OutcomeMark } from "./outcome-mark.ts";
import { filterable, type PageProps, type PageSection } from "./section.ts";

/** The clauses of the specification, each with its requirements and what came of them. */
export function coverageSection({ report, register }: PageProps): PageSection {
  const results = group(report.results, ({ requirement }) => requirement);
  const testable = register.requirements.filter(({ notTested }) => notTested === null);
  // A requirement stands under the clause that states it, once.
  const byClause = group(testable, ({ clauses }) => clauses[0] ?? "");
  const judged = testable.filter(({ id }) => results.has(id));
  return {
    id: "coverage",
    title: "Coverage",
    count: `${judged.length} of ${plural(testable.length, "requirement")} selected`,
    body: h(
      "div",
      { class: "coverage" },
      [...byClause].map(([clause, requirements]) =>
        h(
          "section",
          { class: "clause" },
          h("h3", null, clause),
          h(
            "ul",
            null,
            requirements.map((one) => requirementLine(one, results.get(one.id) ?? [])),
          ),
        ),
      ),
    ),
  };
}

function requirementLine(
  { id, area, level, statement, clauses }: Requirement,
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
    clauses.length > 1
      ? h("small", { class: "also" }, `also: ${clauses.slice(1).join("; ")}`)
      : null,
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
