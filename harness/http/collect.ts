import type { Dispatcher } from "undici";
import { createDeadline, type Deadline } from "./deadline.ts";
import { TooLarge, TooSlow } from "./failures.ts";

/** The response as received, with its content-encoding. */
export interface Collected {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Bounds {
  /** Time limit in milliseconds for the connection, the headers and each pause in the body. */
  readonly timeoutMs: number;
  /** Time limit in milliseconds for the whole request. */
  readonly totalMs: number;
  /** Maximum bytes of the encoded body. */
  readonly maxBodyBytes: number;
}

/**
 * The most pieces of a body, such as its chunks: each takes time and memory of its own, however few bytes it has.
 * Ordinary servers send some kilobytes at once.
 */
export const mostPieces = 20_000;

/** The rejection reason; `begun` tells whether any part of the response had come. */
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
    let head: Omit<Collected, "body"> | null = null;
    let phase: Deadline | null = null;
    const chunks: Buffer[] = [];
    let length = 0;

    const finish = () => {
      settled = true;
      phase?.cancel();
      total.cancel();
    };
    const fail = (reason: Error) => {
      if (settled) return;
      finish();
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
      onResponseStart(_controller, status, headers) {
        if (settled || status < 200) return;
        head = { status, headers: joined(headers) };
        within(`${hostPort} sent no more of its body`);
      },
      onResponseData(_controller, chunk) {
        if (settled) return;
        length += chunk.length;
        if (length > bounds.maxBodyBytes) {
          return fail(
            new TooLarge(`${hostPort} sent more than ${bounds.maxBodyBytes} bytes of body`),
          );
        }
        if (chunks.push(chunk) > mostPieces) {
          return fail(new TooLarge(`${hostPort} sent its body in more than ${mostPieces} pieces`));
        }
        phase?.postpone();
      },
      onResponseEnd() {
        if (settled) return;
        finish();
        if (head === null)
          return reject(new Interrupted(new Error("an end without a start"), begun));
        resolve({ ...head, body: Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        if (settled) return;
        finish();
        reject(new Interrupted(error, begun));
      },
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
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
