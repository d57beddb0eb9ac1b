import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isObject } from "../../../contracts/json.ts";
import { type ListedRequest, statusAsExpected } from "../listed-requests.ts";
import type { Peer, PeerDocument, Place } from "../peer.ts";
import { endGroup } from "../process.ts";
import { binary, packageFolder, versionIn } from "./installed.ts";

/** Prism as a validating proxy, through which the list of requests is sent. */
export const prism: Peer = {
  name: "Prism proxy with a request list",
  setUp:
    "One `prism proxy` for each document, started with the run. A short script sends the list through it, one request at a time, and expects the listed status and no violation of the response in `sl-violations`.",
  betterAt:
    "It needs no list at all where there is traffic already: put in front of a client's own tests, it validates what they receive. It is also a mock server.",
  junit: false,
  version: (root) => versionIn(packageFolder(root, "@stoplight/prism-cli")),
  prepare: async () => {},
  run: async (place) => {
    const failures = await Promise.all(place.documents.map((one) => throughProxy(one, place)));
    return failures.flat();
  },
};

async function throughProxy(document: PeerDocument, place: Place): Promise<readonly string[]> {
  const words = ["proxy", document.file, place.urls[document.surface], "--port", "0"];
  const proxy = spawn(binary(place.root, "prism"), words, {
    cwd: place.folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  try {
    let base: string | undefined;
    for await (const line of createInterface({ input: proxy.stdout })) {
      base = /is listening on (http:\S+)/.exec(line)?.[1];
      if (base !== undefined) break;
    }
    if (base === undefined) throw new Error(`Prism does not start with ${document.name}`);
    proxy.stdout.resume();
    proxy.stderr.resume();
    const failures: string[] = [];
    for (const request of document.requests) {
      for (const part of await wrongParts(base, request)) {
        failures.push(`${document.name} ${request.name}: ${part}`);
      }
    }
    return failures;
  } finally {
    endGroup(proxy.pid);
  }
}

/** Parts of the response that are wrong, such as `status` or `body`. */
async function wrongParts(base: string, request: ListedRequest): Promise<readonly string[]> {
  const query = new URLSearchParams(request.query).toString();
  try {
    const response = await fetch(`${base}${request.endpoint}?${query}`, {
      headers: request.headers,
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    const wrong = statusAsExpected(request, response.status) ? [] : ["status"];
    const violations: unknown = JSON.parse(response.headers.get("sl-violations") ?? "[]");
    return [...new Set([...wrong, ...violatedParts(violations)])];
  } catch {
    return ["no response"];
  }
}

function violatedParts(violations: unknown): readonly string[] {
  return (Array.isArray(violations) ? violations : [])
    .filter(isObject)
    .flatMap(({ location, severity }) =>
      Array.isArray(location) && location[0] === "response" && severity === "Error"
        ? [String(location[1])]
        : [],
    );
}
