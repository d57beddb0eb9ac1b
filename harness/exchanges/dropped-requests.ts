import { setImmediate as nextTurn } from "node:timers/promises";
import type { Gate } from "../http/gate.ts";
import type { Paced } from "../http/pacing.ts";
import type { Failed, Reply } from "../http/reply.ts";
import { firstBackOffMs } from "../http/retry.ts";
import type { Probe } from "../http/surface-line.ts";
import type { Time } from "../time.ts";
import { createLosses } from "./losses.ts";

/** A reply with the number of attempts, and the number of those whose connection was dropped. */
export interface Sent extends Paced {
  readonly dropped: number;
}

export interface Sending {
  /** The endpoint. */
  readonly place: string;
  /** Whether a connection that is closed before the response counts too, not only one that is closed during it. */
  readonly owesAnswer: boolean;
  first(): Promise<Sent>;
  /** Sends it once more, on a fresh connection. */
  again(): Promise<Sent>;
}

/** Handles requests of one surface whose connection was dropped. */
export interface DroppedRequests {
  /**
   * Runs a request. If its connection is dropped, before or during the response, the request waits until
   * no other request to the surface is in flight and the surface responds to one that it responded to before. Then
   * it is sent again, twice at least, and the surface is asked after each time whether it responds. If each
   * connection is dropped although it does, the failure is not an outage: it is `dropped`, or `malformed` if a part of a
   * response had arrived. Where other requests were dropped by chance, it is sent until chance can't explain it.
   */
  run(sending: Sending): Promise<Paced>;
}

/** How often a request is dropped at least between two others that are answered before it is judged. */
const leastTimes = 2;
/** How often it is sent again at most. */
const mostTimes = 10;
/** How long the requests to a surface are sent again in all, beyond the least times. */
const mostExtraMs = 20_000;
/** How long requests are sent again one by one: one of them may end the connections of others. */
const mostAloneMs = 2_000;
/** How long the surface has to respond again. */
const mostOutageMs = 4_000;

interface Held {
  readonly sending: Sending;
  readonly settle: (paced: Paced) => void;
  readonly fail: (error: unknown) => void;
  reply: Failed;
  attempts: number;
  dropped: number;
  /** How often it was dropped although the surface responded before and after. */
  times: number;
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
  /** Without what they come to: waiting for the last of them would keep every response in memory. */
  const underWay = new Set<Promise<void>>();
  const losses = createLosses();
  let held: Held[] = [];
  let asking = false;
  let extraMs = 0;
  /** A server that has never answered has no outage to wait for. */
  let hasAnswered = false;

  /** Works in rounds, each of which repeats all requests that were dropped until then. */
  async function askAgain(): Promise<void> {
    for (asking = true; held.length > 0; ) {
      await quiet();
      // A server that is being restarted needs a moment.
      await time.wait(firstBackOffMs, gate.signal);
      const round = new Set(held);
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

  /** @param open those that are not settled yet */
  async function settleAll(open: Set<Held>): Promise<void> {
    const [first] = open;
    let isAlive = first !== undefined && (await responds(first));
    for (let turn = 1; isAlive && open.size > 0; turn += 1) {
      const began = time.now();
      isAlive = await askAll(open);
      if (turn >= leastTimes) extraMs += time.now() - began;
    }
    for (const one of open) settle(one, open);
  }

  /** @returns whether the surface still responds */
  async function askAll(open: Set<Held>): Promise<boolean> {
    const began = time.now();
    const together: Held[] = [];
    for (const one of [...open]) {
      if (time.now() - began >= mostAloneMs) together.push(one);
      else if (!(await ask([one], open))) return false;
    }
    return ask(together, open);
  }

  /** @returns whether the surface still responds */
  async function ask(some: readonly Held[], open: Set<Held>): Promise<boolean> {
    await Promise.all(some.map((one) => askOnce(one, open)));
    const dropped = some.filter((one) => open.has(one));
    const [first] = dropped;
    if (first === undefined) return true;
    if (!(await responds(first))) return false;
    for (const one of dropped) {
      one.times += 1;
      conclude(one, open);
    }
    return true;
  }

  async function askOnce(one: Held, open: Set<Held>): Promise<void> {
    const { sending } = one;
    const sent = await sending.again();
    one.attempts += sent.attempts;
    // The gate was closed.
    if (sent.attempts === 0) return settle(one, open);
    one.dropped += sent.dropped;
    if (isDropped(sent.reply, sending)) one.reply = sent.reply;
    else {
      noteAnswer(sent.reply, sending, one.dropped);
      settle(one, open, sent.reply);
    }
  }

  function conclude(one: Held, open: Set<Held>): void {
    if (one.times < leastTimes) return;
    if (losses.exclude(one.sending.place, one.times)) settle(one, open, brokenAnswer(one.reply));
    else if (one.times >= mostTimes || extraMs >= mostExtraMs) {
      settle(one, open, perhapsByChance(one.reply));
    }
  }

  /** Asks for some seconds whether the surface responds. */
  async function responds(counted: Held): Promise<boolean> {
    const latest = time.now() + mostOutageMs;
    for (let waitMs = firstBackOffMs; gate.reason === null; waitMs *= 2) {
      const { isAlive, requests } = await probe();
      counted.attempts += requests;
      if (isAlive) return gate.reason === null;
      if (!hasAnswered || time.now() + waitMs > latest) return false;
      await time.wait(waitMs, gate.signal);
    }
    return false;
  }

  function noteAnswer(reply: Reply, { place }: Sending, dropped: number): void {
    if (reply.kind !== "answered") return;
    hasAnswered = true;
    losses.answered(place, dropped);
  }

  return {
    async run(sending) {
      losses.asked(sending.place);
      const running = sending.first();
      const forget = () => {
        underWay.delete(ended);
      };
      const ended: Promise<void> = running.then(forget, forget);
      underWay.add(ended);
      const { reply, attempts, dropped } = await running;
      if (!isDropped(reply, sending) || gate.reason !== null) {
        noteAnswer(reply, sending, dropped);
        return { reply, attempts };
      }
      return new Promise((settle, fail) => {
        held.push({ sending, settle, fail, reply, attempts, dropped, times: 0 });
        if (!asking) void askAgain();
      });
    },
  };
}

function settle(one: Held, open: Set<Held>, reply: Reply = one.reply): void {
  open.delete(one);
  one.settle({ reply, attempts: one.attempts });
}

function isDropped(reply: Reply, { owesAnswer }: Sending): reply is Failed {
  if (reply.kind !== "failed" || reply.failure.kind !== "reset") return false;
  return owesAnswer || reply.suspicion !== "reset-before-answer";
}

function brokenAnswer(reply: Failed): Failed {
  const kind = reply.suspicion === "reset-before-answer" ? "dropped" : "malformed";
  return failedWith(reply, kind, "also on a fresh connection, while it answered other requests");
}

function perhapsByChance(reply: Failed): Failed {
  return failedWith(reply, "reset", "as it did at other requests, which it answered later");
}

function failedWith(reply: Failed, kind: Failed["failure"]["kind"], addition: string): Failed {
  return { ...reply, failure: { kind, message: `${reply.failure.message}, ${addition}` } };
}
