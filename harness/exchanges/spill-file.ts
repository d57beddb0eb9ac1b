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
  /** null if it can't be read. */
  read(spilled: Spilled): Uint8Array | null;
  close(): void;
}

const algorithm = "aes-256-ctr";

/** @param mostBytes the largest size of the file */
export function createSpillFile(mostBytes: number): SpillFile {
  const key = randomBytes(32);
  let file: number | null = null;
  let isBroken = false;
  let size = 0;

  return {
    write(body) {
      if (isBroken || size + body.length > mostBytes) return null;
      const iv = randomBytes(16);
      const spilled = { position: size, length: body.length, iv };
      try {
        file ??= openNameless();
        const encrypted = createCipheriv(algorithm, key, iv).update(body);
        for (let done = 0; done < encrypted.length; ) {
          done += writeSync(file, encrypted, done, encrypted.length - done, size + done);
        }
      } catch {
        isBroken = true;
        return null;
      }
      size += body.length;
      return spilled;
    },
    read({ position, length, iv }) {
      if (file === null) return null;
      const encrypted = Buffer.allocUnsafe(length);
      try {
        for (let done = 0; done < length; ) {
          const read = readSync(file, encrypted, done, length - done, position + done);
          if (read === 0) return null;
          done += read;
        }
      } catch {
        return null;
      }
      return createDecipheriv(algorithm, key, iv).update(encrypted);
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
      isBroken = true;
    },
  };
}

/** Opened in a fresh folder of one's own, and removed at once. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "news-conformance-"));
  try {
    return openSync(join(folder, "bodies"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
