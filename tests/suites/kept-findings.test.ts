import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { EachCheck, Found } from "../../suites/model/check.ts";
import { type Judged, mostFindings, withinRoom } from "../../suites/model/judgement.ts";
import { type PlannedCheck, replacing } from "../../suites/model/planned-check.ts";
import { keyed } from "../../suites/requests/ordinary-requests.ts";
import { madeUpRequirement } from "./made-up-requirement.ts";
import { madeUpSource } from "./sources.ts";
import { completeTarget } from "./target.ts";

const cell = { surface: "news", endpoint: "/info/topics", version: "default", auth: null } as const;

const spec = (value: string): RequestSpec => ({
  ...cell,
  credential: keyed("bearer"),
  query: [["n", value]],
});

const findings = (count: number): readonly Found[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/${index}`, expected: "a", actual: "b" }));

/** A check whose own request shows nothing, and whose others show 60 findings each. */
function plan(others: readonly RequestSpec[]): PlannedCheck {
  const check: EachCheck = {
    kind: "each",
    requirement: "item.made-up",
    where: () => [cell],
    send: () => [spec("own")],
    observed: { in: ["success"] },
    expect: (exchange) => (exchange.spec.query[0]?.[1] === "own" ? [] : findings(60)),
  };
  const wanted = madeUpRequirement("must");
  const register = { requirements: [wanted], clauses: [], get: () => wanted };
  const [planned] = planRun([check], completeTarget(), loadCatalogue(), register);
  if (planned === undefined) throw new Error("nothing was planned");
  return replacing(planned, { also: others.map((one) => ({ spec: one, owed: true })) });
}

const body = JSON.stringify({ success: true, data: [{ id: "a" }] });
const served = madeUpSource(() => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body,
}));
const inReverse: ExchangeSource = {
  ...served,
  async exchange(wanted, priority) {
    const after: Record<string, number> = { a: 30, b: 20, c: 10 };
    for (let left = after[wanted.query[0]?.[1] ?? ""] ?? 0; left > 0; left -= 1) await null;
    return served.exchange(wanted, priority);
  },
};

test.each([
  ["in the order of the plan", served],
  ["in reverse", inReverse],
])(
  "where the responses come %s, the first hundred findings are shown and all are counted",
  async (_, source) => {
    const others = ["a", "b", "c"].map(spec);
    const result = await judge(plan(others), source);
    const [a, b, c] = others.map(exchangeId);
    const shown = result.findings.map(({ exchange }) => exchange);
    expect(shown).toEqual([...Array(60).fill(a), ...Array(mostFindings - 60).fill(b)]);
    expect(result.message).toBe("/0: expected a, got b (and 179 more)");
    expect(result.exchanges).toEqual(expect.arrayContaining([a, b, c]));
  },
);

test("a judgement for which there is no room keeps one finding, which names its exchange", () => {
  const kept = findings(5).map((found) => ({ ...found, exchange: "x" }));
  const judged: Judged = { outcome: "broken", message: "", findings: kept, moreFindings: 2 };
  expect(withinRoom(judged, 5)).toBe(judged);
  expect(withinRoom(judged, 3)).toMatchObject({ findings: kept.slice(0, 3), moreFindings: 4 });
  expect(withinRoom(judged, -20)).toMatchObject({ findings: kept.slice(0, 1), moreFindings: 6 });
});
