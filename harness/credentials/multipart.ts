import { piecesOf } from "./pieces.ts";

/** The beginning of a part: longer ones have no names in them. */
const longestHead = 2_000;

/** A line of its own, at the beginning or before the head of the first part: a text for old readers may precede it. */
const firstBoundary = /^\s{0,10}(--[^\r\n]{1,200})\r?\n/;
const laterBoundary = /\n(--[^\r\n]{1,200})\r?\n(?=content-)/i;

/**
 * Reads the parts of a multipart body: `Content-Disposition: form-data; name="client_secret"`, other
 * headers, an empty line, and the value.
 *
 * @param to gets the whole part with an empty name where it has none
 * @returns false if it is not one
 */
export function readMultipart(text: string, to: (name: string, value: string) => void): boolean {
  const boundary = (firstBoundary.exec(text) ?? laterBoundary.exec(text))?.[1];
  if (boundary === undefined) return false;
  for (const parts of piecesOf(text, boundary.trimEnd())) {
    for (const part of parts) {
      const trimmed = part.trimStart();
      const head = trimmed.slice(0, longestHead);
      const ends = /\r?\n\r?\n/.exec(head);
      if (ends === null) {
        to("", trimmed);
        continue;
      }
      const headers = head.slice(0, ends.index);
      const value = trimmed.slice(ends.index + ends[0].length).trim();
      const name = /\bname="?([^";\r\n]{1,100})/.exec(headers)?.[1] ?? "";
      if (name === "") to("", headers);
      const isBase64 = /^content-transfer-encoding:[ \t]{0,10}base64/im.test(headers);
      to(name, isBase64 ? Buffer.from(value, "base64").toString("utf8") : value);
    }
  }
  return true;
}
