import { isObject, pointerToken } from "../../contracts/json.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { looksLikeOneOf } from "./data-in-body.ts";
import { entries, member } from "./json.ts";

type Lists = readonly (readonly [path: string, list: readonly unknown[]])[];

/**
 * The list of results; if the specification does not show the body, every list at its top level whose entries look like
 * results, or the body itself.
 */
export function likelyLists(body: unknown, context: CheckContext): Lists {
  const { surface, endpoint, list } = operationOf(context);
  if (list !== null) return [[pointerToken(list), entries(member(body, list))]];
  if (Array.isArray(body)) return [["", body]];
  if (!isObject(body)) return [];
  const shown = context.contracts.operation(surface, endpoint, defaultVersion)?.entries ?? null;
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && value.every((entry) => looksLikeOneOf(shown, entry))
      ? [[pointerToken(name), value] as const]
      : [],
  );
}
