import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { isObject, pointerToken } from "../../contracts/json.ts";
import type { Found } from "../check.ts";
import { member } from "./json.ts";
import { itemsOf } from "./success-envelope.ts";

/** Where the total of an aggregator body stands, by envelope, and what stands there. */
export function totalOf(
  body: unknown,
  operation: Operation,
): { readonly path: string; readonly value: number } | null {
  const [path, value] = hasMetadata(operation)
    ? ["/metadata/total_hits", member(member(body, "metadata"), "total_hits")]
    : operation.requiredMembers.includes("totalHits")
      ? ["/totalHits", member(body, "totalHits")]
      : ["/total", member(body, "total")];
  return typeof value === "number" ? { path, value } : null;
}

/** The total is at least the number of items in the page. */
export function totalCoversItems(body: unknown, operation: Operation): readonly Found[] {
  const total = totalOf(body, operation);
  const items = itemsOf(body, operation).length;
  if (total === null || total.value >= items) return [];
  return [
    {
      path: total.path,
      expected: `at least ${items}, the number of items in the page`,
      actual: String(total.value),
    },
  ];
}

/** A number of the 2024-01-01 envelope; null where it is none. */
export function count(body: unknown, name: string): number | null {
  const value = member(body, name);
  return typeof value === "number" ? value : null;
}

/** Every place of a member outside the items and outside `parameters`. */
export function placesOf(
  body: unknown,
  name: string,
  operation: Operation,
): readonly { readonly path: string; readonly value: unknown }[] {
  const places: { path: string; value: unknown }[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, path + pointerToken(String(index)));
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === "parameters" || (path === "" && key === operation.list)) continue;
        if (key === name) places.push({ path: path + pointerToken(key), value: inner });
        walk(inner, path + pointerToken(key));
      }
    }
  };
  walk(body, "");
  return places;
}

/** The pagination members beside metadata are integers at every place. */
export function paginationIntegers(body: unknown, operation: Operation): readonly Found[] {
  return ["hits_per_page", "total_pages"].flatMap((name) =>
    placesOf(body, name, operation)
      .filter(({ value }) => !Number.isInteger(value))
      .map(({ path, value }) => ({ path, expected: "integer", actual: describeValue(value) })),
  );
}
