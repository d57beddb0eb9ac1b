/**
 * Text that a terminal shows as a link (OSC 8).
 * @param url without control characters, as `pathToFileURL` makes it
 */
export function hyperlink(url: string, text: string): string {
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}
