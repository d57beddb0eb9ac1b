import { describe, expect, it } from "vitest";
import type { FailureKind } from "../../contracts/vocabulary.ts";
import {
  afterExchange,
  type BreakerState,
  breakerThreshold,
  closedBreaker,
  mostTimeouts,
  mostTimeoutsOfSurface,
  mostTooLarge,
} from "../../harness/http/circuit-breaker.ts";
import type { Paced } from "../../harness/http/pacing.ts";
import type { Reply } from "../../harness/http/reply.ts";

type Came = FailureKind | 200 | 429 | 502 | 503 | 504;

const timeoutMs = 2000;

function paced(came: Came, receivedAt = 0, attempts = 1): Paced {
  return { reply: reply(came, receivedAt), attempts };
}

function reply(came: Came, receivedAt: number): Reply {
  const times = { sentAt: 0, receivedAt };
  return typeof came === "number"
    ? { kind: "answered", status: came, headers: {}, body: new Uint8Array(), ...times }
    : { kind: "failed", failure: { kind: came, message: `${came}!` }, suspicion: null, ...times };
}

const stateAfter = (all: readonly Came[], endpoint: string | null = null, ms = 0): BreakerState =>
  all.reduce(
    (state, came) => afterExchange(state, paced(came, ms), endpoint, timeoutMs),
    closedBreaker,
  );
const times = (count: number, came: Came) => Array<Came>(count).fill(came);

describe("the circuit breaker", () => {
  it.each(["refused", "reset", "timeout", "tls", "dns", "proxy", "other"] as const)(
    "opens after eight exchanges in a row that ended with %s",
    (kind) => {
      expect(stateAfter(times(breakerThreshold - 1, kind)).reason).toBeNull();
      expect(stateAfter(times(breakerThreshold, kind)).reason).toBe(
        `not sent, since 8 requests in a row had no response; the last one: ${kind}!`,
      );
    },
  );

  it.each([200, "malformed", "too-large"] as const)("is reset by an answer (%s)", (came) => {
    expect(stateAfter([...times(7, "reset"), came, ...times(7, "timeout")]).reason).toBeNull();
    expect(stateAfter([...times(8, "reset"), came]).reason).toBeNull();
  });

  it("names the endpoint that it speaks of", () => {
    expect(stateAfter(times(8, "timeout"), "/topics").reason).toBe(
      "not sent, since 8 requests in a row to /topics had no response; the last one: timeout!",
    );
  });

  it("learns nothing from what was not sent, and keeps its first reason", () => {
    expect(stateAfter([...times(7, "reset"), ...times(20, "not-sent")]).reason).toBeNull();
    const open = stateAfter([...times(8, "refused"), ...times(3, "not-sent"), "timeout"]);
    expect(open.reason).toContain("refused!");
  });

  it("does not give an endpoint up that drops its requests, since that can be judged", () => {
    expect(stateAfter(times(100, "reset"), "/topics").reason).toBeNull();
  });

  it.each([
    ["timeout", mostTimeouts, `not sent, since ${mostTimeouts} requests to /topics timed out;`],
    ["too-large", mostTooLarge, "not sent, since 3 responses from /topics were too large;"],
  ] as const)("gives an endpoint up for good after too much of %s", (kind, most, reason) => {
    const now = (count: number) => Array.from({ length: count }, () => [kind, 200] as const).flat();
    expect(stateAfter(now(most - 1), "/topics").reason).toBeNull();
    const state = stateAfter([...now(most - 1), kind, ...times(5, 200)], "/topics");
    expect(state).toMatchObject({ reason: expect.stringContaining(reason), isFinal: true });
    expect(stateAfter(now(100)).reason).toBeNull();
  });

  it.each(["timeout", "reset", "malformed"] as const)(
    "gives an endpoint up for good whose broken responses (%s) take long",
    (kind) => {
      const inTurn = (count: number) =>
        Array.from({ length: count }, () => [kind, 200] as const).flat();
      const most = mostTimeouts / 2;
      expect(stateAfter(inTurn(most - 1), "/topics", 2 * timeoutMs).reason).toBeNull();
      const state = stateAfter([...inTurn(most), ...times(5, 200)], "/topics", 2 * timeoutMs);
      expect(state).toMatchObject({
        reason: `not sent, since requests to /topics took 24 s in total without a usable response; the last one: ${kind}!`,
        isFinal: true,
      });
      expect(stateAfter(inTurn(100), null, 2 * timeoutMs).reason).toBeNull();
      // Answers may be as slow as they like.
      expect(stateAfter(times(100, 200), "/topics", timeoutMs).reason).toBeNull();
    },
  );

  it.each([502, 503, 504] as const)(
    "counts the time in which a gateway waits for the service (%i), at each attempt",
    (status) => {
      const waited = (count: number) =>
        times(count, status).reduce(
          (state, came) => afterExchange(state, paced(came, timeoutMs, 3), "/topics", timeoutMs),
          closedBreaker,
        );
      expect(waited(mostTimeouts / 3 - 1).reason).toBeNull();
      expect(waited(mostTimeouts / 3).reason).toBe(
        `not sent, since requests to /topics took 24 s in total without a usable response; the last one: status ${status}`,
      );
      // At once, it costs nothing.
      expect(stateAfter(times(100, status), "/topics").reason).toBeNull();
    },
  );

  it("names the last response that was not usable, also where the limit of the surface is reached with an answer", () => {
    const [lost, answered] = [paced("timeout", 3 * timeoutMs), paced(200)];
    const before = afterExchange(closedBreaker, lost, "/topics", timeoutMs);
    const after = afterExchange(before, answered, "/topics", timeoutMs, 24 * timeoutMs);
    expect(after.reason).toBe(
      "not sent, since requests to /topics took 6 s, and all requests to the surface 48 s, without a usable response; the last one: timeout!",
    );
  });

  it("gives an endpoint up that throttles each request", () => {
    expect(stateAfter(times(7, 429), "/topics").reason).toBeNull();
    expect(stateAfter(times(8, 429), "/topics")).toMatchObject({
      reason:
        "not sent, since 8 requests in a row to /topics were throttled (429) up to the last attempt",
      isFinal: true,
    });
  });

  it("gives an endpoint up sooner where the surface has lost much time already", () => {
    const lost = (count: number, surfaceTimeouts: number) =>
      times(count, "reset").reduce(
        (state, came) =>
          afterExchange(
            state,
            paced(came, timeoutMs),
            "/topics",
            timeoutMs,
            surfaceTimeouts * timeoutMs,
          ),
        closedBreaker,
      );
    expect(lost(11, mostTimeoutsOfSurface - 1).reason).toBeNull();
    expect(lost(2, mostTimeoutsOfSurface).reason).toBeNull();
    expect(lost(3, mostTimeoutsOfSurface)).toMatchObject({
      reason:
        "not sent, since requests to /topics took 6 s, and all requests to the surface 48 s, without a usable response; the last one: reset!",
      isFinal: true,
    });
  });

  it("gives an endpoint up sooner while the surface throttles", () => {
    const lost = (count: number, isMetering: boolean) =>
      times(count, "timeout").reduce(
        (state, came) =>
          afterExchange(state, paced(came, timeoutMs), "/topics", timeoutMs, 0, isMetering),
        closedBreaker,
      );
    expect(lost(2, true).reason).toBeNull();
    expect(lost(3, true)).toMatchObject({ isFinal: true });
    expect(lost(7, false).reason).toBeNull();
  });

  it("gives a surface up for good that throttles everything", () => {
    expect(stateAfter([...times(7, 429), 200, ...times(7, 429)]).reason).toBeNull();
    expect(stateAfter([...times(8, 429), 200])).toMatchObject({ isFinal: true });
  });
});
