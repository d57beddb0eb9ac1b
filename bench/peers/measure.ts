import type { Deviation } from "../../reference/faults/fault.ts";
import { startReferenceServer } from "../../reference/server/server.ts";
import type { Peer, Place } from "./peer.ts";
import type { PeerRun } from "./score.ts";

/** What a run that ends without a result reports: a pipeline would be red. */
export const noResult = "the run ends without a result";

/**
 * Runs a tool against a new reference server with deviations, at the place's ports and with its keys.
 * @param onProblem called with what a tool throws; its run then has the one failure `noResult`
 */
export async function measure(
  peer: Peer,
  place: Place,
  faults: readonly Deviation[],
  onProblem: (problem: unknown) => void,
): Promise<PeerRun> {
  const portOf = (url: string) => Number(new URL(url).port);
  const server = await startReferenceServer({
    ports: { aggregator: portOf(place.urls.aggregator), news: portOf(place.urls.news) },
    keys: place.keys,
    faults,
  });
  try {
    const start = performance.now();
    const failures = await peer.run(place).catch((problem: unknown) => {
      onProblem(problem);
      return [noResult];
    });
    const seconds = (performance.now() - start) / 1000;
    return { failures, seconds, requests: server.requests.aggregator + server.requests.news };
  } finally {
    await server.close();
  }
}
