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
    "`run --matrix full` with a configuration that has the names and the values of the parameters. All reports are written.",
    "It judges what schemas can't say: versions, keys, echoes, filters, limits, counts and order. A failure names the requirement and its clause. But it judges this one service only.",
  ),
  ours(
    ["--budget", "150"],
    "As above, with at most 150 requests.",
    "It catches more with each request than the full matrix, but certifies nothing.",
  ),
  ours(
    ["--budget", "50"],
    "As above, with at most 50 requests.",
    "It is the cheapest where requests count against a quota, but certifies nothing.",
  ),
  prism,
  respect,
  dredd,
  specmatic,
  portman,
];
