import type { Peer } from "./peer.ts";
import { dredd } from "./tools/dredd.ts";
import { ours } from "./tools/ours.ts";
import { portman } from "./tools/portman.ts";
import { prism } from "./tools/prism.ts";
import { respect } from "./tools/respect.ts";
import { specmatic } from "./tools/specmatic.ts";

/** The tools that are compared, in the order of the table. */
export const peers: readonly Peer[] = [
  ours(
    ["--matrix", "full"],
    "`run --matrix full` with a configuration that names the parameters and the samples.",
    "It knows what the specification says beyond shapes: versions, keys, echoes, filters, limits and order. It knows nothing else: for another service it is useless.",
  ),
  ours(
    ["--budget", "150"],
    "As above, with at most 150 requests.",
    "More for each request than the full matrix; it certifies nothing.",
  ),
  ours(["--budget", "50"], "As above, with at most 50 requests.", "More for each request still."),
  prism,
  respect,
  dredd,
  specmatic,
  portman,
];
