import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Deviation, FaultRequest, FaultResponse } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import { oneCellFaults } from "../../reference/faults/one-cell/one-cell-faults.ts";
import { variants } from "../../reference/variants/index.ts";
import { noteChanges } from "../../teeth/judging/noted-changes.ts";
import { referenceJudge, shown } from "./reference.ts";

const keysOf = (product: string) => ({
  own: `bk_${product}`,
  revoked: `bk_${product}-revoked`,
  revocable: `bk_${product}-revocable`,
});

function incoming(target: string, key: string | null = "bk_news"): FaultRequest {
  return {
    surface: "news",
    endpoint: "/search/articles",
    headerNames: [],
    version: "default",
    auth: key === null ? null : "api-key",
    key,
    target,
    sent: new URLSearchParams(),
    keys: { aggregator: keysOf("aggregator"), news: keysOf("news") },
    ownerOf: () => null,
    isRevoked: () => false,
    memory: new Map(),
    connection: null,
    method: "GET",
    path: "/search/articles",
    query: new URLSearchParams(target.split("?")[1]),
    headers: key === null ? {} : { "api-key": key },
  };
}

const outgoing = (): FaultResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: { list: [{ name: "one" }] },
});

const names = {
  climate: nameOf("/search/articles?query=climate"),
  others: nameOf("/search/articles?query=other"),
  keyless: nameOf("/search/articles?query=climate", null),
};

/** The name under which the only change of a deviation is noted. */
function nameOf(target: string, key?: string | null): string {
  const asked: string[] = [];
  const known = new Set<string>();
  known.has = (name) => {
    asked.push(name);
    return true;
  };
  const { deviations } = noteChanges(
    [
      deviating({
        request: (one) => {
          one.method = "PUT";
        },
      }),
    ],
    known,
  );
  deviations[0]?.request?.(incoming(target, key));
  return asked[0] ?? "";
}

function deviating(how: Pick<Deviation, "request" | "response">): Deviation {
  return { name: "one", cells: {}, sentence: "It may change something.", ...how };
}

/** Whether a deviation's change of one request and its response is noted. */
async function isNoted(how: Pick<Deviation, "request" | "response">): Promise<boolean> {
  const noted = noteChanges([deviating(how)], new Set(Object.values(names)));
  const [deviation] = noted.deviations;
  const request = incoming("/search/articles?query=climate");
  deviation?.request?.(request);
  await deviation?.response?.(outgoing(), request);
  expect(noted.isChanged(names.others)).toBe(false);
  expect(noted.isChanged(names.keyless)).toBe(false);
  return noted.isChanged(names.climate);
}

describe("a change is noted", () => {
  test.each<[string, Pick<Deviation, "request" | "response">]>([
    [
      "of a method",
      {
        request: (one) => {
          one.method = "HEAD";
        },
      },
    ],
    [
      "of a path",
      {
        request: (one) => {
          one.path = "/ping";
        },
      },
    ],
    ["of a query", { request: (one) => one.query.set("query", "else") }],
    [
      "of a request's header",
      {
        request: (one) => {
          delete one.headers["api-key"];
        },
      },
    ],
    [
      "of a status",
      {
        response: (one) => {
          one.status = 500;
        },
      },
    ],
    [
      "of a header",
      {
        response: (one) => {
          one.headers.age = "1";
        },
      },
    ],
    [
      "inside a body",
      {
        response: (one) => {
          Object.assign(one.body ?? {}, { more: null });
        },
      },
    ],
    [
      "of a whole body",
      {
        response: (one) => {
          one.body = undefined;
        },
      },
    ],
    [
      "of the bytes",
      {
        response: (one) => {
          one.raw = '{"list":[{"name":"one"}]}';
        },
      },
    ],
    [
      "of a connection",
      {
        response: (one) => {
          one.cut = "before-answer";
        },
      },
    ],
    [
      "that comes late",
      {
        response: async (one) => {
          one.status = await Promise.resolve(1);
        },
      },
    ],
  ])("%s", async (_, how) => {
    expect(await isNoted(how)).toBe(true);
  });

  test("but not where nothing is changed", async () => {
    const touch = { request: (one: FaultRequest) => one.query.set("query", "climate") };
    expect(await isNoted(touch)).toBe(false);
    expect(await isNoted({ response: async () => {} })).toBe(false);
  });

  test("for every request, if it is one that no check is known to make", async () => {
    const noted = noteChanges(
      [
        deviating({
          response: (one) => {
            one.status = 500;
          },
        }),
      ],
      new Set([names.others]),
    );
    expect(noted.isChanged(names.others)).toBe(false);
    await noted.deviations[0]?.response?.(outgoing(), incoming("/search/articles?query=climate"));
    expect(noted.isChanged(names.others)).toBe(true);
  });
});

/** Every nth of a list. */
function some<T>(list: readonly T[], every: number): readonly T[] {
  return list.filter((_, index) => index % every === 3);
}

const sampled: readonly (readonly [string, Deviation])[] = [
  ...some(faults, 40),
  ...some(variants, 20),
  ...some(oneCellFaults(), 200),
].map((one) => [one.name, one] as const);

describe("what was not changed need not be judged again", () => {
  /** Leaves out a number of seconds or milliseconds that is the present time. */
  const unlessNow = (digits: string) =>
    Math.abs(Number(digits.slice(0, 10)) - Date.now() / 1000) < 3600 ? "now" : digits;

  // Why a check passes may depend on the time of its exchanges, and findings may show that time or the port, or name
  // the last of several exchanges beside their own. Exchanges of the same millisecond have no order.
  const seen = (results: readonly CheckResult[]) =>
    results.map((one) =>
      one.outcome === "pass"
        ? shown({ ...one, message: "" })
        : JSON.stringify([
            shown(one),
            one.findings.map(({ beside: _, ...found }) => JSON.stringify(found)).sort(),
          ])
            .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "now")
            .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, "now")
            .replaceAll(/\b\d{10}(?:\d{3})?\b/g, unlessNow)
            .replaceAll(/127\.0\.0\.1:\d+/g, "here"),
    );

  /** What a server keeps of earlier requests, and so what findings show of it, depends on their order. */
  const isAboutOthers = (one: Deviation) =>
    "breaks" in one && /^(consistency\.|parameter\.unsent)/.test(String(one.breaks));
  const outcomes = (results: readonly CheckResult[]) =>
    results.map((one) => shown({ ...one, message: "" }));

  const isRed = ({ outcome }: CheckResult) => !["pass", "skip", "blocked"].includes(outcome);

  test.each(sampled)("%s", async (_, deviation) => {
    const judge = await referenceJudge();
    const changed = await judge.judge([deviation]);
    const actedOn = await judge.judge([deviation], "acted on");
    const told = isAboutOthers(deviation) ? outcomes : seen;
    expect(told(changed.results)).toEqual(told(actedOn.results));
    const forRed = await judge.judge([deviation], "for red");
    expect(told(forRed.results.filter(isRed))).toEqual(told(actedOn.results.filter(isRed)));
  });
});
