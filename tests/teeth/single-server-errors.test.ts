import { expect, test } from "vitest";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { referenceJudge } from "./reference.ts";

/** The requests of a run are too many for one test run; every so many still come from every check. */
const everySoMany = 4;

/** Requirements that a server error may break alone: those about careless requests and about versions that need not be. */
const ofOthers =
  /^(?:robustness\.|version\.(?:articles-explicit-version|topics-2022-no-server-error)$)/;

/** A server that fails at the requests to one URL and version only. */
function failingAt({ surface, endpoint, version, request }: RecordedExchange): Deviation {
  const queryOf = (url: string) => /\?.*/s.exec(url)?.[0] ?? "";
  const query = queryOf(request.url);
  return {
    name: "fails-at-one-request",
    sentence: "One request results in status 500.",
    cells: { surface, endpoint, version },
    response(response, { target }) {
      if (response.status === 200 && queryOf(target) === query) response.status = 500;
    },
  };
}

test("a server error at a single documented request breaks a must, whichever check sends it", async () => {
  const judge = await referenceJudge();
  const served = judge.healthy.traffic.filter(
    ({ request, response, endpoint }) =>
      request.method === "GET" && response?.status === 200 && endpoint !== "/ping",
  );
  const distinct = new Map(served.map((one) => [`${one.version} ${one.request.url}`, one]));
  const tried = [...distinct].filter((_, index) => index % everySoMany === 0);
  const unseen: string[] = [];
  for (const [name, exchange] of tried) {
    const { results } = await judge.judge([failingAt(exchange)], "for red");
    const red = results.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    const isSeen =
      red.some(({ outcome }) => outcome === "fail") ||
      (red.length > 0 && red.every(({ requirement }) => ofOthers.test(requirement)));
    if (!isSeen) unseen.push(name);
  }
  expect(unseen).toEqual([]);
  expect(tried.length).toBeGreaterThan(60);
});
