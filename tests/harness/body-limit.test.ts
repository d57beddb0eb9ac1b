import { describe, expect, test } from "vitest";
import { comingBytes, createBodyLimit } from "../../harness/http/body-limit.ts";
import type { Reply } from "../../harness/http/reply.ts";

const concurrency = 8;
const largestBytes = comingBytes / 2;
const times = { sentAt: 0, receivedAt: 0 };

function answered(bytes: number): Reply {
  const body = { length: bytes } as Uint8Array;
  return { kind: "answered", status: 200, headers: {}, body, ...times };
}

function failed(kind: "too-large" | "timeout"): Reply {
  return { kind: "failed", failure: { kind, message: "" }, suspicion: null, ...times };
}

/** A limit after these replies, one after the other, and requests that are in flight until they get a reply. */
async function limitAfter(...replies: readonly Reply[]) {
  const limit = createBodyLimit(concurrency, largestBytes);
  for (const reply of replies) await limit.send(async () => reply);
  const begun: ((reply: Reply) => void)[] = [];
  const request = () => new Promise<Reply>((resolve) => begun.push(resolve));
  return { limit, begun, request };
}

/** All that is ready to run has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("as many requests are in flight as bodies of the last sizes fit", () => {
  test.each([
    ["nothing has come", [], concurrency],
    ["small bodies", [answered(1000), answered(0)], concurrency],
    ["a body that fits once", [answered(comingBytes)], 1],
    ["one that is larger than that", [answered(2 * comingBytes)], 1],
    ["one that fits three times", [answered(comingBytes / 3 - 1)], 3],
    ["a large one before small ones", [answered(comingBytes / 2), answered(10)], 2],
    ["one that was too large", [failed("too-large")], 2],
    ["other failures", [failed("timeout")], concurrency],
  ])("%s", async (_, replies, expected) => {
    const { limit, begun, request } = await limitAfter(...replies);
    expect(limit.inFlight).toBe(expected);
    for (let sent = 0; sent < 12; sent += 1) limit.send(request);
    await settled();
    // Where there is no limit, the caller's own holds.
    expect(begun.length).toBe(expected === concurrency ? 12 : expected);
  });

  test("as many as ever once the last ones were small", async () => {
    const small = Array.from({ length: 8 }, () => answered(10));
    const { limit } = await limitAfter(answered(comingBytes), ...small.slice(1));
    expect(limit.inFlight).toBe(1);
    await limit.send(async () => answered(10));
    expect(limit.inFlight).toBe(concurrency);
  });
});

test("one that waits is sent when another one has ended", async () => {
  const { limit, begun, request } = await limitAfter(answered(comingBytes));
  const replies = [limit.send(request), limit.send(request)];
  await settled();
  expect(begun.length).toBe(1);
  begun[0]?.(answered(7));
  expect(await replies[0]).toEqual(answered(7));
  await settled();
  expect(begun.length).toBe(2);
  begun[1]?.(answered(8));
  expect(await replies[1]).toEqual(answered(8));
});

test("a request for which others wait is sent at once", async () => {
  const { limit, begun, request } = await limitAfter(answered(comingBytes));
  limit.send(request);
  limit.sendAtOnce(request);
  await settled();
  expect(begun.length).toBe(2);
});

test("a request that fails unexpectedly leaves its place to the next one", async () => {
  const { limit } = await limitAfter(answered(comingBytes));
  await expect(limit.send(() => Promise.reject(new Error("defect")))).rejects.toThrow("defect");
  expect(await limit.send(async () => answered(1))).toEqual(answered(1));
});
