import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { RecordedExchange, Surface } from "../../contracts/vocabulary.ts";
import { createLiveSource, type LiveSource } from "../../harness/exchanges/live-source.ts";
import {
  type KeyName,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import type { NetworkConfiguration, RevokeHook } from "../../harness/settings/types.ts";
import { realTime, type Time } from "../../harness/time.ts";
import { keys, network, surfaceAt } from "./servers.ts";

/** A request without a key. */
export const spec = (endpoint: string, surface: Surface = "news"): RequestSpec => ({
  surface,
  endpoint,
  version: "default",
  credential: noCredential,
  query: [],
});
/** A request with a key of the surface. */
export const withKey = (key: KeyName, endpoint = "/info/topics"): RequestSpec => ({
  ...spec(endpoint),
  credential: { kind: "key", key, form: "x-api-key" },
});
/** The same once the key is revoked. */
export const later = (asked: RequestSpec): RequestSpec => ({ ...asked, after: "revocation" });

export interface Setting {
  readonly network?: Partial<NetworkConfiguration>;
  readonly revoke?: RevokeHook;
  readonly aggregator?: string;
  readonly budget?: number;
  /** Does not wait before anything is sent again. */
  readonly isHasty?: boolean;
}

const hasty: Time = {
  now: () => Date.now(),
  wait: async () => void (await nextTurn()),
};

/** A live source of the news surface at a base URL, closed after the test. */
export function sourceAt(
  news: string,
  setting: Setting = {},
): LiveSource & { seen: RecordedExchange[] } {
  const seen: RecordedExchange[] = [];
  const source = createLiveSource({
    configuration: {
      surfaces: {
        news: { ...surfaceAt(news), revoke: setting.revoke ?? null },
        ...(setting.aggregator === undefined ? {} : { aggregator: surfaceAt(setting.aggregator) }),
      },
      network: { ...network, ...setting.network },
    },
    keys,
    budget: setting.budget ?? null,
    time: setting.isHasty === true ? hasty : realTime,
    onExchange: (recorded) => seen.push(recorded),
  });
  onTestFinished(() => source.close());
  return Object.assign(source, { seen });
}
