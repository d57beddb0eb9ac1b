import type { Surface } from "../../contracts/vocabulary.ts";
import { descriptionPath } from "../description/path.ts";
import { editableAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

export type Editable = Record<string, unknown>;

/** A fault in the description only; the responses are unchanged. */
export function says(
  name: string,
  breaks: string,
  where: { readonly surface: Surface; readonly seenAt: readonly string[] },
  sentence: string,
  change: (document: Editable) => void,
  also: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: `description.${breaks}`,
    ...(also.length === 0 ? {} : { also: also.map((slug) => `description.${slug}`) }),
    cells: { surface: where.surface, endpoint: descriptionPath },
    seenAt: where.seenAt,
    sentence,
    response({ body }) {
      const document = editableAt(body);
      if (document !== null) change(document);
    },
  };
}

export function partAt(document: Editable, ...path: readonly string[]): Editable {
  const found = editableAt(document, ...path);
  if (found === null) throw new Error(`the description has no ${path.join(".")}`);
  return found;
}

export function get(document: Editable, path: string): Editable {
  return partAt(document, "paths", path, "get");
}

export function parameter(document: Editable, path: string, name: string): Editable {
  const { parameters } = get(document, path);
  const list: readonly Editable[] = Array.isArray(parameters) ? parameters : [];
  const found = list.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the description has no ${name} at ${path}`);
  return found;
}

export function schemaOf(document: Editable, path: string, name: string): Editable {
  return partAt(parameter(document, path, name), "schema");
}

export function withoutParameter(document: Editable, path: string, name: string): void {
  const operation = get(document, path);
  const { parameters } = operation;
  const list: readonly Editable[] = Array.isArray(parameters) ? parameters : [];
  operation.parameters = list.filter((one) => one.name !== name);
}

export function properties(
  document: Editable,
  schema: string,
  ...path: readonly string[]
): Editable {
  return partAt(document, "components", "schemas", schema, ...path, "properties");
}

export const aggregator = ["/search", "/topics", "/geolocation", "/ping"];
export const news = [
  "/search/articles",
  "/search/publishers",
  "/info/countries",
  "/info/topics",
  "/ping",
];
export const guarded = (paths: readonly string[]) => paths.filter((path) => path !== "/ping");
export const of = (surface: Surface, ...seenAt: readonly string[]) => ({ surface, seenAt });
export const operations = (document: Editable) => Object.values(partAt(document, "paths"));
