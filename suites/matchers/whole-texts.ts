import { isObject, pointerToken } from "../../contracts/json.ts";
import type { Found } from "../model/check.ts";

/** One of the two surrogates that UTF-16 writes a character with, without the other. */
const half = /\p{Surrogate}/u;

/** In UTF-8 a body can have surrogates only as escapes, which are rare. */
const escapes = ["\\ud", "\\uD"].map((text) => Buffer.from(text));

/**
 * Expects that no text or name of a body has an unpaired surrogate: a server that cuts off texts may have cut through a
 * character.
 * @param body as it was received
 * @param value the same, parsed
 */
export function expectWholeTexts(body: Uint8Array, value: unknown): readonly Found[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!escapes.some((begin) => bytes.includes(begin))) return [];
  const path = pathOfHalf(value);
  if (path === null) return [];
  return [{ path, expected: "whole characters", actual: "a string with an unpaired surrogate" }];
}

function pathOfHalf(root: unknown): string | null {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value, path } = one;
    if (typeof value === "string" && half.test(value)) return path;
    if (Array.isArray(value))
      open.push(...value.map((entry, index) => ({ value: entry, path: `${path}/${index}` })));
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (half.test(name)) return path;
        open.push({ value: inner, path: path + pointerToken(name) });
      }
    }
  }
  return null;
}
