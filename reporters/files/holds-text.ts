import { closeSync, openSync, readSync } from "node:fs";

const pieceBytes = 64 * 1024;

/** So much of a file is searched: one without a length may never end. No report is larger. */
export const mostSearchedBytes = 128 * 1024 * 1024;

/**
 * Whether a file contains a text. Reads no further than the end of the text: reports have megabytes, and name the
 * suite at their beginning.
 *
 * @param text ASCII, and shorter than a piece
 * @throws Error of the file system
 */
export function holdsText(file: string, text: string): boolean {
  const piece = Buffer.alloc(pieceBytes);
  const opened = openSync(file, "r");
  try {
    // The text may begin at the end of one piece and end in the next.
    for (let [kept, searched] = [0, 0]; searched <= mostSearchedBytes; ) {
      const read = readSync(opened, piece, kept, pieceBytes - kept, null);
      const filled = kept + read;
      if (piece.subarray(0, filled).includes(text)) return true;
      if (read === 0) return false;
      searched += read;
      kept = Math.min(filled, text.length - 1);
      piece.copyWithin(0, filled - kept, filled);
    }
    return false;
  } finally {
    closeSync(opened);
  }
}
