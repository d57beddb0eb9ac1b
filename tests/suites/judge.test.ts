import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { BodyGone } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import {
  blocked,
  type Check,
  type EachCheck,
  type Judgement,
  notOwed,
  skip,
  type TogetherCheck,
} from "../../suites/model/check.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { keyed } from "../../suites/requests/ordinary-requests.ts";
import { madeUpRequirement } from "./made-up-requirement.ts";
import { type MadeUpAnswer, madeUpSource } from "./sources.ts";
import { completeTarget } from "./target.ts";

const ok: MadeUpAnswer = { status: 200, headers: {}, body: "{}" };
const found = { path: "/x", expected: "a", actual: "b" };

const spec = (value: string, version = "default"): RequestSpec => ({
  surface: "news",
  endpoint: "/info/topics",
  version,
  credential: keyed("bearer"),
  query: [["n", value]],
});

function plan(
  check: Omit<EachCheck, "requirement" | "where"> | Omit<TogetherCheck, "requirement" | "where">,
  level: "must" | "should" = "must",
): PlannedCheck {
  const cell = {
    surface: "news",
    endpoint: "/info/topics",
    version: "default",
    auth: null,
  } as const;
  const whole: Check = { requirement: "item.made-up", where: () => [cell], ...check };
  const wanted = madeUpRequirement(level);
  const register = { requirements: [wanted], clauses: [], get: () => wanted };
  const [planned] = planRun([whole], completeTarget(), loadCatalogue(), register);
  if (planned === undefined) throw new Error("nothing was planned");
  return planned;
}

/** A check of two exchanges that are judged one by one. */
const each = (
  one: () => Judgement,
  two: () => Judgement = () => [],
): Omit<EachCheck, "requirement" | "where"> => ({
  kind: "each",
  send: () => [spec("1"), spec("2")],
  expect: (exchange) => (exchange.spec.query[0]?.[1] === "1" ? one() : two()),
});

describe("what a check says becomes an outcome", () => {
  test.each([
    ["nothing found", each(() => []), "must", "pass"],
    ["a broken must", each(() => [found]), "must", "fail"],
    ["a broken should", each(() => [found]), "should", "warn"],
    ["nothing owed", each(() => notOwed("x")), "must", "pass"],
    ["one skipped beside a good one", each(() => skip("x")), "must", "pass"],
    [
      "all skipped",
      each(
        () => skip("x"),
        () => skip("y"),
      ),
      "must",
      "skip",
    ],
    ["one blocked beside a good one", each(() => blocked("x")), "must", "blocked"],
    [
      "one blocked beside a broken one",
      each(
        () => blocked("x"),
        () => [found],
      ),
      "must",
      "fail",
    ],
    [
      "an exception of ours",
      each(() => {
        throw new TypeError("oops");
      }),
      "must",
      "error",
    ],
  ] as const)("%s", async (_, check, level, outcome) => {
    const result = await judge(
      plan(check, level),
      madeUpSource(() => ok),
    );
    expect(result).toMatchObject({ requirement: "item.made-up", level, outcome });
  });

  test("a body for which there was no room is blocked, wherever it is asked for", async () => {
    const gone = () => {
      throw new BodyGone();
    };
    const judged = await judge(
      plan(each(gone)),
      madeUpSource(() => ok),
    );
    const received = await judge(plan(each(() => [])), { exchange: async () => gone() });
    for (const result of [judged, received])
      expect(result).toMatchObject({ outcome: "blocked", message: new BodyGone().message });
  });

  test("an exception of ours is named as such and shown", async () => {
    const check = each(() => {
      throw new TypeError("oops");
    });
    const result = await judge(
      plan(check),
      madeUpSource(() => ok),
    );
    expect(result.message).toBe("defect of the suite: TypeError: oops");
  });

  test("findings name the exchange that shows them", async () => {
    const result = await judge(
      plan(each(() => [found])),
      madeUpSource(() => ok),
    );
    expect(result.findings).toEqual([{ ...found, exchange: result.exchanges[0] }]);
    expect(result.exchanges).toHaveLength(2);
    expect(result.message).toBe("/x: expected a, got b");
  });
});

describe("what is no answer blocks", () => {
  test.each([
    ["a closed connection", null],
    ["429", { status: 429, body: "{}" }],
    ["502", { status: 502, body: "{}" }],
    ["503", { status: 503, body: "{}" }],
    ["504", { status: 504, body: "{}" }],
  ])("%s", async (_, answer) => {
    const result = await judge(
      plan(each(() => [])),
      madeUpSource(() => answer),
    );
    expect(result.outcome).toBe("blocked");
  });

  test("500 is an answer", async () => {
    const result = await judge(
      plan(each(() => [found])),
      madeUpSource(() => ({ ...ok, status: 500 })),
    );
    expect(result.outcome).toBe("fail");
  });
});

describe("alternatives", () => {
  const either: Omit<EachCheck, "requirement" | "where"> = {
    kind: "each",
    send: () => [[spec("first"), spec("second")]],
    expect: (exchange) => notOwed(exchange.spec.query[0]?.[1] ?? ""),
  };
  const answering = (statuses: Readonly<Record<string, number>>) =>
    madeUpSource(({ query }) => ({ ...ok, status: statuses[query[0]?.[1] ?? ""] ?? 0 }));

  test.each([
    ["the first that is not refused", { first: 400, second: 200 }, "second"],
    ["the first where it is served", { first: 200, second: 200 }, "first"],
    ["the first where all are refused", { first: 400, second: 422 }, "first"],
    ["the first where the server fails", { first: 500, second: 200 }, "first"],
  ])("%s counts", async (_, statuses, chosen) => {
    const result = await judge(plan(either), answering(statuses));
    expect(result.message).toBe(chosen);
  });
});

describe("what is not stated is not owed where it is refused", () => {
  const cell = {
    surface: "news",
    endpoint: "/info/topics",
    version: "2022-01-01",
    auth: null,
  } as const;
  const check: Check = {
    kind: "each",
    requirement: "item.made-up",
    where: () => [cell],
    send: () => [spec("1", "2022-01-01")],
    expect: () => [found],
  };
  const wanted = madeUpRequirement("must");
  const register = { requirements: [wanted], clauses: [], get: () => wanted };

  test.each([
    ["refused", 400, "pass"],
    ["accepted", 200, "fail"],
  ])("%s", async (_, status, outcome) => {
    const [planned] = planRun([check], completeTarget(), loadCatalogue(), register);
    if (planned === undefined) throw new Error("nothing was planned");
    const result = await judge(
      planned,
      madeUpSource(() => ({ ...ok, status })),
    );
    expect(result.outcome).toBe(outcome);
  });
});

describe("what can't be judged says what to set", () => {
  const remedy = { wants: "parameter names", set: ["surfaces.news.parameters.publishers.n"] };
  const known: Omit<EachCheck, "requirement" | "where"> = {
    kind: "each",
    send: () => skip("no name", remedy),
    expect: () => [],
  };
  const answered = madeUpSource(() => ok);

  test("known before anything is sent", async () => {
    expect(plan(known)).toMatchObject({
      inconclusive: { outcome: "skip", message: "no name", remedy },
      requests: [],
    });
    expect(await judge(plan(known), answered)).toMatchObject({ outcome: "skip", remedy });
  });

  test.each([
    ["skip", () => skip("no hits", remedy)],
    ["blocked", () => blocked("no answer", remedy)],
  ] as const)("found out from an answer: %s", async (outcome, one) => {
    expect(await judge(plan(each(one, one)), answered)).toMatchObject({ outcome, remedy });
  });

  test.each([
    ["too many requests", 429, ["--rate N", "network.rate"]],
    ["an outage", 503, undefined],
  ])("%s", async (_, status, set) => {
    const result = await judge(
      plan(each(() => [])),
      madeUpSource(() => ({ ...ok, status })),
    );
    expect(result.outcome).toBe("blocked");
    expect(result.remedy?.set).toEqual(set);
  });

  test("nothing where the user can't help it", async () => {
    const result = await judge(
      plan(
        each(
          () => skip("other"),
          () => skip("other"),
        ),
      ),
      answered,
    );
    expect(result).not.toHaveProperty("remedy");
  });
});

test("secrets are taken out of findings before they are trimmed", async () => {
  const secret = "bk_secret-secret-secret";
  const long = { path: "/x", expected: "short", actual: `${"x".repeat(90)}${secret}` };
  const redact = (text: string) => text.replaceAll(secret, "$KEY");
  const result = await judge(
    plan(each(() => [long])),
    madeUpSource(() => ok),
    redact,
  );
  expect(JSON.stringify(result)).not.toContain("bk_");
  expect(result.findings[0]?.actual).toBe(`${"x".repeat(90)}$KEY`);
  const longer = { ...long, actual: "y".repeat(500) };
  const trimmed = await judge(
    plan(each(() => [longer])),
    madeUpSource(() => ok),
    redact,
  );
  expect(trimmed.findings[0]?.actual).toBe(`${"y".repeat(100)}…`);
});

describe("large bodies are judged one after the other by all checks, with turns of the event loop", () => {
  const both = { "1": spec("1"), "2": spec("2") };
  const kinds = {
    "one by one": (look: (value: string) => unknown): Parameters<typeof plan>[0] => ({
      kind: "each",
      send: () => Object.values(both),
      expect: ({ spec: { query } }) => {
        look(String(query[0]?.[1]));
        return [];
      },
    }),
    together: (look: (value: string) => unknown): Parameters<typeof plan>[0] => ({
      kind: "together",
      send: () => both,
      expect: () => {
        look("both");
        return [];
      },
    }),
  };
  const large = madeUpSource(() => ok);
  const newSource = () => ({
    exchange: async (wanted: RequestSpec) => {
      const made = await large.exchange(wanted, "normal");
      return made.answer === null ? made : { ...made, answer: { ...made.answer, isLarge: true } };
    },
  });

  test.each([
    ["one by one", ["1", "1", "1", "2", "2", "2"]],
    ["together", ["both", "both", "both"]],
  ] as const)("that are judged %s", async (kind, expected) => {
    const order: string[] = [];
    const look = (value: string) => order.push(value);
    const source = newSource();
    setImmediate(() => order.push("a turn"));
    const results = await Promise.all([1, 2, 3].map(() => judge(plan(kinds[kind](look)), source)));
    expect(results.map(({ outcome }) => outcome)).toEqual(["pass", "pass", "pass"]);
    expect(order).toEqual(["a turn", ...expected]);
  });
});
