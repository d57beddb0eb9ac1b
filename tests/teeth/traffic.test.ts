import { beforeAll, describe, expect, test } from "vitest";
import { createReferenceJudge, type ReferenceJudge } from "../../cli/teeth/reference-judge.ts";
import { loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/words.ts";
import { faults } from "../../reference/faults/index.ts";
import { variants } from "../../reference/variants/index.ts";
import { observableChecks } from "../../suites/judge-observed.ts";
import { judgeRecorded } from "./recorded-traffic.ts";

let reference: ReferenceJudge;
beforeAll(async () => {
  reference = await createReferenceJudge();
});

const shown = (r: CheckResult) =>
  `${r.requirement} ${r.endpoint}@${r.version} ${r.auth} ${r.outcome}: ${r.message}`;
const observable = new Set(
  observableChecks(loadRegister()).map(([{ requirement }]) => requirement),
);

test("the traffic of the reference server shows every requirement that traffic can show", async () => {
  const results = await judgeRecorded(await reference.traffic([]));
  expect(results.filter(({ outcome }) => outcome !== "pass").map(shown)).toEqual([]);
  const seen = new Set(results.map(({ requirement }) => requirement));
  expect([...observable].filter((id) => !seen.has(id))).toEqual([]);
});

describe("no traffic of a conforming server is accused", () => {
  test.each(variants.map((variant) => [variant.name, variant] as const))(
    "%s",
    async (_, variant) => {
      const results = await judgeRecorded(await reference.traffic([variant]));
      const accused = results.filter(({ outcome }) => outcome === "fail" || outcome === "error");
      expect(accused.map(shown)).toEqual([]);
    },
  );
});

/**
 * What traffic shows besides what a fault breaks. A request that was made for one requirement is like
 * any other there: an empty result is a list of another type, a 5xx is a server error, the echo tells
 * what a server understood, and a page in place of an error is no envelope.
 */
const seenInTraffic = [
  "refused-with-200: envelope.members-present",
  "refused-with-200: envelope.success-is-true",
  "revocation-breaks-the-cache: error.never-5xx",
  "null-when-nothing-is-found: envelope.member-types",
  "no-publishers-no-list: envelope.members-present",
  "empty-list-as-object: envelope.member-types",
  "crash-on-a-domain: error.never-5xx",
  "one-topic-for-all: parameter.others-echoed",
  "subtopic-ignored: parameter.others-echoed",
  "subtopic-not-known: parameter.others-echoed",
  "crash-on-a-country: error.never-5xx",
  "crash-on-two-filters: error.never-5xx",
  "last-filter-wins: parameter.others-echoed",
  "crash-on-a-sort-order: error.never-5xx",
  "crash-on-emoji: error.never-5xx",
  "percent-sign-decoded-twice: error.never-5xx",
  "brackets-end-at-the-firewall: error.known-envelope",
  "brackets-end-at-the-firewall: error.matching-envelope-elsewhere",
  "brackets-end-at-the-firewall: error.json-content-type",
  "apology-for-right-to-left: version.default-is-latest",
  "apology-for-right-to-left: envelope.members-present",
  "crash-on-broken-encoding: error.never-5xx",
  "crash-on-brackets-in-names: error.never-5xx",
  "crash-on-unknown-country: error.never-5xx",
  "crash-on-two-keys: error.never-5xx",
  "page-for-disagreeing-keys: error.current-on-news",
  "page-for-disagreeing-keys: error.known-envelope",
  "page-for-disagreeing-keys: error.json-content-type",
];

/**
 * Missed although traffic can show the requirement: a refusal may be for the key, an odd request is one of
 * which nothing is concluded, and a recording does not tell whether a missing answer was an outage.
 */
const unseenInTraffic = [
  "ping-dropped (ping.public)",
  "large-page-dropped (limit.result-count-honoured)",
  "zero-results-dropped (limit.out-of-range-refused)",
  "ping-wants-a-key (ping.public)",
  "location-unprocessable (parameter.location-required)",
  "hundred-is-one-too-many (limit.result-count-honoured)",
  "one-is-too-few (limit.result-count-honoured)",
  "number-with-a-tail (limit.out-of-range-refused)",
  "error-in-one-word (error.known-envelope)",
  "new-errors-of-old-articles (error.matching-envelope-elsewhere)",
];

test("faults are caught in recorded traffic where one answer shows them, and blamed for what they are", async () => {
  const missed: string[] = [];
  const blamed: string[] = [];
  for (const fault of faults) {
    const results = await judgeRecorded(await reference.traffic([fault]));
    const red = results.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    const ids = new Set(red.map(({ requirement }) => requirement));
    if (!ids.has(fault.breaks)) missed.push(`${fault.name} (${fault.breaks})`);
    const known = new Set([fault.breaks, ...(fault.also ?? [])]);
    for (const id of ids) if (!known.has(id)) blamed.push(`${fault.name}: ${id}`);
    expect(results.filter(({ outcome }) => outcome === "error").map(shown)).toEqual([]);
  }
  const caught = faults.length - missed.length;
  console.log(
    `recorded traffic: ${caught} of ${faults.length} faults caught; missed: ${missed.join(", ")}`,
  );
  expect(blamed).toEqual(seenInTraffic);
  const seen = missed.filter((text) => observable.has(/\((.*)\)/.exec(text)?.[1] ?? ""));
  expect(seen).toEqual(unseenInTraffic);
  expect(caught / faults.length).toBeGreaterThan(0.5);
}, 180_000);
