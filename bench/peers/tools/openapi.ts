import { isObject, type JsonObject, objectAt } from "../../../contracts/json.ts";

/** What a reference in a document leads to; anything else stands for itself. */
export function resolved(description: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== "string") return value;
  return value.$ref.split("/").slice(1).reduce<unknown>(objectAt, description);
}

/** The GET operation of an endpoint. */
export function operationOf(description: unknown, endpoint: string): JsonObject {
  return objectAt(objectAt(objectAt(description, "paths"), endpoint), "get");
}

/** The JSON bodies of an operation's responses by status, or `default`: `schema` and `examples`. */
export function jsonResponses(
  description: unknown,
  endpoint: string,
): Readonly<Record<string, JsonObject>> {
  const responses = objectAt(operationOf(description, endpoint), "responses");
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const content = objectAt(resolved(description, response), "content");
      return [status, objectAt(content, "application/json")];
    }),
  );
}

/** A copy of a document in which each object is what `edit` makes of it, from the innermost to the outermost. */
export function edited(value: unknown, edit: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((entry) => edited(entry, edit));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, edited(member, edit)]);
  return edit(Object.fromEntries(members));
}

/** Every object may have unlisted members: some tools refuse them unless the schema says otherwise. */
export function open(object: JsonObject): JsonObject {
  return object.type === "object" ? { additionalProperties: true, ...object } : object;
}
