/** No part of a URL that can contain its host is longer: a host has 253 characters, and credentials may precede it. */
const longest = 1000;
/** `file:///` has three. */
const mostSlashes = 8;

/**
 * A URL that somebody else wrote; null if it is none. One whose host is too long for any network is none either: the
 * encoding of letters in hosts takes a time that grows with the square of their number.
 */
export function parseUrl(text: string, base?: string): URL | null {
  if (mayHaveLongHost(text)) return null;
  // Not `URL.canParse`: after some thousand calls, Node 20 and 22 take a host with a letter such as ü for none.
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Whether the beginning of a URL, up to the end of its host, is longer than that of any URL that works. */
export function mayHaveLongHost(text: string): boolean {
  if (text.length <= longest) return false;
  // Parsers skip them. Only so much is looked at, whatever they leave of it.
  const start = text.slice(0, 3 * longest).replace(/[\t\n\r]/g, "");
  const schemeEnd = endOfPart(start, 0);
  let hostStart = schemeEnd;
  while (start[hostStart] === "/" || start[hostStart] === "\\") hostStart += 1;
  const hostEnd = endOfPart(start, hostStart);
  return (
    hostEnd >= start.length ||
    schemeEnd > longest ||
    hostStart - schemeEnd > mostSlashes ||
    hostEnd - hostStart > longest
  );
}

/** Where a part ends that has no slash, query or fragment. */
function endOfPart(text: string, from: number): number {
  let end = from;
  while (end < text.length && !"/\\?#".includes(text.charAt(end))) end += 1;
  return end;
}
