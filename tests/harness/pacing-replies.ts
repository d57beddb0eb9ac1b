import type { Answered, Failed, Reply } from "../../harness/http/reply.ts";
import type { Time } from "../../harness/time.ts";

/** A reply as the client gives it. */
export const answered = (status: number, headers: Record<string, string> = {}): Answered => ({
  kind: "answered",
  status,
  headers,
  body: new Uint8Array(),
  sentAt: 0,
  receivedAt: 0,
});

export const failed = (suspicion: Failed["suspicion"]): Failed => ({
  kind: "failed",
  failure: { kind: "reset", message: "gone" },
  suspicion,
  sentAt: 0,
  receivedAt: 0,
});

/** A clock that jumps: waiting takes no time, but is noted. */
export function jumpingTime(): Time & { waits: number[] } {
  const waits: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  return {
    waits,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}

/** Plays the replies one after the other, the last one for ever. */
export function play(replies: readonly [Reply, ...Reply[]]) {
  const fresh: boolean[] = [];
  const send = async (how: { freshConnection: boolean }): Promise<Reply> => {
    fresh.push(how.freshConnection);
    return replies[Math.min(fresh.length, replies.length) - 1] ?? replies[0];
  };
  return { send, fresh };
}

export const bounds = { concurrency: 8, rate: null, retries: 2 };
