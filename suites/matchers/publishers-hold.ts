import { describeValue } from "../../contracts/describe-value.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import type { Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { successBody } from "./answer.ts";
import { type JudgeFiltered, whereFound } from "./filtered-results.ts";
import { member } from "./json.ts";
import { itemsOf } from "./success-envelope.ts";

/** Every publisher has what was asked for. */
export function publishersHold(
  filter: "category" | "language",
  matches: (actual: string, wanted: string) => boolean,
): JudgeFiltered {
  return whereFound((filtered, context) => {
    const name = parameterName(context, "publishers", filter);
    const wanted = sentValue(filtered.spec, name) ?? "";
    return itemsOf(successBody(filtered), operationOf(context)).flatMap((publisher, index) =>
      expectHeld(publisher, `/publishers/${index}`, { filter, wanted, matches }),
    );
  });
}

interface HeldFilter {
  readonly filter: "category" | "language";
  readonly wanted: string;
  readonly matches: (actual: string, wanted: string) => boolean;
}

/** A publisher has what was asked for, if it states any. */
export function expectHeld(
  publisher: unknown,
  path: string,
  { filter, wanted, matches }: HeldFilter,
): readonly Found[] {
  const actual = member(publisher, filter);
  if (typeof actual !== "string" || matches(actual.toLowerCase(), wanted.toLowerCase())) return [];
  return [{ path: `${path}/${filter}`, expected: wanted, actual: describeValue(actual) }];
}

/** `en`, `en-GB` and `en_GB` are English; a name, or a code of another standard such as `eng`, is not compared. */
export function sameLanguage(actual: string, wanted: string): boolean {
  if (!/^[a-z]{2,3}([-_].*)?$/.test(actual)) return true;
  const [own = "", other = ""] = [actual, wanted].map((one) => one.split(/[-_]/)[0] ?? "");
  return own.length !== other.length || own === other;
}

/** What a program writes where it knows no category. */
const noCategory =
  /^(?:unknown|undefined|null|none|nil|n\/a|not available|un(?:categori[sz]ed|classified)|[-–—?]|)$/iu;

export const isNoCategory = (category: string): boolean => noCategory.test(category.trim());

/** Another requirement judges what stands for no category. */
export function sameCategory(actual: string, wanted: string): boolean {
  return actual === wanted || isNoCategory(actual);
}
