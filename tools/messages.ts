import { type Node, parse } from "acorn";
import { isObject } from "../contracts/json.ts";

/** A text that somebody may read. */
export interface Message {
  /** The line of the source in which it begins. */
  readonly line: number;
  /** With `…` for what is filled in. */
  readonly text: string;
}

/** Fewer words are names and labels. */
const leastWords = 3;

/**
 * The texts in a compiled module that are sentences or parts of them, in their order: literals and templates of
 * several words, without names of modules.
 */
export function messagesIn(source: string): readonly Message[] {
  const program = parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true });
  const found: Message[] = [];
  visit(program, (node) => {
    const text = textOf(node);
    if (text === null || !isProse(text)) return;
    found.push({ line: node.loc?.start.line ?? 0, text: text.replace(/\s+/g, " ").trim() });
  });
  return found;
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isNode(one)) visit(one, look);
    }
  }
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value.type === "string" && typeof value.start === "number";
}

/** The text of a literal or a template; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === "Literal" && "value" in node) {
    return typeof node.value === "string" ? node.value : null;
  }
  if (node.type !== "TemplateLiteral" || !("quasis" in node) || !Array.isArray(node.quasis)) {
    return null;
  }
  return node.quasis
    .map((part: unknown) =>
      isObject(part) && isObject(part.value) ? String(part.value.cooked) : "",
    )
    .join("…");
}

/** Whether a text has several words, and is neither code nor a style. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^[("'`…]*[a-z]{2,}/i.test(word));
  return words.length >= leastWords && !/[{}<>]|=>|^\s*[.#]|;\s*$/.test(text);
}
