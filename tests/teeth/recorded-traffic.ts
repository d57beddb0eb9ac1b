import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import { harOf } from "../../reporters/formats/har.ts";
import { judgeTraffic } from "../../run/recorded-traffic/judge-traffic.ts";
import { exemplarySurfaces } from "../../run/whole-plan.ts";
import { localNetwork } from "../../teeth/judging/with-server.ts";
import { report } from "../reporters/fixtures.ts";

const noKeys = { own: null, revoked: null, revocable: null };

/** Every exchange as it comes out of a HAR file, moved to one place, since each server has its own port. */
function entriesOf(exchanges: readonly RecordedExchange[]): readonly unknown[] {
  const moved = exchanges.map((exchange) => {
    const { pathname, search } = new URL(exchange.request.url);
    const base = exemplarySurfaces[exchange.surface]?.baseUrl ?? "";
    return { ...exchange, request: { ...exchange.request, url: base + pathname + search } };
  });
  return JSON.parse(JSON.stringify(harOf(report([]), moved))).log.entries;
}

/** What `check-har` makes of the traffic of a run. */
export async function judgeRecorded(
  exchanges: readonly RecordedExchange[],
): Promise<readonly CheckResult[]> {
  const entries = entriesOf(exchanges);
  const { results } = await judgeTraffic(
    [{ name: "traffic.har", entries: () => entries }],
    { surfaces: exemplarySurfaces, network: localNetwork, only: [], skip: [] },
    { aggregator: noKeys, news: noKeys },
  );
  return results;
}
