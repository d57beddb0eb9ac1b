import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The file is larger than the caller allows. */
export class FileTooLarge extends Error {}

/**
 * The bytes of a regular file that somebody else may have made: a pipe or a device might never end.
 *
 * @param most bytes
 * @throws FileTooLarge before anything is read, or where the file does not end: some have no length, such as those of
 *   the kernel, to which a link in a foreign folder may lead
 * @throws Error of the file system, or that says that it is not a regular file
 */
export function readRegularFile(path: string, most: number): Buffer {
  return readOpened(path, most, () => {
    throw new Error("it is not a regular file");
  });
}

/**
 * The bytes of a file that a user names: a regular one, or a pipe, such as that of a shell's `<(command)`.
 * A pipe that was read before is empty: Node itself may read the file of `--env-file` before this program does.
 *
 * @param most bytes
 * @throws FileTooLarge, for a pipe once that much was read
 * @throws Error of the file system, or that says that it is neither, or that the pipe stays silent
 */
export function readNamedFile(path: string, most: number): Buffer {
  return readOpened(path, most, (opened) => readPipe(opened, most));
}

/**
 * The bytes of a regular file that is too large to be held in memory, piece by piece. Each piece is to be used before
 * the next one is asked for, since it takes its place.
 *
 * @throws like `readRegularFile`
 */
export function* readInPieces(path: string, most: number): Generator<Uint8Array> {
  const opened = openWithoutWaiting(path);
  try {
    checkSize(opened, most);
    const piece = Buffer.allocUnsafe(largePieceBytes);
    for (let length = 0; length <= most; ) {
      const count = readSync(opened, piece);
      if (count === 0) return;
      length += count;
      yield piece.subarray(0, count);
    }
    throw tooLarge("it does not end", most);
  } finally {
    closeSync(opened);
  }
}

/** The bytes of a file from one position to before another. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Some ranges of a regular file, one after the other; shorter where the file has become shorter.
 * @throws Error of the file system
 */
export function* readRanges(path: string, ranges: Iterable<ByteRange>): Generator<Buffer> {
  const opened = openWithoutWaiting(path);
  try {
    for (const { from, to } of ranges) {
      const bytes = Buffer.allocUnsafe(to - from);
      let length = 0;
      for (let count = -1; length < bytes.length && count !== 0; length += count) {
        count = readSync(opened, bytes, length, bytes.length - length, from + length);
      }
      yield bytes.subarray(0, length);
    }
  } finally {
    closeSync(opened);
  }
}

/** Not even until a pipe is written to. */
function openWithoutWaiting(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}

/** The size that the file system states, which need not be true. */
function checkSize(opened: number, most: number): number {
  const stats = fstatSync(opened);
  if (!stats.isFile()) {
    throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
  }
  if (stats.size > most) throw tooLarge(`it is ${megabytes(stats.size)} MB long`, most);
  return stats.size;
}

function readOpened(path: string, most: number, ofPipe: (opened: number) => Buffer): Buffer {
  const opened = openWithoutWaiting(path);
  try {
    if (fstatSync(opened).isFIFO()) return ofPipe(opened);
    return readWhole(opened, checkSize(opened, most), most);
  } finally {
    closeSync(opened);
  }
}

const pieceBytes = 64 * 1024;
const largePieceBytes = 1024 * 1024;

/** @param size what the file system says, which need not be true */
function readWhole(opened: number, size: number, most: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length <= most) {
    // One more byte than there should be, so that the end usually shows in the same read.
    const piece = Buffer.allocUnsafe(Math.max(size - length + 1, pieceBytes));
    const count = readSync(opened, piece);
    if (count === 0) return pieces.length === 1 ? (pieces[0] ?? piece) : Buffer.concat(pieces);
    length += count;
    pieces.push(piece.subarray(0, count));
  }
  throw tooLarge("it does not end", most);
}

/** How long a pipe may be silent, at once and in total: it may send a byte now and then forever. */
const patienceMs = 10_000;
const patienceInAllMs = 60_000;
const pauseMs = 20;

function readPipe(opened: number, most: number): Buffer {
  const pieces: Buffer[] = [];
  let [length, waited, waitedInAll] = [0, 0, 0];
  while (length <= most) {
    const piece = Buffer.alloc(pieceBytes);
    const count = readNow(opened, piece);
    if (count === 0) return Buffer.concat(pieces);
    if (count === null) {
      waited += pauseMs;
      waitedInAll += pauseMs;
      if (waitedInAll > patienceInAllMs) {
        throw new Error(`it is a pipe that takes more than ${patienceInAllMs / 1000} s`);
      }
      if (waited > patienceMs) {
        throw new Error(`it is a pipe to which nothing is written for ${patienceMs / 1000} s`);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      continue;
    }
    waited = 0;
    length += count;
    pieces.push(piece.subarray(0, count));
  }
  throw tooLarge("it is a pipe that does not end", most);
}

/** The number of bytes that can be read at once: 0 at the end, null if there are none yet. */
function readNow(opened: number, into: Buffer): number | null {
  try {
    return readSync(opened, into);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return null;
    throw error;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function tooLarge(what: string, most: number): FileTooLarge {
  return new FileTooLarge(`${what}; the limit is ${megabytes(most)} MB`);
}
