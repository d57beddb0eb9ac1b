/**
 * Escapes a text for a regular expression that matches exactly this text; not for use between square
 * brackets.
 */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
