import type { Deviation } from "../../reference/faults/fault.ts";
import { startReferenceServer } from "../../reference/server.ts";
import type { Peer, Place } from "./peer.ts";
import type { PeerRun } from "./score.ts";

/** Runs a tool against a new reference server with deviations, at the place's ports and with its keys. */
export async function measure(
  peer: Peer,
  place: Place,
  faults: readonly Deviation[],
): Promise<PeerRun> {
  const portOf = (url: string) => Number(new URL(url).port);
  const server = await startReferenceServer({
    ports: { aggregator: portOf(place.urls.aggregator), news: portOf(place.urls.news) },
    keys: place.keys,
    faults,
  });
  try {
    const start = performance.now();
    const failures = await peer.run(place);
    const seconds = (performance.now() - start) / 1000;
    return { failures, seconds, requests: server.requests.aggregator + server.requests.news };
  } finally {
    await server.close();
  }
}
