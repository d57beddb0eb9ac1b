import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext } from "../engine/check.ts";
import { role } from "./ordinary-requests.ts";

/** What was sent under the name of a role of publisher search, where it was sent once; else null. */
export function sentAs(
  { spec: { query } }: Exchange,
  roleName: "limit" | "query",
  context: CheckContext,
): string | null {
  const name = role(context, "publishers", roleName);
  const values = query.filter(([sent]) => sent === name).map(([, value]) => value);
  return values.length === 1 ? (values[0] ?? null) : null;
}

const decimal = /^-?\d{1,30}(\.\d*[1-9])?$/;

/** Whether a text is certain to be a number of results that may be asked for. */
export function isGoodResultCount(text: string | null): boolean {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100;
}

/** Whether a text is certain to be a number, and none that may be asked for. */
export function isBadResultCount(text: string | null): boolean {
  if (text === null || !decimal.test(text)) return false;
  const count = Number(text);
  return !Number.isInteger(count) || count < 1 || count > 100;
}
