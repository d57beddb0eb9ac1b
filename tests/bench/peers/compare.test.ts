import { expect, test } from "vitest";
import { type ComparedServer, compare } from "../../../bench/peers/compare.ts";
import type { Peer, Place } from "../../../bench/peers/peer.ts";
import { findFault } from "../../../reference/faults/index.ts";
import { startReferenceServer } from "../../../reference/server/server.ts";
import { findVariant } from "../../../reference/variants/index.ts";

const fault = findFault("api-key-header-forgotten");
const servers: readonly ComparedServer[] = [
  { name: "healthy", kind: "healthy", deviations: [] },
  { name: "faulty", kind: "auth", deviations: fault === undefined ? [] : [fault] },
  { name: "variant", kind: "variant", deviations: [findVariant("additional-members")] },
];

/** A tool that asks the news surface for articles. */
function tool(name: string, judge: (response: Response) => Promise<boolean>): Peer {
  return {
    name,
    setUp: "",
    betterAt: "",
    junit: false,
    version: () => "1",
    prepare: async () => {},
    run: async ({ urls, keys }) => {
      const headers = { "api-key": keys.news.own };
      const response = await fetch(`${urls.news}/search/articles`, { headers });
      return (await judge(response)) ? [] : ["articles"];
    },
  };
}

const good = tool("good", async ({ status }) => status === 200);
const blind = tool("blind", async () => true);
/** Accepts no other members than those that it knows. */
const strict = tool("strict", async (response) => {
  const body: unknown = await response.json();
  return !JSON.stringify(body).includes("x_vendor");
});
const broken = tool("broken", () => Promise.reject(new Error("unknown option")));
const absent: Peer = { ...good, name: "absent", missing: () => "there is no Java" };

async function compared(peers: readonly Peer[], isStopped: (servers: number) => boolean) {
  const { aggregatorUrl, newsUrl, keys, close } = await startReferenceServer();
  await close();
  const urls = { aggregator: aggregatorUrl, news: newsUrl };
  const place: Place = { folder: "", root: "", documents: [], urls, keys };
  const order: string[] = [];
  const measured = await compare(peers, servers, {
    root: "",
    placeOf: () => place,
    onRun: (peer, server) => order.push(`${server.name} ${peer.name}`),
    onProblem: () => {},
    isStopped: () => isStopped(new Set(order.map((one) => one.split(" ")[0])).size),
  });
  return { measured, order };
}

test("each tool is scored, or it is said why not", async () => {
  const { measured, order } = await compared([good, blind, strict, broken, absent], () => false);
  const results = measured.map((one) =>
    "score" in one ? [one.score.caught, one.score.accused] : one.notRun,
  );
  expect(results).toEqual([
    [["faulty"], []],
    [[], []],
    [[], ["variant"]],
    "it has no result for the server without a fault",
    "there is no Java",
  ]);
  expect(order.slice(0, 5)).toEqual([
    "healthy good",
    "healthy blind",
    "healthy strict",
    "healthy broken",
    "faulty good",
  ]);
});

test("a comparison that is stopped ends with the servers that it has", async () => {
  const { measured, order } = await compared([good, blind], (done) => done === 2);
  expect(order).toEqual(["healthy good", "healthy blind", "faulty good", "faulty blind"]);
  expect(measured).toMatchObject([
    { score: { caught: ["faulty"], variants: 0 } },
    { score: { caught: [], variants: 0 } },
  ]);
});
