import { describe, expect, it } from "vitest";
import { createGate } from "../../harness/http/gate.ts";
import { createPacing } from "../../harness/http/pacing.ts";
import type { Failed, Reply } from "../../harness/http/reply.ts";
import { parseRetryAfter } from "../../harness/http/retry.ts";
import type { Time } from "../../harness/time.ts";
import { answered, bounds, failed, jumpingTime, play } from "./pacing-replies.ts";
import { clientFor, get, rawServer } from "./servers.ts";

describe("retries", () => {
  it.each([
    ["503 with no time to wait", answered(503, { "retry-after": "0" }), [250, 500, 1000, 2000]],
    ["503 with many seconds", answered(503, { "retry-after": "30" }), [30_000, 30_000]],
    ["502", answered(502), [250, 500]],
    ["503", answered(503), [250, 500, 1000, 2000]],
    ["504, whose Retry-After means nothing", answered(504, { "retry-after": "9" }), [250, 500]],
    ["a time that is none", answered(503, { "retry-after": "soon" }), [250, 500, 1000, 2000]],
  ] as const)("%s: waits, and sends again", async (_name, reply, waits) => {
    const time = jumpingTime();
    const { send, fresh } = play([reply]);
    const paced = await createPacing(bounds, time).run(send, "normal", createGate());
    expect(paced).toEqual({ reply, attempts: waits.length + 1 });
    expect(time.waits).toEqual(waits);
    expect(new Set(fresh)).toEqual(new Set([false]));
  });

  it.each([
    ["with seconds", { "retry-after": "7" }, 4],
    ["with more seconds", { "retry-after": "25" }, 2],
    ["with far too many seconds", { "retry-after": "86400" }, 0],
    ["with no time at all", {}, 4],
    ["with no time to wait", { "retry-after": "0" }, 4],
  ] as const)(
    "a server that throttles for ever, %s, is believed in the end",
    async (_name, headers, waits) => {
      const time = jumpingTime();
      const gate = createGate();
      const { send } = play([answered(429, headers)]);
      const pacing = createPacing(bounds, time);
      const paced = await pacing.run(send, "normal", gate);
      expect(paced).toMatchObject({ reply: { status: 429 }, attempts: waits + 1 });
      expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
      // However many there are, the run waits no longer in total.
      for (let count = 0; count < 30; count += 1) await pacing.run(send, "normal", gate);
      expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(70_000);
    },
  );

  it.each([
    ["counts as waiting while the server throttles", answered(429, { "retry-after": "1" }), 6],
    ["does not while it does not", answered(200), 40],
  ] as const)("a timeout %s", async (_, first, most) => {
    const time = jumpingTime();
    const gate = createGate();
    const late: Failed = { ...failed(null), failure: { kind: "timeout", message: "late" } };
    let sent = 0;
    const send = async (): Promise<Reply> => {
      sent += 1;
      const sentAt = time.now();
      if (sent === 1) return { ...first, sentAt, receivedAt: sentAt };
      await time.wait(10_000, new AbortController().signal);
      return { ...late, sentAt, receivedAt: time.now() };
    };
    const pacing = createPacing({ ...bounds, retries: 1 }, time);
    for (let count = 0; count < 39; count += 1) await pacing.run(send, "normal", gate);
    expect(gate.reason === null ? 40 : sent - 1).toBe(most);
  });

  it("waits with everything while a server throttles, and gets it all through in the end", async () => {
    const time = jumpingTime();
    const gate = createGate();
    // A quota of three requests per second.
    let second = 0;
    let used = 0;
    const send = async (): Promise<Reply> => {
      const now = Math.floor(time.now() / 1000);
      used = now === second ? used + 1 : 1;
      second = now;
      return used > 3 ? answered(429, { "retry-after": "1" }) : answered(200);
    };
    const pacing = createPacing({ ...bounds, retries: 1 }, time);
    const all = await Promise.all(
      Array.from({ length: 40 }, () => pacing.run(send, "normal", gate)),
    );
    expect(all.map(({ reply }) => reply.kind === "answered" && reply.status)).toEqual(
      Array.from({ length: 40 }, () => 200),
    );
  });

  it.each([
    ["20 a second, all at once", 20, 1000, {}],
    ["20 a second, with a time to wait", 20, 1000, { "retry-after": "1" }],
    ["3 a second", 3, 1000, {}],
    ["100 a minute, with a time to wait", 100, 60_000, { "retry-after": "30" }],
  ] as const)(
    "a quota of %s costs a tenth of the plan at most",
    async (_, quota, window, headers) => {
      const jumping = jumpingTime();
      const time: Time = {
        now: jumping.now,
        // What is in flight is answered first.
        wait: async (ms, signal) => {
          await new Promise(setImmediate);
          return jumping.wait(ms, signal);
        },
      };
      const gate = createGate(600_000);
      let sent = 0;
      let used = 0;
      let begun = Number.NEGATIVE_INFINITY;
      const send = async (): Promise<Reply> => {
        sent += 1;
        if (time.now() - begun >= window) {
          begun = time.now();
          used = 0;
        }
        used += 1;
        await null;
        return used > quota ? answered(429, headers) : answered(200);
      };
      const pacing = createPacing(bounds, time);
      const all = await Promise.all(
        Array.from({ length: 700 }, () => pacing.run(send, "normal", gate)),
      );
      const statuses = new Set(all.map(({ reply }) => reply.kind === "answered" && reply.status));
      expect(statuses).toEqual(new Set([200]));
      expect(sent).toBeLessThanOrEqual(770);
    },
  );

  it("waits until an HTTP date", async () => {
    const time = jumpingTime();
    const date = new Date(time.now() + 5000).toUTCString();
    const { send } = play([answered(503, { "retry-after": date }), answered(200)]);
    const paced = await createPacing(bounds, time).run(send, "normal", createGate());
    expect(paced).toMatchObject({ reply: { status: 200 }, attempts: 2 });
    expect(time.waits).toEqual([5000]);
  });

  it("sends a request whose connection was lost again at once, on a fresh one", async () => {
    const time = jumpingTime();
    const { send, fresh } = play([failed("reset-before-answer"), answered(200)]);
    const paced = await createPacing(bounds, time).run(send, "normal", createGate());
    expect(paced).toMatchObject({ reply: { status: 200 }, attempts: 2 });
    expect(fresh).toEqual([false, true]);
    expect(time.waits).toEqual([]);
  });

  it.each([
    ["reset-before-answer", 2],
    ["framing", 2],
    [null, 1],
  ] as const)("sends a request that fails for ever (%s) %i times", async (suspicion, attempts) => {
    const { send } = play([failed(suspicion)]);
    const paced = await createPacing(bounds, jumpingTime()).run(send, "normal", createGate());
    expect(paced).toMatchObject({ reply: { kind: "failed" }, attempts });
  });

  it.each([200, 400, 401, 404, 500])("takes %i for an answer", async (status) => {
    const { send, fresh } = play([answered(status)]);
    await createPacing(bounds, jumpingTime()).run(send, "normal", createGate());
    expect(fresh).toHaveLength(1);
  });

  it("does not retry where it may not", async () => {
    const { send, fresh } = play([answered(429)]);
    const pacing = createPacing({ ...bounds, retries: 0 }, jumpingTime());
    expect(await pacing.run(send, "normal", createGate())).toMatchObject({ attempts: 1 });
    expect(fresh).toHaveLength(1);
  });

  it("frees its slot while it waits", async () => {
    let now = 0;
    let release = () => {};
    const time: Time = {
      now: () => now,
      wait: (ms) =>
        new Promise((resolve) => {
          release = () => {
            now += ms;
            resolve();
          };
        }),
    };
    const pacing = createPacing({ ...bounds, concurrency: 1 }, time);
    const { send } = play([answered(429, { "retry-after": "5" }), answered(200)]);
    const slow = pacing.run(send, "normal", createGate());
    // Were the slot kept, this would wait for ever.
    const other = await pacing.run(play([answered(204)]).send, "normal", createGate());
    expect(other.reply).toMatchObject({ status: 204 });
    release();
    expect((await slow).reply).toMatchObject({ status: 200 });
  });

  it("survives a server that closes every idle connection just then", async () => {
    // The second request on a connection meets a reset, as when a keep-alive time has run out.
    const used = new WeakSet<object>();
    const base = await rawServer((_head, socket) => {
      if (used.has(socket)) return socket.resetAndDestroy();
      used.add(socket);
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    });
    const client = clientFor({ concurrency: 1 });
    const pacing = createPacing({ ...bounds, concurrency: 1 });
    const send = (how: { freshConnection: boolean }) => client.send(get(base), how);
    const all = [];
    for (let index = 0; index < 6; index += 1) {
      all.push(await pacing.run(send, "normal", createGate()));
    }
    expect(all.map(({ reply }) => reply.kind)).toEqual(Array(6).fill("answered"));
    expect(all.some(({ attempts }) => attempts === 2)).toBe(true);
  });
});

describe("parseRetryAfter", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);
  it.each([
    ["12", 12_000],
    [" 0 ", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sat, 05 Nov 1994 08:49:37 GMT", 0],
    ["-3", null],
    ["1.5", null],
    ["2026", 2_026_000],
    ["", null],
    [undefined, null],
    ["later", null],
  ])("%s", (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});
