import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createDroppedRequests, type Sent } from "../../harness/exchanges/dropped-requests.ts";
import { createGate } from "../../harness/http/gate.ts";
import type { Reply } from "../../harness/http/reply.ts";
import { realTime } from "../../harness/time.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const times = { sentAt: 0, receivedAt: 0 };
const sent = (reply: Reply): Sent => ({ reply, attempts: 1, dropped: 0 });
const answered = (body: Uint8Array): Reply => ({
  kind: "answered",
  status: 200,
  headers: {},
  body,
  ...times,
});
const lost: Reply = {
  kind: "failed",
  failure: { kind: "reset", message: "the connection was closed" },
  suspicion: "reset-before-answer",
  ...times,
};

interface Deferred {
  readonly promise: Promise<Sent>;
  readonly resolve: (sent: Sent) => void;
}

function deferred(): Deferred {
  let resolve: Deferred["resolve"] = () => {};
  const promise = new Promise<Sent>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A response of which only the one who gets it keeps anything. */
function createPassing(): { readonly promise: Promise<Sent>; respond(): WeakRef<Uint8Array> } {
  const { promise, resolve } = deferred();
  return {
    promise,
    respond() {
      const body = new Uint8Array(1024);
      resolve(sent(answered(body)));
      return new WeakRef(body);
    },
  };
}

test("a response does not stay in memory while a dropped request waits for others", async () => {
  const requests = createDroppedRequests(
    createGate(),
    async () => ({ isAlive: true, requests: 0 }),
    realTime,
  );
  const run = (first: Promise<Sent>) => {
    const again = async () => sent(answered(new Uint8Array()));
    return requests.run({ place: "/search", owesAnswer: true, first: () => first, again });
  };
  const slow = deferred();
  const waiting = run(slow.promise);
  let large: ReturnType<typeof createPassing> | null = createPassing();
  const received = run(large.promise).then(() => {});
  const dropped = run(Promise.resolve(sent(lost)));
  // The dropped one waits for the other two.
  await nextTurn();
  await nextTurn();
  const body = large.respond();
  large = null;
  await received;
  await nextTurn();
  collectGarbage();
  expect(body.deref()).toBeUndefined();

  slow.resolve(sent(answered(new Uint8Array())));
  await waiting;
  expect(await dropped).toMatchObject({ reply: { kind: "answered" } });
});
