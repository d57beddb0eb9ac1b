import { defaultNetwork } from "../../harness/settings/defaults.ts";
import { judgeTraffic } from "../../run/recorded-traffic/judge-traffic.ts";

const none = { own: null, revoked: null, revocable: null };
const told = {
  surfaces: {},
  network: { ...defaultNetwork, headers: {}, useProxy: false },
  only: [],
  skip: [],
};

/** In the seeds, as the key that was sent; it must be in nothing that comes out. */
export const sentKey = "bk_canary-of-the-fuzzer-1";

/**
 * Judges recorded entries as `check-har` does.
 * @throws Error if the suite itself fails at one, or a key is in the result
 */
export async function judgeEntries(entries: Iterable<unknown>): Promise<void> {
  const recordings = [{ name: "fuzzed.har", entries: () => entries }];
  const { results, exchanges } = await judgeTraffic(recordings, told, {
    aggregator: none,
    news: none,
  });
  const defect = results.find(({ outcome }) => outcome === "error");
  if (defect !== undefined) throw new Error(`a defect of ours: ${JSON.stringify(defect)}`);
  if (JSON.stringify([results, exchanges]).includes(sentKey)) throw new Error("the key is shown");
}

/** An entry of a HAR file with a body. */
export function entryOf(path: string, version: string, body: Buffer): object {
  const headers = [
    { name: "api-version", value: version },
    { name: "authorization", value: `Bearer ${sentKey}` },
  ];
  return {
    startedDateTime: "2026-09-01T10:00:00.000Z",
    time: 5,
    request: { method: "GET", url: `https://api.example${path}`, headers },
    response: {
      status: 200,
      headers: [{ name: "content-type", value: "application/json" }],
      content: {
        size: body.length,
        mimeType: "application/json",
        text: body.toString("base64"),
        encoding: "base64",
      },
    },
  };
}
