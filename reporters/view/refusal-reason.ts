import { isObject, textAt } from "../../contracts/json.ts";
import type { Finding } from "../../contracts/vocabulary.ts";
import type { ReportExchange } from "../model/report.ts";
import { shortLine } from "../text/short-line.ts";

const longest = 100;

/**
 * What a server says of a refusal or of a failure that is found to be wrong, which often is its cause: the message of
 * an error envelope or of problem details. One line that is safe to print; null if the status is as expected, or if
 * the response says nothing.
 */
export function refusalReason(
  finding: Finding | undefined,
  exchange: ReportExchange | null | undefined,
): string | null {
  const response = exchange?.response ?? null;
  if (finding?.path !== "status" || response === null || response.status < 400) return null;
  const text = response.truncated ? null : messageIn(response.body);
  return text === null ? null : shortLine(text, longest);
}

function messageIn(body: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const [first] = Array.isArray(value.errors) ? value.errors : [];
  const said = [
    isObject(first) ? textAt(first, "message") : null,
    ...["message", "detail", "title"].map((name) => textAt(value, name)),
  ];
  return said.find((one) => one !== null && one.trim() !== "") ?? null;
}
