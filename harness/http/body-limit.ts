import PQueue from "p-queue";
import { inQueue } from "./in-queue.ts";
import type { Reply } from "./reply.ts";

/** The bytes of bodies that may be received at the same time. */
export const comingBytes = 4 * 1024 * 1024;
/** The number of the last responses that the next ones are expected to be like. */
const lastResponses = 8;

/**
 * Keeps fewer requests in flight while the responses are large, since each takes memory while it is received.
 */
export interface BodyLimit {
  /** The number of requests that may be in flight. */
  readonly inFlight: number;
  /** Sends a request as soon as there is room for its response. */
  send(request: () => Promise<Reply>): Promise<Reply>;
  /** Sends a request at once: others wait for it, and it may be in flight with any number of them. */
  sendAtOnce(request: () => Promise<Reply>): Promise<Reply>;
}

/**
 * @param concurrency the maximum number of requests in flight, however small the bodies are
 * @param largestBytes the size of a body that was too large to be received
 */
export function createBodyLimit(concurrency: number, largestBytes: number): BodyLimit {
  /** The last one at the end. */
  const sizes: number[] = [];
  const queue = new PQueue({ concurrency });

  function sizeOf(reply: Reply): number {
    if (reply.kind === "answered") return reply.body.length;
    return reply.failure.kind === "too-large" ? largestBytes : 0;
  }

  async function noted(request: () => Promise<Reply>): Promise<Reply> {
    const reply = await request();
    sizes.push(sizeOf(reply));
    if (sizes.length > lastResponses) sizes.shift();
    const fitting = Math.floor(comingBytes / Math.max(1, ...sizes));
    queue.concurrency = Math.min(concurrency, Math.max(1, fitting));
    return reply;
  }

  return {
    get inFlight() {
      return queue.concurrency;
    },
    send(request) {
      // No more than that are in flight anyway.
      if (queue.concurrency === concurrency) return noted(request);
      return inQueue(queue, () => noted(request));
    },
    sendAtOnce: noted,
  };
}
