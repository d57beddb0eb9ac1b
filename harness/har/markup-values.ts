import type { Findings, Likelihood } from "./findings.ts";
import { piecesOf } from "./pieces.ts";

const naming = new Set(["name", "key", "id", "property"]);
const valued = new Set(["value", "content"]);

/**
 * Reads the elements of HTML and XML: `<input name="csrf_token" type="hidden" value="…">`,
 * `<password>…</password>`, `<entry key="password">…</entry>`. Its time is linear.
 */
export function readMarkup(text: string, within: Likelihood, to: Findings): void {
  const plain = text.replaceAll("<![CDATA[", "").replaceAll("]]>", "");
  let isFirst = true;
  for (const pieces of piecesOf(plain, "<")) {
    for (const piece of isFirst ? pieces.slice(1) : pieces) readElement(piece, within, to);
    isFirst = false;
  }
}

/** @param piece what follows a `<` */
function readElement(piece: string, within: Likelihood, to: Findings): void {
  const end = piece.indexOf(">");
  if (end === -1) return;
  const tag = piece.slice(0, end);
  const element = /^[\w:.-]{1,100}/.exec(tag)?.[0];
  if (element === undefined) return;
  const inside = piece.slice(end + 1).trim();
  // A sentence is about a credential; it is not one.
  const content = /\s/.test(inside) ? "" : inside;
  let name = "";
  let value = "";
  for (const [attribute, given] of attributesOf(tag)) {
    to.named(attribute, given, within);
    if (naming.has(attribute)) name = given;
    if (valued.has(attribute)) value = given;
  }
  if (name !== "") to.named(name, value === "" ? content : value, within);
  if (content !== "") to.named(element, content, within);
}

/** Names in lower case with their quoted values. */
function* attributesOf(tag: string): Iterable<readonly [string, string]> {
  const quote = /["']/g;
  for (let begin = 0; ; begin = quote.lastIndex) {
    const opening = quote.exec(tag)?.index;
    if (opening === undefined) return;
    const closing = quote.exec(tag)?.index ?? tag.length;
    const before = tag.slice(Math.max(begin, opening - 200), opening);
    const name = before.split("=")[0]?.trim().split(/\s+/).at(-1) ?? "";
    yield [name.toLowerCase(), tag.slice(opening + 1, closing)];
    if (closing === tag.length) return;
  }
}

/** The beginning of a part: longer ones have no names in them. */
const longestHead = 2_000;

/**
 * Reads the parts of a multipart body: `Content-Disposition: form-data; name="client_secret"`, other
 * headers, an empty line, and the value.
 *
 * @returns false if it is not one
 */
export function readMultipart(text: string, to: (name: string, value: string) => void): boolean {
  const boundary = /^\s{0,10}(--[^\r\n]{1,200})\r?\n/.exec(text)?.[1];
  if (boundary === undefined) return false;
  for (const parts of piecesOf(text, boundary.trimEnd())) {
    for (const part of parts) {
      const head = part.slice(0, longestHead);
      const ends = /\r?\n\r?\n/.exec(head.trimStart());
      const name = /\bname="?([^";\r\n]{1,100})/.exec(head)?.[1];
      if (ends === null || name === undefined) continue;
      const begin = ends.index + ends[0].length;
      to(name, part.trimStart().slice(begin).trim());
    }
  }
  return true;
}
