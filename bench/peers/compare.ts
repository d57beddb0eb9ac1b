import type { Deviation } from "../../reference/faults/fault.ts";
import { measure, noResult } from "./measure.ts";
import type { Peer, Place } from "./peer.ts";
import { type PeerRun, type ServerRun, score } from "./score.ts";
import type { Measured } from "./tables.ts";

/** A server against which every tool is run. */
export interface ComparedServer {
  readonly name: string;
  /** The area of the requirement that its fault breaks, or what else it is. */
  readonly kind: ServerRun["kind"];
  readonly deviations: readonly Deviation[];
}

export interface CompareOptions {
  /** The folder of the project. */
  readonly root: string;
  readonly placeOf: (name: string) => Place;
  readonly onRun: (peer: Peer, server: ComparedServer, run: PeerRun) => void;
  /** Called with what a tool throws. */
  readonly onProblem: (problem: unknown) => void;
  /** Asked before each server: whether to end with what there is. */
  readonly isStopped: () => boolean;
}

/**
 * Runs each tool against each server. All tools take their turn at a server before the next one, so that what else the
 * machine does affects them alike.
 */
export async function compare(
  peers: readonly Peer[],
  servers: readonly ComparedServer[],
  { root, placeOf, onRun, onProblem, isStopped }: CompareOptions,
): Promise<readonly Measured[]> {
  const able = peers.filter((peer) => (peer.missing?.() ?? null) === null);
  const entries = able.map((peer) => {
    const runs: ServerRun[] = [];
    return { peer, place: placeOf(peer.name), runs };
  });
  for (const { peer, place } of entries) await peer.prepare(place);
  for (const server of servers) {
    if (isStopped()) break;
    for (const { peer, place, runs } of entries) {
      const run = await measure(peer, place, server.deviations, onProblem);
      onRun(peer, server, run);
      runs.push({ ...run, name: server.name, kind: server.kind });
    }
  }
  return peers.map((peer) => {
    const runs = entries.find((entry) => entry.peer === peer)?.runs;
    if (runs === undefined) return { peer, notRun: peer.missing?.() ?? "" };
    const broken = runs.some(
      ({ kind, failures }) => kind === "healthy" && failures.includes(noResult),
    );
    return broken
      ? { peer, notRun: "it has no result for the server without a fault" }
      : { peer, version: peer.version(root), score: score(runs) };
  });
}
