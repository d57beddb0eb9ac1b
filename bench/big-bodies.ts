import { spawn } from "node:child_process";
import { join } from "node:path";
import { isObject } from "../contracts/json.ts";
import type { Fault } from "../reference/faults/fault.ts";
import { startReferenceServer } from "../reference/server/server.ts";

const megabyte = 1024 * 1024;
const concurrency = 8;

/** Receives and parses the same bytes, and nothing else. */
const bare = `
  const [url, key, count] = process.argv.slice(1);
  let left = Number(count);
  const one = async () => {
    while (left-- > 0) JSON.parse(await (await fetch(url, { headers: { "api-key": key } })).text());
  };
  await Promise.all(Array.from({ length: ${concurrency} }, one));
`;

/**
 * The wall time of a run whose responses have a megabyte each, over that of a bare process that receives and
 * parses as many.
 * @param run the words of the command, without the target
 * @param requestsIn the number of requests of the run that wrote this folder
 */
export async function benchBigBodies(
  folder: string,
  run: readonly string[],
  requestsIn: (out: string) => number,
): Promise<void> {
  const big: Fault = {
    name: "big",
    breaks: "",
    cells: {},
    sentence: "Every response has a megabyte more.",
    response({ body }) {
      if (isObject(body)) Object.assign(body, { padding: "x".repeat(megabyte) });
    },
  };
  const server = await startReferenceServer({ faults: [big] });
  const { aggregator, news } = server.keys;
  const env = { ...process.env, AGGREGATOR_API_KEY: aggregator.own, NEWS_API_KEY: news.own };
  const out = join(folder, "big");
  const targets = ["--aggregator-url", server.aggregatorUrl, "--news-url", server.newsUrl];
  const seconds = async (words: readonly string[]): Promise<number> => {
    const start = performance.now();
    // Not spawnSync: the server answers from this process.
    const child = spawn(process.execPath, words, { cwd: folder, env, stdio: "inherit" });
    await new Promise((done) => child.once("exit", done));
    return (performance.now() - start) / 1000;
  };
  const ours = await seconds([...run, ...targets, "--no-description", "--out", out]);
  const url = `${server.aggregatorUrl}/search`;
  const words = ["--input-type=module", "-e", bare, url, aggregator.own, String(requestsIn(out))];
  const floor = await seconds(words);
  console.log(`bodies of 1 MB, run / bare process: ${(ours / floor).toFixed(2)} (aim: at most 5)`);
  await server.close();
}
