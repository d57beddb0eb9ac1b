import { findNodeAtLocation, type Node, parseTree, printParseErrorCode } from "jsonc-parser";
import type { MemberPath } from "./member-path.ts";

/** A place in a text: `offset` from 0, line and column from 1. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text that `JSON.parse` refused stops being JSON, and why; null where that is not found. The
 * engine's own message has a position in some releases only, and quotes the text, in which a key may
 * stand.
 */
export function findJsonMistake(text: string): { at: Position; reason: string } | null {
  const errors: { error: number; offset: number; length: number }[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return null;
  const reason = reasons[printParseErrorCode(first.error)] ?? "it is malformed here";
  return { at: positionAt(text, first.offset), reason };
}

/** What the parser's codes mean; a word without quotes is to it a symbol that it does not know. */
const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: "texts need double quotes",
  InvalidNumberFormat: "no number is written like this",
  PropertyNameExpected: "expected a name in double quotes",
  ValueExpected: "expected a value",
  ColonExpected: "expected a colon",
  CommaExpected: "expected a comma",
  CloseBraceExpected: "expected }",
  CloseBracketExpected: "expected ]",
  EndOfFileExpected: "expected the end of the file",
  InvalidCommentToken: "it has no comments",
  UnexpectedEndOfString: "the quotes are not closed in this line",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "this text has a backslash that escapes nothing",
  InvalidCharacter: "this text has a control character in it",
};

/** Where a member begins in a text that is JSON, with its name; of one that is missing, where its parent does. */
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
