import { parseTree, printParseErrorCode } from "jsonc-parser";

/** A position in a text: `offset` from 0, line and column from 1. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The position of the first JSON syntax error and its reason; null if it is not found. The engine's own
 * message has a position in some releases only, and quotes the text, which may contain a key.
 */
export function findJsonMistake(text: string): { at: Position; reason: string } | null {
  const errors: { error: number; offset: number; length: number }[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // The parser goes as deep as the text does.
    if (!(error instanceof RangeError)) throw error;
  }
  const [first] = errors;
  if (first === undefined) return null;
  const reason = reasons[printParseErrorCode(first.error)] ?? "it is malformed here";
  return { at: positionsIn(text)(first.offset), reason };
}

/** The parser's error codes in words; a word without quotes is an unknown symbol to the parser. */
const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: "strings need double quotes",
  InvalidNumberFormat: "invalid number",
  PropertyNameExpected: "expected a name in double quotes",
  ValueExpected: "expected a value",
  ColonExpected: "expected a colon",
  CommaExpected: "expected a comma",
  CloseBraceExpected: "expected }",
  CloseBracketExpected: "expected ]",
  EndOfFileExpected: "expected the end of the file",
  InvalidCommentToken: "comments are not allowed",
  UnexpectedEndOfString: "the string is not closed on this line",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "the string has an invalid escape sequence",
  InvalidCharacter: "the string contains a control character",
};

/** The position at an offset of a text, whose lines are counted once for all of them. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) {
    starts.push(end + 1);
  }
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
