import { isAscii } from "node:buffer";
import type { JsonStructure } from "../../contracts/json-values.ts";
import { createGarbageLimit } from "../collect-garbage.ts";
import type { Redact } from "../secrets/redaction.ts";
import { type Answer, BodyGone, type ParsedBody } from "./exchange.ts";
import { withLazyMembers } from "./lazy-members.ts";
import { jsonStructure, parseJson } from "./parse-json.ts";
import { createSpillFile } from "./spill-file.ts";

/** The bytes that the bodies of a run may take in memory, parsed or not, as far as that can be estimated. */
export const heldBytes = 16 * 1024 * 1024;
/** The bytes that it may take on the disk. */
export const spilledBytes = 1024 * 1024 * 1024;
/** Smaller bodies leave no garbage worth mentioning. */
const largeBytes = 64 * 1024;
/** After this many bytes of such bodies were received, read back or parsed, the amount of garbage is checked. */
const bytesBetweenLooks = 4 * 1024 * 1024;
/** Below this, garbage costs less memory than its collection costs time. */
const mostGarbageBytes = 20 * 1024 * 1024;
/** The estimated size of a parsed value, besides its text. */
const bytesPerValue = 64;

/** The responses of a run. Only the bodies that were used last are in memory. */
export interface HeldBodies {
  answer(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    redact: Redact,
  ): Answer;
  close(): void;
}

interface Held {
  /** In bytes. */
  readonly length: number;
  /** null if it is not in memory. */
  body: Uint8Array | null;
  parsed: ParsedBody | null;
  /** null if it was never parsed. */
  structure: JsonStructure | null;
  /** The estimated size of what is parsed, in bytes. */
  parsedSize: number;
  /** The parsed body without its value, which stays when that goes; null if it was never parsed. */
  outcome: ParsedBody | null;
  /** How to get it back, into a buffer or a new one; null if that is not possible. */
  restore: ((into?: Buffer) => Uint8Array | null) | null;
}

/** @param budget in bytes */
export function createHeldBodies(budget = heldBytes): HeldBodies {
  const spill = createSpillFile(spilledBytes);
  /** Those in memory, the one that was used last at the end. */
  const inMemory = new Set<Held>();
  let used = 0;
  let scratch = Buffer.alloc(0);
  const collectIfMuch = createGarbageLimit(mostGarbageBytes);
  let sinceLook = 0;

  /** Counts bytes that were allocated for a body and will become garbage. */
  function made(bytes: number): void {
    if (bytes <= largeBytes) return;
    sinceLook += bytes;
    if (sinceLook < bytesBetweenLooks) return;
    sinceLook = 0;
    collectIfMuch();
  }

  const sizeOf = ({ body, parsed, parsedSize }: Held) =>
    (body === null ? 0 : body.length) + (parsed === null ? 0 : parsedSize);

  function change(held: Held, how: () => void): void {
    used -= sizeOf(held);
    how();
    used += sizeOf(held);
  }

  /**
   * Makes room, but never by letting go of the one that is about to be used: first of bodies that are parsed,
   * since it is mostly their values that are used, then of values.
   */
  function evict(current: Held): void {
    for (const what of ["body", "all"] as const) {
      for (const oldest of inMemory) {
        if (used <= budget) return;
        if (oldest === current || (what === "body" && oldest.parsed === null)) continue;
        spillOut(oldest);
        change(oldest, () => {
          oldest.body = null;
          if (what === "all") oldest.parsed = null;
        });
        if (what === "all") inMemory.delete(oldest);
      }
    }
  }

  function spillOut(held: Held): void {
    if (held.body === null || held.restore !== null) return;
    const spilled = spill.write(held.body);
    held.restore = spilled === null ? null : (into) => spill.read(spilled, into);
  }

  function restored(held: Held, into?: Buffer): Uint8Array {
    const body = held.restore?.(into) ?? null;
    if (body === null) throw new BodyGone();
    return body;
  }

  function bodyOf(held: Held): Uint8Array {
    if (held.body === null) made(held.length);
    const body = held.body ?? restored(held);
    change(held, () => {
      held.body = body;
    });
    inMemory.delete(held);
    inMemory.add(held);
    evict(held);
    return body;
  }

  /** The body for parsing alone: the next call may overwrite it, so that reading it back leaves no garbage. */
  function bodyToParse(held: Held): Uint8Array {
    if (held.body !== null) return bodyOf(held);
    if (scratch.length < held.length) scratch = Buffer.allocUnsafeSlow(held.length);
    const body = restored(held, scratch);
    inMemory.add(held);
    return body;
  }

  function hold(body: Uint8Array): Held {
    made(body.length);
    const held: Held = {
      length: body.length,
      body: null,
      parsed: null,
      structure: null,
      parsedSize: 0,
      outcome: null,
      restore: null,
    };
    change(held, () => {
      held.body = body;
    });
    inMemory.add(held);
    evict(held);
    return held;
  }

  /** The body as JSON, parsed again if it is not in memory. */
  function parsedOf(held: Held, redact: Redact): ParsedBody {
    if (held.parsed !== null) {
      inMemory.delete(held);
      inMemory.add(held);
      return held.parsed;
    }
    const body = bodyToParse(held);
    held.structure ??= jsonStructure(body);
    const parsed = parseJson(body, redact, held.structure);
    // Other characters than those of ASCII make a text of two bytes per character.
    const textSize = isAscii(body) ? body.length : 2 * body.length;
    const parsedSize = textSize + bytesPerValue * held.structure.values;
    // The text itself is garbage at once, and sooner or later all of it is: small bodies may have many values.
    made(textSize + parsedSize);
    change(held, () => {
      held.parsed = parsed;
      held.parsedSize = parsedSize;
    });
    evict(held);
    return parsed;
  }

  /** Whether it is JSON is asked much more often than what its value is. */
  function outcomeOf(held: Held, redact: Redact): ParsedBody {
    const parsed = parsedOf(held, redact);
    if (!parsed.ok) return parsed;
    const value = () => {
      const again = parsedOf(held, redact);
      return again.ok ? again.value : undefined;
    };
    const { length } = held;
    const lazy = length > largeBytes ? withLazyMembers(parsed.value, length, value) : null;
    return {
      ok: true,
      get value() {
        return lazy ?? value();
      },
    };
  }

  /** Its closures must not see the body itself, or they would hold it. */
  function answerOf(
    held: Held,
    status: number,
    headers: Readonly<Record<string, string>>,
    redact: Redact,
  ): Answer {
    return {
      status,
      headers,
      isLarge: held.length > largeBytes,
      get body() {
        return bodyOf(held);
      },
      get json() {
        held.outcome ??= outcomeOf(held, redact);
        return held.outcome;
      },
    };
  }

  return {
    answer: (status, headers, body, redact) => answerOf(hold(body), status, headers, redact),
    close: () => spill.close(),
  };
}
