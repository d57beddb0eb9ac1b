import { braceBit, closing, colon, comma, opening, quoteMark } from "../../contracts/json-bytes.ts";
import { findStringEnd, isEscapedAt } from "../../contracts/json-string-end.ts";
import type { ByteRange } from "../regular-file.ts";

/** What was found in a file. */
export interface EntryRanges {
  /** The elements of the list `log.entries`, with the blanks around them; a list of blanks has one element. */
  readonly entries: readonly ByteRange[];
  /** The content of that list, between its brackets; null if there is none. */
  readonly list: ByteRange | null;
  /** Whether there is another list of that name. */
  readonly isRepeated: boolean;
  /** Of the file, in bytes. */
  readonly size: number;
  /** The number of values, roughly: separators and opening brackets. */
  readonly values: number;
  /** The deepest nesting of arrays and objects. */
  readonly depth: number;
}

/** Takes a file piece by piece. */
export interface EntryScanner {
  take(piece: Uint8Array): void;
  readonly found: EntryRanges;
}

const path = ["log", "entries"];
/** Of a name of the path, with every character escaped. */
const longestName = 6 * Math.max(...path.map((name) => name.length));

/**
 * Finds the entries of a HAR file without parsing it, so that they can be parsed one by one. Relevant bytes are ASCII,
 * which occur in UTF-8 only as themselves. Whether the text is JSON shows when its parts are parsed: the entries, and
 * the rest of the file without the content of the list.
 */
export function createEntryScanner(): EntryScanner {
  /** The position of the current byte in the file. */
  let at = 0;
  let depth = 0;
  let deepest = 0;
  let values = 0;
  const strings = createStringScanner();
  /** The names of the members around the current byte, from the outermost; those of the path suffice. */
  const members: (string | null)[] = [];
  const entries: ByteRange[] = [];
  let list: ByteRange | null = null;
  let isRepeated = false;
  /** Where the current element of the list begins; null outside of the list. */
  let element: number | null = null;

  const endElement = () => {
    if (element === null) return;
    entries.push({ from: element, to: at });
    element = at + 1;
  };

  const isPath = () =>
    depth === path.length && path.every((name, level) => members[level] === name);

  const open = (byte: number) => {
    if (byte === opening && isPath()) {
      isRepeated = entries.length > 0;
      if (!isRepeated) element = at + 1;
    }
    depth += 1;
    deepest = Math.max(deepest, depth);
  };

  const close = () => {
    depth -= 1;
    if (depth > path.length) return;
    if (element !== null) {
      endElement();
      list = { from: entries[0]?.from ?? at, to: at };
      element = null;
    }
    members.length = Math.max(0, Math.min(members.length, depth));
  };

  const takeByte = (byte: number) => {
    const bracket = byte & ~braceBit;
    if (bracket === closing) return close();
    if (bracket === opening) open(byte);
    else if (byte === comma) {
      if (depth === path.length + 1) endElement();
    } else if (byte === colon) {
      if (depth <= path.length) members.splice(Math.max(0, depth - 1), Infinity, strings.name());
    } else return;
    values += 1;
  };

  return {
    take(piece) {
      const before = at;
      for (let index = 0; index < piece.length; index += 1) {
        if (strings.isIn()) {
          const end = strings.endIn(piece, index);
          if (end === -1) break;
          index = end;
          continue;
        }
        const byte = piece[index] ?? 0;
        at = before + index;
        if (byte === quoteMark) strings.begin(element === null && depth <= path.length);
        else takeByte(byte);
      }
      at = before + piece.length;
    },
    get found() {
      return { entries, list, isRepeated, size: at, values, depth: deepest };
    },
  };
}

/** Skips the strings of a JSON text that comes in pieces, and keeps the last one that may be a name. */
function createStringScanner() {
  let isIn = false;
  /** Whether the next byte belongs to an escape sequence. */
  let isEscaped = false;
  let text = "";
  let keeps = false;
  return {
    isIn: () => isIn,
    begin(mayBeName: boolean): void {
      isIn = true;
      keeps = mayBeName;
      if (keeps) text = "";
    },
    /** The index of the quotation mark that ends the string; -1 if it goes on in the next piece. */
    endIn(piece: Uint8Array, from: number): number {
      const end = findStringEnd(piece, isEscaped ? from + 1 : from);
      if (keeps && text.length <= longestName) {
        const part = piece.subarray(from, end === -1 ? undefined : end);
        text += Buffer.from(part.subarray(0, longestName + 1)).toString("latin1");
      }
      isEscaped = end === -1 && isEscapedAt(piece, isEscaped ? from + 1 : from, piece.length);
      isIn = end === -1;
      return end;
    },
    /** The last string that may be a name; null if it is none of the path. */
    name(): string | null {
      if (text.length > longestName) return null;
      try {
        const name: unknown = JSON.parse(`"${text}"`);
        return typeof name === "string" ? name : null;
      } catch {
        return null;
      }
    },
  };
}
