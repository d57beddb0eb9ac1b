import { findNodeAtLocation, type Node, parseTree, printParseErrorCode } from "jsonc-parser";
import type { MemberPath } from "./member-path.ts";

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
  return { at: positionAt(text, first.offset), reason };
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

/** The position of a member in JSON text, at its name; for a missing member, the position of its parent. */
export function positionOfMember(text: string, path: MemberPath): Position | null {
  const root = parseTree(text);
  if (root === undefined) return null;
  let node = root;
  for (const step of path) {
    const inner = childOf(node, step);
    if (inner === undefined) break;
    node = inner;
  }
  const whole = node.parent?.type === "property" ? node.parent : node;
  return positionAt(text, whole.offset);
}

function childOf(node: Node, step: string | number): Node | undefined {
  return findNodeAtLocation(node, [node.type === "array" ? Number(step) : String(step)]);
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
