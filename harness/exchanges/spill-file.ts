import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a body is in the file. */
export interface Spilled {
  readonly position: number;
  readonly length: number;
  readonly iv: Buffer;
}

/**
 * A file for bodies that do not fit into memory. It has no name while it is used, can be read by its owner
 * only, and is encrypted with a key that exists in this process only, since a response may contain the key
 * that was sent.
 */
export interface SpillFile {
  /** null if there is no room, or no file can be made. */
  write(body: Uint8Array): Spilled | null;
  /**
   * null if it can't be read.
   * @param into what may be overwritten with it, of its length at least
   */
  read(spilled: Spilled, into?: Buffer): Uint8Array | null;
  close(): void;
}

const algorithm = "aes-256-ctr";
/** A whole body would leave another one behind as garbage. */
const pieceBytes = 64 * 1024;

/** @param mostBytes the largest size of the file */
export function createSpillFile(mostBytes: number): SpillFile {
  const key = randomBytes(32);
  let file: number | null = null;
  let isBroken = false;
  let size = 0;
  const piece = Buffer.allocUnsafeSlow(pieceBytes);

  return {
    write(body) {
      if (isBroken || size + body.length > mostBytes) return null;
      const iv = randomBytes(16);
      const spilled = { position: size, length: body.length, iv };
      try {
        file ??= openNameless();
        const cipher = createCipheriv(algorithm, key, iv);
        for (let begin = 0; begin < body.length; begin += pieceBytes) {
          writeAll(file, cipher.update(body.subarray(begin, begin + pieceBytes)), size + begin);
        }
      } catch {
        isBroken = true;
        return null;
      }
      size += body.length;
      return spilled;
    },
    read({ position, length, iv }, into = Buffer.allocUnsafeSlow(length)) {
      if (file === null) return null;
      const body = into.subarray(0, length);
      const decipher = createDecipheriv(algorithm, key, iv);
      try {
        for (let done = 0; done < length; ) {
          const read = readSync(
            file,
            piece,
            0,
            Math.min(pieceBytes, length - done),
            position + done,
          );
          if (read === 0) return null;
          decipher.update(piece.subarray(0, read)).copy(body, done);
          done += read;
        }
      } catch {
        return null;
      }
      return body;
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
      isBroken = true;
    },
  };
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** Opened in a new private folder, and removed at once. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "news-conformance-"));
  try {
    return openSync(join(folder, "bodies"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
