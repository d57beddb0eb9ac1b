import { type Dispatcher, errors } from "undici";
import { createDeadline, type Deadline } from "./deadline.ts";
import { EndedEarly, TooLarge, TooSlow } from "./failures.ts";
import { createGrowingBody } from "./growing-body.ts";
import type { BodyPlace, ReceivingRoom } from "./receiving-room.ts";

/** The response as received, with its content-encoding. */
export interface Collected {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The room that the body takes, to be left once its reader has it. */
  readonly place: Pick<BodyPlace, "take" | "leave">;
}

export interface Bounds {
  /** Time limit in milliseconds for the connection, the headers and each pause in the body. */
  readonly timeoutMs: number;
  /** Time limit in milliseconds for the whole request. */
  readonly totalMs: number;
  /** Maximum bytes of the encoded body. */
  readonly maxBodyBytes: number;
  /** The room for the bodies of all requests. Time limits stand still while it has no space for this one. */
  readonly room: ReceivingRoom;
}

/**
 * The most pieces of a body, such as its chunks: each takes time of its own, however few bytes it has.
 * Ordinary servers send some kilobytes at once.
 */
export const mostPieces = 20_000;

/** The most header lines; ordinary responses have a tenth of them. Each takes memory beyond its text. */
export const mostHeaders = 100;

/** The rejection reason; `begun` says whether any part of the response had arrived. */
export class Interrupted extends Error {
  readonly begun: boolean;

  constructor(cause: unknown, begun: boolean) {
    super("interrupted", { cause });
    this.begun = begun;
  }
}

/**
 * Sends one request and collects its response within limits. It has its own timers: undici checks its
 * timers only about twice a second, and has none for the whole request.
 *
 * @throws Interrupted with the original error as its cause
 */
export function collectBody(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: Bounds,
  hostPort: string,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let begun = false;
    let abort: ((reason: Error) => void) | null = null;
    let head: Pick<Collected, "status" | "headers"> | null = null;
    let phase: Deadline | null = null;
    let body = createGrowingBody(null);
    let pieces = 0;
    let place: BodyPlace | null = null;

    const finish = () => {
      settled = true;
      phase?.cancel();
      total.cancel();
    };
    const fail = (reason: Error) => {
      if (settled) return;
      finish();
      place?.leave();
      reject(new Interrupted(reason, begun));
      abort?.(reason);
    };
    const within = (text: string) => {
      phase?.cancel();
      phase = createDeadline(bounds.timeoutMs, () =>
        fail(new TooSlow(`${text} within ${bounds.timeoutMs} ms`)),
      );
    };
    const total = createDeadline(bounds.totalMs, () =>
      fail(new TooSlow(`${hostPort} had not finished its response after ${bounds.totalMs} ms`)),
    );
    within(`no connection to ${hostPort}`);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // Aborted while still waiting for a connection.
        if (settled) return controller.abort(new Error("given up"));
        abort = (reason) => controller.abort(reason);
        within(`${hostPort} sent no response headers`);
      },
      // The first byte of a status line, before the headers are complete.
      onResponseStarted() {
        begun = true;
      },
      onResponseStart(controller, status, headers) {
        if (settled || status < 200) return;
        const lines = Object.values(headers).reduce((sum, value) => sum + [value].flat().length, 0);
        if (lines > mostHeaders) {
          return fail(new TooLarge(`${hostPort} sent more than ${mostHeaders} headers`));
        }
        head = { status, headers: joined(headers) };
        body = createGrowingBody(lengthOf(head.headers, bounds.maxBodyBytes));
        within(`${hostPort} sent no more of its body`);
        place = bounds.room.enter({
          pause() {
            controller.pause();
            phase?.hold();
            total.hold();
          },
          resume() {
            phase?.goOn();
            total.goOn();
            controller.resume();
          },
        });
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        if (body.length + chunk.length > bounds.maxBodyBytes) {
          return fail(
            new TooLarge(`${hostPort} sent more than ${bounds.maxBodyBytes} bytes of body`),
          );
        }
        pieces += 1;
        if (pieces > mostPieces) {
          return fail(new TooLarge(`${hostPort} sent its body in more than ${mostPieces} pieces`));
        }
        body.add(chunk);
        phase?.postpone();
        place?.take(chunk.length);
      },
      onResponseEnd() {
        if (settled) return;
        finish();
        if (head === null || place === null)
          return reject(new Interrupted(new Error("an end without a start"), begun));
        place.complete();
        resolve({ ...head, body: body.whole(), place });
      },
      onResponseError(_controller, error) {
        if (settled) return;
        finish();
        place?.leave();
        reject(new Interrupted(head === null ? error : afterHead(error), begun));
      },
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/**
 * undici has one error for a body that ends before its length and for headers that can't be parsed after a length.
 */
function afterHead(error: Error): Error {
  return error instanceof errors.ResponseContentLengthMismatchError
    ? new EndedEarly(error.message, { cause: error })
    : error;
}

/** The length of the body that the headers state; null if they state none, or more than is accepted. */
function lengthOf(headers: Readonly<Record<string, string>>, most: number): number | null {
  const length = headers["content-length"] ?? "";
  return /^\d{1,15}$/.test(length) && Number(length) <= most ? Number(length) : null;
}

function joined(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) entries.push([name, Array.isArray(value) ? value.join(", ") : value]);
  }
  return Object.fromEntries(entries);
}
