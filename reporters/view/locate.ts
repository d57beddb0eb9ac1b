import { pointerNames } from "../../contracts/json.ts";

/**
 * The index in a body's own text at which the value begins that a JSON pointer names; for a pointer whose last members
 * are missing, the index of the innermost object or array that is there. Works on a text that was cut off. null if the
 * text does not begin as JSON.
 */
export function locate(text: string, pointer: string): number | null {
  const scanner = new Scanner(text);
  let at = scanner.value(0);
  if (at === null) return null;
  for (const name of pointerNames(pointer)) {
    const next = scanner.member(at, name);
    if (next === null) break;
    at = next;
  }
  return at;
}

const space = /\s*/y;
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const scalar = /[^\s,:\]}[{"]+/y;

/** Reads just enough of JSON to find members; anything unexpected ends the search. */
class Scanner {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the value at or after an index; null if there is none. */
  value(from: number): number | null {
    const at = this.#match(space, from) ?? from;
    const first = this.#text[at];
    return first !== undefined && /[{["\w-]/.test(first) ? at : null;
  }

  /** Index of the member's or the element's value inside of the object or array at `from`. */
  member(from: number, token: string): number | null {
    const open = this.#text[from];
    if (open !== "{" && open !== "[") return null;
    let at = this.#skipSpace(from + 1);
    let found: number | null = null;
    for (let index = 0; this.#text[at] !== "}" && this.#text[at] !== "]"; index += 1) {
      let name = String(index);
      if (open === "{") {
        const end = this.#match(quoted, at);
        if (end === null) return found;
        name = unquote(this.#text.slice(at, end));
        at = this.#skipSpace(end);
        if (this.#text[at] !== ":") return found;
        at = this.#skipSpace(at + 1);
      }
      const value = this.value(at);
      if (value === null) return found;
      // Of several members with one name parsers keep the last, so that one was judged.
      if (name === token) found = value;
      const end = this.#end(value);
      if (end === null) return found;
      at = this.#skipSpace(end);
      if (this.#text[at] !== ",") return found;
      at = this.#skipSpace(at + 1);
    }
    return found;
  }

  /** Index after the value at `from`; null if the text ends before it does. */
  #end(from: number): number | null {
    let depth = 0;
    let at = from;
    while (at < this.#text.length) {
      const character = this.#text[at];
      if (character === "{" || character === "[") depth += 1;
      if (character === "}" || character === "]") depth -= 1;
      const end = character === '"' ? this.#match(quoted, at) : (this.#match(scalar, at) ?? at + 1);
      if (end === null) return null;
      at = end;
      if (depth <= 0) return at;
    }
    return null;
  }

  #skipSpace(from: number): number {
    return this.#match(space, from) ?? from;
  }

  #match(pattern: RegExp, from: number): number | null {
    pattern.lastIndex = from;
    return pattern.test(this.#text) ? pattern.lastIndex : null;
  }
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
