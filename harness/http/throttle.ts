import { setImmediate as nextTurn } from "node:timers/promises";
import type { Time } from "../time.ts";
import { firstBackOffMs } from "./retry.ts";

/** The longest pause between two attempts if the server gives no time. */
const longestPauseMs = 8000;
/** The longest pause of all endpoints as long as only one throttles. */
const longestUnsharedMs = 2000;
/** The lower bound of the rate, in requests per second; it guarantees that a run ends. */
const slowest = 0.5;
/** Requests per second to begin with, unless the server allowed more until then. */
const firstRate = 20;
/**
 * The milliseconds of holding back that are not counted for each response other than 429: a server that allows ten
 * requests per second is judged completely within a minute of waiting.
 */
const uncountedMs = 25;
/** The number of consecutive responses after which the rate is raised slightly. */
const answersToRaise = 10;
/** The number of consecutive responses after which one more request may be in flight. */
const answersToAdd = 50;
/** The number of consecutive pauses, with one request after each, after which a 503 is not taken for throttling. */
const pausesToRefute = 5;
/** How many more 429s than other answers there may be before none is repeated at once any more. */
const mostAtOnce = 8;
/** How often a 503 may occur at the lowest rate before no 503 is taken for throttling. */
const refusalsWhenSlow = 3;

/**
 * Controls the requests to one surface: all are sent while the server does not throttle; after its first
 * 429, they are sent one after the other, at the rate that it seems to allow, and with fewer in flight than
 * when it refused one.
 *
 * A 503 is taken for a 429 until it turns out to be something else: because it does not end when nothing else
 * is sent, or occurs as often however slowly requests are sent.
 *
 * After a pause one request is sent alone, and the others wait for its result.
 *
 * The rate begins at the number of answers of the second before that 429. It falls by a third with each
 * further pause, down to half of what the server was seen to allow, and rises slowly, but never again to
 * where the server responded with 429.
 */
export interface Throttle {
  /** Whether requests are sent one after the other. */
  readonly isMetering: boolean;
  /** Time until which nothing is sent, in epoch milliseconds; in the past if sending is allowed. */
  readonly pausedUntil: number;
  /**
   * Resolves when it is a request's turn, or when the signal is aborted.
   * @param rank the highest goes first; those to an endpoint that asked for a pause wait for some to others
   * @param endpoint null if it is not known
   * @returns to be called once, when the request has been answered or is not sent after all
   */
  pass(rank: number, endpoint: string | null, time: Time, signal: AbortSignal): Promise<() => void>;
  /**
   * Whether a 429 with "retry at once" is not a request to slow down: it is one once these outnumber the other
   * answers by `mostAtOnce`, of all endpoints or of this one.
   */
  mayAskAtOnce(endpoint: string | null): boolean;
  /** There was a 429, whatever it is taken for. */
  refused(endpoint: string | null): void;
  /** The length of the next pause, from the time that the server or the back-off asks for. */
  pauseMs(waitMs: number): number;
  /**
   * The server responded with 429: nothing is sent for this time, or longer if it keeps throttling. As long
   * as only one endpoint throttles, the others wait for two seconds at most to find out.
   * @param endpoint null if it is not known
   * @param isCertain false for a 503
   * @returns the milliseconds for which nothing is sent
   */
  throttled(now: number, waitMs: number, endpoint: string | null, isCertain: boolean): number;
  /** Whether a 503 of this endpoint may be throttling. */
  suspects(endpoint: string | null): boolean;
  /** Whether this endpoint throttles while the others answer. */
  isAlone(endpoint: string): boolean;
  /** Whether a request to this endpoint was throttled up to its last attempt, and none has been answered since. */
  isHopeless(endpoint: string): boolean;
  /** A request to this endpoint was throttled to the end. */
  gaveUpOn(endpoint: string): void;
  /** The server gave another response, or none. */
  answered(now: number, endpoint: string | null): void;
  /** A request whose turn came was not sent after all. */
  gaveUp(): void;
}

/**
 * An endpoint throttles alone if it asked for this number of pauses since its last other answer, or a
 * request was throttled to the end, and others answered this often meanwhile.
 */
const aloneAfter = { pauses: 4, answersElsewhere: 8 };

/** What an endpoint asked for since its last other answer. */
interface Refusals {
  isHopeless: boolean;
  pauses: number;
  answersElsewhere: number;
}

const none: Readonly<Refusals> = { isHopeless: false, pauses: 0, answersElsewhere: 0 };

interface Waiter {
  readonly rank: number;
  readonly endpoint: string | null;
  readonly go: () => void;
}

/** @param before pauses since the last other response */
function pauseMs(waitMs: number, before: number): number {
  return Math.max(waitMs, Math.min(firstBackOffMs * 2 ** before, longestPauseMs));
}

/**
 * @param onHeld called whenever requests were held back, for any reason: by a pause, by the rate, or by another request
 *   that finds out whether a pause is over. From when, in epoch milliseconds, and for how many milliseconds
 */
export function createThrottle(onHeld: (from: number, ms: number) => void = () => {}): Throttle {
  /** Milliseconds between two requests; null while the server does not throttle. */
  let interval: number | null = null;
  /** The rate per second at which the server responded with 429. */
  let tooFast = Number.POSITIVE_INFINITY;
  let pausedUntil = 0;
  let lastSent = 0;
  /** Consecutive pauses without another response, and the endpoints that asked for them. */
  let pauses = 0;
  const refusing = new Set<string>();
  const refusals = new Map<string, Refusals>();
  /** How many more 429s there were than other answers, from each endpoint; null for all together. */
  const surplus = new Map<string | null, number>();
  /** Responses since the last pause. */
  let answers = 0;
  /** Times of the responses in the last second. */
  let recent: number[] = [];
  /** The most responses in a second since requests are sent one after the other. */
  let best = 0;
  const waiting: Waiter[] = [];
  /**
   * Whether the last response asked for a pause, so that the next request finds out whether the pause is
   * over.
   */
  let isDoubtful = false;
  /** Ends the wait for that request; null if none is in flight. */
  let probed: (() => void) | null = null;
  let isLettingThrough = false;
  /** The milliseconds of holding back that responses have earned. */
  let uncounted = 0;
  /** The requests in flight whose turn came, the most that there may be, and what waits for one to end. */
  let inFlight = 0;
  let most = Number.POSITIVE_INFINITY;
  let turnEnded: (() => void) | null = null;
  /** Whether there was a 429 since requests are sent one after the other. */
  let has429 = false;
  /** The endpoints whose 503 is known not to be throttling; null for requests of none. */
  const refuted = new Set<string | null>();
  let isEachRefuted = false;
  /** How often a 503 occurred at the lowest rate. */
  let refusedWhenSlow = 0;
  /** Ends the wait for the next turn if no request is waiting any more. */
  let idle = new AbortController();

  async function letThrough(time: Time): Promise<void> {
    if (isLettingThrough) return;
    isLettingThrough = true;
    let heldSince = time.now();
    while (waiting.length > 0) {
      if (idle.signal.aborted) idle = new AbortController();
      const now = time.now();
      const next = Math.max(pausedUntil, lastSent + (interval ?? 0));
      if (next > now) {
        await time.wait(next - now, idle.signal);
        continue;
      }
      if (inFlight >= most) {
        await new Promise<void>((resolve) => (turnEnded = resolve));
        // The server took this time to answer; nothing was held back.
        heldSince += time.now() - now;
        continue;
      }
      const first = waiting.reduce((best, one) => (isBefore(one, best) ? one : best));
      waiting.splice(waiting.indexOf(first), 1);
      lastSent = now;
      const counted = now - heldSince - uncounted;
      uncounted = Math.max(0, -counted);
      if (counted > 0) onHeld(now - counted, counted);
      heldSince = now;
      const shown = isDoubtful ? new Promise<void>((resolve) => (probed = resolve)) : null;
      first.go();
      await shown;
      // The request whose turn has come is sent before the next one is considered.
      await nextTurn();
    }
    isLettingThrough = false;
  }

  function isBefore(one: Waiter, other: Waiter): boolean {
    const isLast = isRefusing(one);
    return isLast === isRefusing(other) ? one.rank > other.rank : !isLast;
  }

  /**
   * Whether an endpoint asked for a pause, and it is not known yet whether others answer: requests to it, which are
   * often all that come next, would not find out.
   */
  function isRefusing({ endpoint }: Waiter): boolean {
    if (endpoint === null) return false;
    const { pauses, answersElsewhere } = refusals.get(endpoint) ?? none;
    const isShown = answersElsewhere >= aloneAfter.answersElsewhere;
    return refusing.has(endpoint) || (pauses > 0 && !isShown);
  }

  function refusalsOf(endpoint: string): Refusals {
    const asked = refusals.get(endpoint) ?? { ...none };
    refusals.set(endpoint, asked);
    return asked;
  }

  function count(endpoint: string | null, by: 1 | -1): void {
    for (const one of new Set([null, endpoint])) {
      surplus.set(one, Math.min(mostAtOnce, Math.max(0, (surplus.get(one) ?? 0) + by)));
    }
  }

  function isAlone(endpoint: string): boolean {
    const { isHopeless, pauses, answersElsewhere } = refusals.get(endpoint) ?? none;
    const isPersistent = isHopeless || pauses >= aloneAfter.pauses;
    return isPersistent && answersElsewhere >= aloneAfter.answersElsewhere;
  }

  /** Not the server throttles but only one of its endpoints, or it answers 503 for another reason. */
  function stopMetering(): void {
    interval = null;
    pausedUntil = 0;
    most = Number.POSITIVE_INFINITY;
    has429 = false;
    refusedWhenSlow = 0;
    turnEnded?.();
    tooFast = Number.POSITIVE_INFINITY;
    endProbe();
    for (const { go } of waiting.splice(0)) go();
    idle.abort();
  }

  function endProbe(): void {
    probed?.();
    probed = null;
  }

  /** An occasional 429, whatever the rate, must not bring the run to a standstill. */
  function lowestRate(): number {
    return Math.max(slowest, best / 2);
  }

  function setRate(rate: number): void {
    interval = 1000 / Math.max(lowestRate(), Math.min(rate, 0.95 * tooFast));
  }

  function endTurn(): void {
    inFlight -= 1;
    turnEnded?.();
    turnEnded = null;
  }

  /**
   * No more may be in flight than now that the turn of a refused request has ended.
   * @returns whether there were more until now
   */
  function crowded(): boolean {
    if (inFlight === 0 || inFlight >= most) return false;
    most = inFlight;
    return true;
  }

  function suspects(endpoint: string | null): boolean {
    return !isEachRefuted && !refuted.has(endpoint);
  }

  /** Whether this 503, which begins a pause, shows that 503 is not throttling here. */
  function isRefutedBy(endpoint: string | null): boolean {
    if (interval !== null && pauses === 0 && 1000 / interval <= 1.01 * lowestRate()) {
      refusedWhenSlow += 1;
    }
    if (refusedWhenSlow > refusalsWhenSlow) isEachRefuted = true;
    if (pauses + 1 >= pausesToRefute) {
      for (const one of [endpoint, ...refusing]) refuted.add(one);
    }
    return !suspects(endpoint);
  }

  return {
    get isMetering() {
      return interval !== null;
    },
    get pausedUntil() {
      return pausedUntil;
    },
    pauseMs: (waitMs) => pauseMs(waitMs, pauses),
    async pass(rank, endpoint, time, signal) {
      if (interval === null || signal.aborted) return () => {};
      let isSent = false;
      await new Promise<void>((resolve) => {
        const leave = () => {
          const index = waiting.findIndex((one) => one.go === go);
          if (index !== -1) waiting.splice(index, 1);
          if (waiting.length === 0) idle.abort();
          resolve();
        };
        const go = () => {
          isSent = true;
          inFlight += 1;
          signal.removeEventListener("abort", leave);
          resolve();
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.push({ rank, endpoint, go });
        void letThrough(time);
      });
      return isSent ? endTurn : () => {};
    },
    suspects,
    mayAskAtOnce: (endpoint) =>
      [null, endpoint].every((one) => (surplus.get(one) ?? 0) < mostAtOnce),
    refused: (endpoint) => count(endpoint, 1),
    throttled(now, waitMs, endpoint, isCertain) {
      const isNew = now >= pausedUntil;
      if (isCertain) has429 = true;
      if (isNew && !has429 && isRefutedBy(endpoint)) {
        stopMetering();
        return 0;
      }
      if (endpoint !== null) refusing.add(endpoint);
      // Responses that were in flight together ask for one pause, not several.
      const before = isNew ? pauses : pauses - 1;
      const isShared = endpoint === null || refusing.size > 1 || before > 0;
      if (isNew) {
        if (interval === null) {
          setRate(Math.max(firstRate, recent.filter((at) => at > now - 1000).length));
          recent = [];
        } else {
          // As fast as before, but with fewer in flight, if that may be what the server asks for.
          if (!crowded()) {
            tooFast = Math.min(tooFast, 1000 / interval);
            setRate((2 / 3) * (1000 / interval));
          }
        }
        answers = 0;
        pauses += 1;
        if (endpoint !== null && isCertain) {
          refusalsOf(endpoint).pauses += 1;
        }
        isDoubtful = true;
      }
      const wholeMs = pauseMs(waitMs, before);
      const ms = isShared ? wholeMs : Math.min(wholeMs, longestUnsharedMs);
      pausedUntil = Math.max(pausedUntil, now + ms);
      endProbe();
      return ms;
    },
    isAlone,
    isHopeless: (endpoint) => refusals.get(endpoint)?.isHopeless === true,
    gaveUpOn(endpoint) {
      refusalsOf(endpoint).isHopeless = true;
      endProbe();
    },
    gaveUp: endProbe,
    answered(now, endpoint) {
      pauses = 0;
      refusing.clear();
      count(endpoint, -1);
      if (endpoint !== null) refusals.delete(endpoint);
      for (const asked of refusals.values()) asked.answersElsewhere += 1;
      isDoubtful = false;
      endProbe();
      const isEachAlone = refusals.size > 0 && [...refusals.keys()].every(isAlone);
      if (interval !== null && isEachAlone) stopMetering();
      recent.push(now);
      if (interval === null) return;
      uncounted += uncountedMs;
      recent = recent.filter((at) => at > now - 1000);
      best = Math.max(best, recent.length);
      answers += 1;
      if (answers % answersToRaise === 0) setRate(1.1 * (1000 / interval));
      if (answers % answersToAdd === 0) most += 1;
    },
  };
}
