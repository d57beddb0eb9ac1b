import { describe, expect, it } from "vitest";
import { createGate } from "../../harness/http/gate.ts";
import { createPacing, type Priority } from "../../harness/http/pacing.ts";
import type { Reply } from "../../harness/http/reply.ts";
import { answered, bounds, failed, jumpingTime, play } from "./pacing-replies.ts";
import { clientFor, get, httpServer, rawServer } from "./servers.ts";

describe("what an answer leaves behind in its connection", () => {
  it("is not held against the next request", async () => {
    // A content-length counted in characters: the last bytes of the body spill over.
    const base = await rawServer((head, socket) => {
      const spill = head.startsWith("GET /spills") ? '"}' : "";
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}${spill}`);
    });
    const client = clientFor({ concurrency: 1 });
    const pacing = createPacing({ ...bounds, concurrency: 1 });
    const paths = ["/spills", "/fine", "/spills", "/fine", "/fine"];
    const all = await Promise.all(
      paths.map((path) =>
        pacing.run((how) => client.send(get(`${base}${path}`), how), "normal", createGate()),
      ),
    );
    expect(all.map(({ reply }) => reply.kind)).toEqual(Array(5).fill("answered"));
  });
});

describe("order and bounds", () => {
  it.each([1, 3])("keeps at most %i in flight, over all origins", async (concurrency) => {
    let inFlight = 0;
    let most = 0;
    const open = async () =>
      httpServer((_request, response) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        setTimeout(() => {
          inFlight -= 1;
          response.end("{}");
        }, 10);
      });
    const origins = [await open(), await open()];
    const client = clientFor({ concurrency });
    const pacing = createPacing({ ...bounds, concurrency });
    const gate = createGate();
    const urls = Array.from({ length: 12 }, (_, index) => `${origins[index % 2]}/${index}`);
    const all = await Promise.all(
      urls.map((url) => pacing.run((how) => client.send(get(url), how), "normal", gate)),
    );
    expect(all.every(({ reply }) => reply.kind === "answered")).toBe(true);
    expect(most).toBe(concurrency);
  });

  it("spreads the rate evenly, retries included", async () => {
    const starts: number[] = [];
    const pacing = createPacing({ concurrency: 8, rate: 50, retries: 1 }, jumpingTime());
    const send = async () => {
      starts.push(performance.now());
      return starts.length === 1 ? failed("reset-before-answer") : answered(200);
    };
    const gate = createGate();
    const begin = performance.now();
    await Promise.all(Array.from({ length: 7 }, () => pacing.run(send, "normal", gate)));
    expect(starts).toHaveLength(8);
    // Timers may be late, the first one too, but hardly early: the nth start is not before n intervals of 20 ms.
    starts.forEach((start, index) => {
      expect(start - begin).toBeGreaterThanOrEqual(index * 20 - 5);
    });
  });

  it("lets follow-ups go first, and retries before them", async () => {
    const order: string[] = [];
    const pacing = createPacing({ ...bounds, concurrency: 1 }, jumpingTime());
    const gate = createGate();
    const run = (name: string, priority: Priority, replies: readonly [Reply, ...Reply[]]) => {
      const { send } = play(replies);
      return pacing.run(
        (how) => {
          order.push(name);
          return send(how);
        },
        priority,
        gate,
      );
    };
    const ok = answered(200);
    await Promise.all([
      run("first", "normal", [failed("reset-before-answer"), ok]),
      run("normal", "normal", [ok]),
      run("follow-up", "follow-up", [ok]),
      run("normal", "normal", [ok]),
    ]);
    expect(order[0]).toBe("first");
    expect(order.indexOf("follow-up")).toBeLessThan(order.indexOf("normal"));
    expect(order.lastIndexOf("first")).toBeLessThan(order.indexOf("normal"));
  });
});

describe("a closed gate", () => {
  it("empties the queue at once, but awaits what is in flight", async () => {
    const gate = createGate();
    let answer = (_reply: Reply) => {};
    const pacing = createPacing({ concurrency: 1, rate: 0.01, retries: 2 });
    const inFlight = pacing.run(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      "normal",
      gate,
    );
    const { send, fresh } = play([answered(200)]);
    const waiting = Array.from({ length: 40 }, () => pacing.run(send, "normal", gate));
    await new Promise(setImmediate);
    gate.close("because");
    const all = await Promise.all([...waiting, pacing.run(send, "normal", gate)]);
    for (const paced of all) {
      expect(paced).toMatchObject({
        attempts: 0,
        reply: { failure: { kind: "not-sent", message: "because" } },
      });
    }
    expect(fresh).toEqual([]);
    answer(answered(200));
    expect(await inFlight).toMatchObject({ attempts: 1, reply: { status: 200 } });
  });

  it("ends a wait for a retry, with the reply that there is", async () => {
    const gate = createGate();
    const { send } = play([answered(429, { "retry-after": "30" })]);
    const paced = createPacing(bounds).run(send, "normal", gate);
    await new Promise(setImmediate);
    gate.close("because");
    expect(await paced).toMatchObject({ attempts: 1, reply: { status: 429 } });
  });

  it("lets requests through once it is open again", async () => {
    const gate = createGate();
    gate.close("because");
    gate.close("another reason");
    expect(gate.reason).toBe("because");
    gate.open();
    const paced = await createPacing(bounds).run(play([answered(200)]).send, "normal", gate);
    expect(paced.reply).toMatchObject({ status: 200 });
  });
});
