import { setImmediate as nextTurn } from "node:timers/promises";
import type { Gate } from "../http/gate.ts";
import type { Paced } from "../http/pacing.ts";
import type { Failed } from "../http/reply.ts";
import { firstBackOffMs } from "../http/retry.ts";
import type { Probe } from "../http/surface-line.ts";
import type { Time } from "../time.ts";

/** Handles requests of one surface whose connection was dropped. */
export interface DroppedRequests {
  /**
   * Runs a request. If its connection is dropped, before or during the response, the request waits until
   * no other request to the surface is in flight and is sent once more, on a fresh connection. If that
   * connection is dropped too while the surface responds to another request, the failure is not an
   * outage: it is `dropped`, or `malformed` if a part of a response had come.
   * @param again sends it once more
   */
  run(first: () => Promise<Paced>, again: () => Promise<Paced>): Promise<Paced>;
}

const notAsked: Probe = { isAlive: false, requests: 0 };

interface Held {
  readonly first: Paced;
  readonly again: () => Promise<Paced>;
  readonly settle: (paced: Paced) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * @param gate of the surface
 * @param probe finds out whether the surface responds to a request that it responded to before
 */
export function createDroppedRequests(
  gate: Gate,
  probe: () => Promise<Probe>,
  time: Time,
): DroppedRequests {
  const underWay = new Set<Promise<Paced>>();
  let held: Held[] = [];
  let asking = false;

  /** Works in rounds, each of which repeats all requests that were dropped until then. */
  async function askAgain(): Promise<void> {
    for (asking = true; held.length > 0; ) {
      await quiet();
      // A server that is being restarted needs a moment.
      await time.wait(firstBackOffMs, gate.signal);
      const round = held;
      held = [];
      try {
        await settleAll(round);
      } catch (error) {
        for (const { fail } of round) fail(error);
      }
    }
    asking = false;
  }

  async function quiet(): Promise<void> {
    // A follow-up is requested in the turn of the event loop after its response.
    await nextTurn();
    while (underWay.size > 0) {
      await Promise.allSettled(underWay);
      await nextTurn();
    }
  }

  async function settleAll(round: readonly Held[]): Promise<void> {
    const seconds = await Promise.all(round.map(({ again }) => again()));
    const asksWhether = seconds.some(isDropped) && gate.reason === null;
    const { isAlive, requests } = asksWhether ? await probe() : notAsked;
    let extra = requests;
    for (const [index, { first, settle }] of round.entries()) {
      const second = seconds[index];
      if (second === undefined || second.attempts === 0) {
        settle(first);
        continue;
      }
      const attempts = first.attempts + second.attempts;
      const reply = isAlive && isDropped(second) ? brokenAnswer(second.reply) : second.reply;
      settle({ reply, attempts: attempts + extra });
      extra = 0;
    }
  }

  return {
    async run(first, again) {
      const running = first();
      underWay.add(running);
      const done = () => underWay.delete(running);
      running.then(done, done);
      const paced = await running;
      if (!isDropped(paced) || gate.reason !== null) return paced;
      return new Promise((settle, fail) => {
        held.push({ first: paced, again, settle, fail });
        if (!asking) void askAgain();
      });
    },
  };
}

function isDropped(paced: Paced): paced is Paced & { readonly reply: Failed } {
  return paced.reply.kind === "failed" && paced.reply.failure.kind === "reset";
}

function brokenAnswer(reply: Failed): Failed {
  const { message } = reply.failure;
  const kind = reply.suspicion === "reset-before-answer" ? "dropped" : "malformed";
  const text = `${message}, also on a fresh connection, while it answered other requests`;
  return { ...reply, failure: { kind, message: text } };
}
