import { expect, onTestFinished, test } from "vitest";
import { measure, noResult } from "../../../bench/peers/measure.ts";
import type { Peer, Place } from "../../../bench/peers/peer.ts";
import { findFault } from "../../../reference/faults/index.ts";
import { startReferenceServer } from "../../../reference/server/server.ts";

async function place(): Promise<Place> {
  const { aggregatorUrl, newsUrl, keys, close } = await startReferenceServer();
  await close();
  return {
    folder: "",
    root: "",
    documents: [],
    urls: { aggregator: aggregatorUrl, news: newsUrl },
    keys,
  };
}

const peer = (run: Peer["run"]): Peer => ({
  name: "a tool",
  setUp: "",
  betterAt: "",
  junit: false,
  version: () => "1",
  prepare: async () => {},
  run,
});

/** Fails if article search refuses the key in this header. */
const asksFor = (header: string) =>
  peer(async ({ urls, keys }) => {
    const headers = { [header]: keys.news.own };
    const { status } = await fetch(`${urls.news}/search/articles`, { headers });
    return status === 200 ? [] : [`${header}: ${status}`];
  });

test("each run has a server with its own deviations, at the same address and with the same keys", async () => {
  const given = await place();
  const fault = findFault("api-key-header-forgotten");
  if (fault === undefined) throw new Error("there is no such fault");
  const problems: unknown[] = [];
  const run = (tool: Peer, faults: Parameters<typeof measure>[2]) =>
    measure(tool, given, faults, (problem) => problems.push(problem));
  expect(await run(asksFor("api-key"), [])).toMatchObject({ failures: [], requests: 1 });
  expect(await run(asksFor("api-key"), [fault])).toMatchObject({ failures: ["api-key: 401"] });
  expect(await run(asksFor("x-api-key"), [fault])).toMatchObject({ failures: [] });
  expect(problems).toEqual([]);
});

test("a tool that breaks off has no result, and the server is closed", async () => {
  const given = await place();
  const problems: unknown[] = [];
  const broken = peer(async () => {
    throw new Error("no such option");
  });
  const run = await measure(broken, given, [], (problem) => problems.push(problem));
  expect(run.failures).toEqual([noResult]);
  expect(problems).toEqual([new Error("no such option")]);
  const again = await startReferenceServer({
    ports: { aggregator: Number(new URL(given.urls.aggregator).port) },
  });
  onTestFinished(() => again.close());
  expect(again.aggregatorUrl).toBe(given.urls.aggregator);
});
