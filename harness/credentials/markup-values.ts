import { namesCredential } from "./credentials.ts";
import { type Findings, type Likelihood, strongest } from "./findings.ts";
import { piecesOf } from "./pieces.ts";

const naming = new Set(["name", "key", "id", "property"]);
const valued = new Set(["value", "content"]);
/** What is open at once at most: HTML leaves elements open. */
const mostOpen = 100;

/** An element that has begun. */
interface Open {
  readonly element: string;
  /** What the names of this element and of those around it say. */
  readonly within: Likelihood;
}

/** Where a reader is in a document. */
interface Position {
  open: Open[];
  /** The content of the last element that holds a name: `<key>password</key><string>…</string>`. */
  name: string;
}

/**
 * Reads the elements of HTML and XML: `<input name="csrf_token" type="hidden" value="…">`,
 * `<password>…</password>`, `<entry key="password">…</entry>`, `<credential><value>…</value></credential>`,
 * `<name>password</name><value>…</value>`, `<setting name="password"><value>…</value></setting>`. Its time is linear.
 */
export function readMarkup(text: string, within: Likelihood, to: Findings): void {
  const plain = text.replaceAll("<![CDATA[", "").replaceAll("]]>", "");
  const position: Position = { open: [], name: "" };
  let isFirst = true;
  for (const pieces of piecesOf(plain, "<")) {
    for (const piece of isFirst ? pieces.slice(1) : pieces)
      readElement(piece, within, position, to);
    isFirst = false;
  }
}

/** @param piece what follows a `<` */
function readElement(piece: string, within: Likelihood, position: Position, to: Findings): void {
  const end = piece.indexOf(">");
  if (end === -1) return;
  const tag = piece.slice(0, end);
  if (tag.startsWith("/")) {
    close(tag.slice(1).trim(), position);
    return;
  }
  const element = /^[\w:.-]{1,100}/.exec(tag)?.[0];
  if (element === undefined) return;
  const around = position.open.at(-1)?.within ?? within;
  const own = namesCredential(element);
  if (!tag.endsWith("/") && position.open.length < mostOpen)
    position.open.push({ element, within: strongest(around, own) });
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
  if (value !== "") to.named(element, value, around);
  if (name !== "") to.named(name, value === "" ? content : value, within);
  if (content === "") {
    // The name of an element whose value is in the next one: `<setting name="password"><value>…`.
    if (name !== "" && value === "" && inside === "") position.name = name;
    return;
  }
  to.named(element, content, around);
  if (naming.has(element.toLowerCase())) {
    position.name = content;
    return;
  }
  if (position.name !== "") to.named(position.name, content, around);
  position.name = "";
}

/** Ends an element with those in it that were left open. An end without a beginning is ignored. */
function close(element: string, position: Position): void {
  const index = position.open.findLastIndex((one) => one.element === element);
  if (index !== -1) position.open.length = index;
}

/** Names in lower case with their values, in quotes or without. */
function* attributesOf(tag: string): Iterable<readonly [string, string]> {
  const quote = /["']/g;
  for (let begin = 0; ; begin = quote.lastIndex) {
    const opening = quote.exec(tag)?.index;
    const before = tag.slice(begin, opening);
    for (const word of before.split(/\s+/)) {
      const equals = word.indexOf("=");
      if (equals > 0 && equals < word.length - 1)
        yield [word.slice(0, equals).toLowerCase(), word.slice(equals + 1)];
    }
    if (opening === undefined) return;
    const closing = quote.exec(tag)?.index ?? tag.length;
    const last = before.slice(0, before.lastIndexOf("=")).slice(-200).trim();
    yield [(last.split(/\s+/).at(-1) ?? "").toLowerCase(), tag.slice(opening + 1, closing)];
    if (closing === tag.length) return;
  }
}
