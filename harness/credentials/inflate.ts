import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/** How many bytes may still come out of compressed texts: a few bytes may stand for gigabytes. */
export interface InflateRoom {
  left: number;
  /** How often something was decompressed, or would have been with more room. */
  attempts: number;
}

/** Ordinary text is compressed to a tenth or so. */
const mostForEach = 25;
const least = 4_096;
const mostAtOnce = 16 * 1024 * 1024;

/** Room in proportion to the length of what it is for, so that reading it takes linear time. */
export function inflateRoom(length: number): InflateRoom {
  return { left: least + mostForEach * length, attempts: 0 };
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** RFC 1950: method 8, the usual window, and a checksum over both bytes. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  first === 0x78 && ((first << 8) | second) % 31 === 0;

/**
 * The decompressed bytes of gzip or zlib, whole or cut; null if the bytes begin like neither, can't be decompressed, or
 * decompress to more than there is room for.
 *
 * @param orRaw whether other bytes may be deflated without any mark, as in a SAML request
 */
export function inflated(bytes: Uint8Array, room: InflateRoom, orRaw = false): Buffer | null {
  const inflate = isGzip(bytes)
    ? gunzipSync
    : isZlib(bytes)
      ? inflateSync
      : orRaw
        ? inflateRawSync
        : null;
  if (inflate === null) return null;
  room.attempts += 1;
  const maxOutputLength = Math.min(room.left, mostAtOnce);
  if (maxOutputLength <= 0) return null;
  try {
    // Z_SYNC_FLUSH: what was cut is read up to its end.
    const found = inflate(bytes, { maxOutputLength, finishFlush: 2 });
    room.left -= found.length;
    return found;
  } catch {
    // Output beyond the limit has taken time too.
    room.left -= Math.min(maxOutputLength, bytes.length * mostForEach);
    return null;
  }
}
