import { visibleBlock } from "./visible.ts";

/** An element with either elements or a text in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly XmlElement[] | string;
}

export function xmlElement(
  name: string,
  attributes: XmlElement["attributes"] = {},
  content: XmlElement["content"] = [],
): XmlElement {
  return { name, attributes, content };
}

/** A document, an element a line. Attributes and texts may be of any origin: what XML forbids is made visible. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml(root, "")}`;
}

function xml({ name, attributes, content }: XmlElement, indent: string): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${quoted(value)}"`);
  const open = `${indent}<${name}${words.join("")}`;
  if (content.length === 0) return `${open}/>\n`;
  if (typeof content === "string") return `${open}>${escaped(content)}</${name}>\n`;
  const inner = content.map((child) => xml(child, `${indent}  `)).join("");
  return `${open}>\n${inner}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  return visibleBlock(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** A reader would make spaces of the line breaks in an attribute. */
function quoted(text: string): string {
  return escaped(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;");
}
