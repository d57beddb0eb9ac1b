/** The bytes of a body as they arrive. */
export interface GrowingBody {
  /** The bytes so far. */
  readonly length: number;
  add(piece: Uint8Array): void;
  /** All of it; nothing may be added afterwards. */
  whole(): Uint8Array;
}

/** The most bytes that are reserved before any of a body has arrived. */
const reservedAtFirst = 128 * 1024;

/**
 * Pieces are copied at once, so that they are garbage while they are young: kept until the body is complete, they
 * would take as much memory again.
 * @param expected its length in bytes if it is known, such as from `content-length`, which may be wrong
 */
export function createGrowingBody(expected: number | null): GrowingBody {
  let bytes = Buffer.alloc(0);
  let length = 0;

  function reserve(needed: number): void {
    if (needed <= bytes.length) return;
    // All that is expected would be memory of many bodies at once, of which only a few may be receiving.
    const next = Math.max(reservedAtFirst, 4 * bytes.length);
    const enough = Math.max(
      needed,
      expected === null ? 2 * bytes.length : Math.min(expected, next),
    );
    // The pool of small buffers would be held by each of them.
    const larger = Buffer.allocUnsafeSlow(enough);
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  return {
    get length() {
      return length;
    },
    add(piece) {
      reserve(length + piece.length);
      bytes.set(piece, length);
      length += piece.length;
    },
    whole() {
      if (length === bytes.length) return bytes;
      const exact = Buffer.allocUnsafeSlow(length);
      bytes.copy(exact, 0, 0, length);
      return exact;
    },
  };
}
