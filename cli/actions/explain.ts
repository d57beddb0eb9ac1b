import picocolors from "picocolors";
import type { Requirement } from "../../contracts/register.ts";
import { curlLine } from "../../harness/exchanges/curl.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { cellLines } from "../../reporters/model/cell-text.ts";
import { labelled, wrap } from "../../reporters/text/columns.ts";
import { readingText } from "../../reporters/text/reading-text.ts";
import { exemplarySurfaces, wholePlan } from "../../run/whole-plan.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { matchingRequirements } from "../options/matching-requirements.ts";
import type { Output } from "../output/output.ts";

/**
 * The requirement with this id, or all that a pattern matches in a few lines each.
 * @throws UsageError if there is none
 */
export function explainMatching(id: string, output: Output): string {
  const matching = matchingRequirements([id]);
  const [only] = matching;
  return matching.length === 1 && only !== undefined
    ? explain(only, output)
    : summarize(matching, output);
}

function summarize(requirements: readonly Requirement[], { color, width }: Output): string {
  const paint = picocolors.createColors(color);
  return requirements
    .map(({ id, level, statement }) =>
      [paint.bold(`${id} (${level})`), ...labelled("  ", statement, Math.min(width, 100))].join(
        "\n",
      ),
    )
    .join("\n");
}

function explain(requirement: Requirement, { color, width }: Output): string {
  const paint = picocolors.createColors(color);
  const row = (label: string, text: string | null) =>
    text === null || text === ""
      ? []
      : labelled(`${label.padEnd(12)} `, text, Math.min(width, 100));
  const planned = wholePlan().filter((one) => one.requirement.id === requirement.id);
  const requests = requestsOf(planned);
  const sent =
    requests.length > 0
      ? "Requests in one of its cells, with the parameter names of the reference server:"
      : "Nothing is sent: the description named by openapi or --openapi-… is judged.";
  return [
    paint.bold(`${requirement.id} (${requirement.level})`),
    "",
    ...row("statement", requirement.statement),
    ...row("clause", requirement.clause),
    ...row("reading", readingText(requirement.interpretation)),
    ...row("expected", requirement.expected),
    ...row("impact", requirement.impact),
    ...row("not tested", requirement.notTested),
    ...row("cells", cellLines(planned.map(({ cell }) => cell)).join("\n")),
    ...(planned.length === 0 ? [] : ["", ...wrap(sent, Math.min(width, 100))]),
    ...(requests.length === 0 ? [] : ["", ...requests.map((spec) => `  ${curl(spec)}`)]),
    ...(planned.length === 0 ? [] : ["", `npx news-conformance run --only ${requirement.id}`]),
  ].join("\n");
}

/** The requests of the cell with the most of them: they show best what the check does. */
function requestsOf(planned: readonly PlannedCheck[]): readonly RequestSpec[] {
  const [most] = [...planned].sort((a, b) => b.requests.length - a.requests.length);
  return [
    ...new Map((most?.requests ?? []).map((spec) => [canonicalRequest(spec), spec])).values(),
  ];
}

function curl(spec: RequestSpec): string {
  const surface = exemplarySurfaces[spec.surface];
  return surface === undefined ? "" : curlLine(spec, surface, []);
}
