import { type InflateRoom, inflated } from "./inflate.ts";

/** How often what is compressed may be compressed again. */
const mostInflated = 3;
/** The beginning in which NUL shows a wide encoding. */
const looked = 1_024;

/**
 * The text of bytes whose encoding is not stated: by a byte order mark, by where NUL occurs in UTF-16 and UTF-32, by
 * the mark of gzip or zlib, and otherwise in UTF-8.
 */
export function textOfBytes(bytes: Uint8Array, room: InflateRoom, depth = 0): string {
  const inner = depth < mostInflated ? inflated(bytes, room) : null;
  if (inner !== null) return textOfBytes(inner, room, depth + 1);
  const { width, isBig } = wideForm(bytes);
  if (width === 1) return new TextDecoder().decode(bytes);
  if (width === 2) return new TextDecoder(isBig ? "utf-16be" : "utf-16le").decode(bytes);
  return textOfUtf32(bytes, isBig);
}

interface WideForm {
  /** Bytes of a character. */
  readonly width: 1 | 2 | 4;
  /** Whether the first byte is the highest. */
  readonly isBig: boolean;
}

function wideForm(bytes: Uint8Array): WideForm {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe)
    return { width: third === 0 && fourth === 0 ? 4 : 2, isBig: false };
  if (first === 0xfe && second === 0xff) return { width: 2, isBig: true };
  // NUL of each character that is ASCII, by its place in four bytes.
  const counts = [0, 0, 0, 0];
  const end = Math.min(bytes.length - (bytes.length % 4), looked);
  for (let index = 0; index < end; index += 1)
    if (bytes[index] === 0) counts[index % 4] = (counts[index % 4] ?? 0) + 1;
  const most = end / 8;
  const [a, b, c, d] = counts.map((count) => end >= 8 && count >= most);
  if (b && c) return { width: 4, isBig: Boolean(a) };
  if (a && c) return { width: 2, isBig: true };
  return b && d ? { width: 2, isBig: false } : { width: 1, isBig: false };
}

function textOfUtf32(bytes: Uint8Array, isBig: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index + 4 <= bytes.length; index += 4) {
    const code = view.getUint32(index, !isBig);
    length += wide.write(String.fromCodePoint(code > 0x10ffff ? 0xfffd : code), length, "utf16le");
  }
  return wide.toString("utf16le", 0, length).replace(/^\ufeff/, "");
}
