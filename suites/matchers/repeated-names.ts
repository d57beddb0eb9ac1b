import { isObject } from "../../contracts/json.ts";
import { structureOf } from "../../contracts/json-values.ts";
import type { Found } from "../model/check.ts";

/**
 * Expects that no object of a body has two members of one name: some programs read the first one, some the last one,
 * and some neither (RFC 8259, section 4).
 * @param body as it was received
 * @param value the same, parsed, of which the last member of each name is left
 */
export function expectNamesOnce(body: Uint8Array, value: unknown): readonly Found[] {
  const everything = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };
  const lost = structureOf(body, everything).names - membersOf(value);
  if (lost <= 0) return [];
  const members = lost === 1 ? "a member" : `${lost} members`;
  return [
    {
      path: "body",
      expected: "member names that occur once in their object",
      actual: `${members} with the name of another one`,
    },
  ];
}

/** The number of members of all objects in a value. */
function membersOf(root: unknown): number {
  let members = 0;
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const entry of value) open.push(entry);
    else if (isObject(value))
      for (const name in value) {
        members += 1;
        open.push(value[name]);
      }
  }
  return members;
}
