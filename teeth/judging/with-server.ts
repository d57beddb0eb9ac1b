import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import { defaultNetwork } from "../../harness/settings/defaults.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { type Embedded, startEmbedded } from "../../run/reference-target.ts";

/** Runs a function with a new reference server. */
export type Serving = <T>(
  deviations: readonly Deviation[],
  use: (embedded: Embedded, live: ExchangeSource) => Promise<T>,
) => Promise<T>;

/** How requests are sent to a server on this machine, which may be busy with other work. */
export const localNetwork = {
  ...defaultNetwork,
  headers: {},
  useProxy: false,
  timeoutMs: 60_000,
};

/** Runs a function with a new reference server, over real HTTP. */
export const withServer: Serving = async (deviations, use) => {
  const embedded = await startEmbedded(deviations);
  const configuration = { surfaces: embedded.surfaces, network: localNetwork };
  const live = createLiveSource({ configuration, keys: embedded.keys });
  try {
    return await use(embedded, live);
  } finally {
    await live.close();
    await embedded.close();
  }
};
