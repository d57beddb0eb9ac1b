import { treeProblem } from "../../contracts/tree-problem.ts";
import type { ReportExchange } from "../model/report.ts";
import { type BodyDetail, type BodyLine, bodyLines } from "./body-lines.ts";
import { excerpt } from "./excerpt.ts";

/**
 * The body of a response line by line, cut around what findings point at: as JSON if it is JSON, otherwise as the
 * text that was received.
 *
 * @param pointers JSON pointers of findings
 */
export function answerLines(
  response: NonNullable<ReportExchange["response"]>,
  pointers: readonly string[],
  detail: BodyDetail,
): readonly BodyLine[] {
  const { body, truncated } = response;
  const parsed = truncated ? null : parse(body);
  if (parsed !== null) return bodyLines(parsed.value, pointers, detail);
  return excerpt(body === "" ? "(an empty body)" : body, pointers[0] ?? null, truncated)
    .split("\n")
    .map((text) => ({ depth: 0, text, marked: pointers.includes("") }));
}

/** A body that is nested deeper is shown as the text that was received: drawing a tree would exhaust the stack. */
const drawn = { values: Number.POSITIVE_INFINITY, depth: 1000 };

function parse(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return treeProblem(value, drawn) === null ? { value } : null;
  } catch {
    return null;
  }
}
