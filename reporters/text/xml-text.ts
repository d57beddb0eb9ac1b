import { visibleBlock } from "./visible.ts";

/**
 * Text of any origin as XML can hold it: what XML forbids is made visible. An ampersand that looks
 * like the beginning of an entity is escaped here, since the writer would take it for one and a body
 * that says `&lt;` would be shown as `<`.
 */
export function escapeText(text: string): string {
  return visibleBlock(text).replace(/&(?=(?:[A-Za-z]+|#\d+|#x[\dA-Fa-f]+);)/g, "&amp;");
}
