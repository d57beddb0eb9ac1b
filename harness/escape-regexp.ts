/** A text as a regular expression that matches it alone; not for use between square brackets. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
