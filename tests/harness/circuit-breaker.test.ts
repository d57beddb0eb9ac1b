import { describe, expect, it } from "vitest";
import type { FailureKind } from "../../contracts/vocabulary.ts";
import {
  afterExchange,
  breakerThreshold,
  closedBreaker,
} from "../../harness/http/circuit-breaker.ts";

const stateAfter = (kinds: readonly (FailureKind | null)[]) =>
  kinds.reduce(
    (state, kind) =>
      afterExchange(state, kind === null ? null : { kind, message: `${kind}!` }, null),
    closedBreaker,
  );
const times = (count: number, kind: FailureKind) => Array<FailureKind>(count).fill(kind);

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

  it.each([null, "malformed", "too-large"] as const)("is reset by an answer (%s)", (kind) => {
    expect(stateAfter([...times(7, "reset"), kind, ...times(7, "timeout")]).reason).toBeNull();
    expect(stateAfter([...times(8, "reset"), kind])).toEqual(closedBreaker);
  });

  it("names the endpoint that it speaks of", () => {
    const failure = { kind: "timeout", message: "timeout!" } as const;
    const state = times(8, "timeout").reduce(
      (before) => afterExchange(before, failure, "/topics"),
      closedBreaker,
    );
    expect(state.reason).toBe(
      "not sent, since 8 requests in a row to /topics had no response; the last one: timeout!",
    );
  });

  it("learns nothing from what was not sent, and keeps its first reason", () => {
    expect(stateAfter([...times(7, "reset"), ...times(20, "not-sent")]).reason).toBeNull();
    const open = stateAfter([...times(8, "refused"), ...times(3, "not-sent"), "timeout"]);
    expect(open.reason).toContain("refused!");
  });
});
