import { type JsonObject, objectAt } from "../../contracts/json.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import { type DescribedSurface, describedSurface } from "../../description/operations.ts";
import { describeSurface } from "../../reference/description/document.ts";

/** A copy of what the reference server says of itself, which a test may change. */
export function referenceDocument(
  surface: Surface,
  change: (document: Record<string, unknown>) => void = () => {},
) {
  const document = JSON.parse(JSON.stringify(describeSurface(surface, "")));
  change(document);
  return document;
}

/** A description with one operation that has these query parameters. */
export function describedWith(
  path: string,
  parameters: readonly (JsonObject & { readonly name: string })[],
): DescribedSurface {
  const schema = { type: "string" };
  return describedSurface({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      [path]: {
        get: {
          parameters: parameters.map((one) => ({ in: "query", schema, ...one })),
          responses: { 200: { description: "fine" } },
        },
      },
    },
  });
}

/** The GET operation at a path; for tests that know that it is there. */
export function getAt(document: JsonObject, path: string): JsonObject {
  return objectAt(objectAt(objectAt(document, "paths"), path), "get");
}
