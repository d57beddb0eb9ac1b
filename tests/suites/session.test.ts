import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../run/reference-target.ts";
import { firstRequest } from "../../suites/model/check.ts";
import { openSession, receivedTooMuch } from "../../suites/session/session.ts";
import { network } from "../harness/servers.ts";
import { completeConfiguration } from "./target.ts";

/** Opens a session that ends once it has received more than so many bytes, and waits until all was sent. */
async function sessionUpTo(mostReceivedBytes: number) {
  const { surfaces, keys, close } = await startEmbedded();
  onTestFinished(close);
  const received: number[] = [];
  const session = await openSession({
    configuration: { ...completeConfiguration, network, surfaces },
    keys,
    mostReceivedBytes,
    onExchange: ({ response }) => void (response && received.push(response.bytes)),
  });
  onTestFinished(session.close);
  const planned = session.planned.flatMap(({ choices }) => Object.values(choices));
  const sent = planned.map((choice) => session.source.exchange(firstRequest(choice)));
  const exchanges = await Promise.all(sent);
  return { session, received, exchanges };
}

test("once too much was received, nothing more is sent, and the session says why", async () => {
  const { session, received, exchanges } = await sessionUpTo(100_000);
  expect(session.ended).toBe(receivedTooMuch);
  const sum = (bytes: readonly number[]) => bytes.reduce((all, one) => all + one, 0);
  expect(sum(received)).toBeGreaterThan(100_000);
  // A response is counted in the turn after the next request was sent: both that one and what was in flight arrive.
  expect(sum(received.slice(0, -2 * network.concurrency))).toBeLessThan(100_000);
  const left = exchanges.filter(({ failure }) => failure?.message === receivedTooMuch);
  expect(left.length).toBeGreaterThan(exchanges.length / 2);
});

test("an ordinary server is far from it", async () => {
  const { session, received } = await sessionUpTo(16 * 1024 * 1024);
  expect(session.ended).toBe(null);
  expect(received.length).toBeGreaterThan(700);
});
