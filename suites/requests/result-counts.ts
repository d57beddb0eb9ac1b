import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";

/**
 * The numbers of publishers that are requested: the lowest, the highest and one between, which the older version is
 * asked for with all parameters; without the version header only that one.
 */
export function goodResultCounts(context: CheckContext): readonly string[] {
  if (context.cell.version === defaultVersion) return ["37"];
  return hasMetadata(operationOf(context)) ? ["1", "37", "100"] : ["1", "100"];
}

const decimal = /^-?\d{1,30}(\.\d*[1-9])?$/;

/** Whether a text is certainly a valid number of results. */
export function isGoodResultCount(text: string | null): boolean {
  return text !== null && /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100;
}

/** Whether a text is certainly a number and not a valid number of results. */
export function isBadResultCount(text: string | null): boolean {
  if (text === null || !decimal.test(text)) return false;
  const count = Number(text);
  return !Number.isInteger(count) || count < 1 || count > 100;
}
