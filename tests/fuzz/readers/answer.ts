import { isObject } from "../../../contracts/json.ts";
import type { FuzzedReader } from "../fuzzed-reader.ts";
import { entryOf, judgeEntries } from "../judged-traffic.ts";
import { seedReport } from "../seed-report.ts";

const places = [
  ["/aggregator/search?query=x", "2026-05-25"],
  ["/aggregator/topics", "2024-01-01"],
  ["/news/search/publishers", "2026-08-01"],
  ["/news/info/countries", "2026-08-01"],
  ["/news/info/topics", "2024-01-01"],
] as const;

export const answer: FuzzedReader = {
  name: "answer",
  async seeds() {
    const { exchanges } = JSON.parse((await seedReport()).toString("utf8"));
    const bodies = Object.values(exchanges).flatMap((one) =>
      isObject(one) && isObject(one.response) ? [String(one.response.body)] : [],
    );
    return [...new Set(bodies)].filter((text) => text !== "").map((text) => Buffer.from(text));
  },
  async read(input) {
    await judgeEntries(places.map(([path, version]) => entryOf(path, version, input)));
  },
};
