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
  // An empty result that nobody asked for on purpose is a list of another type like any other.
  expect(blamed).toEqual(["null-when-nothing-is-found: envelope.member-types"]);
  // Ping was refused, which is the server's fault only where no wrong key was sent.
  const seen = missed.filter((text) => observable.has(/\((.*)\)/.exec(text)?.[1] ?? ""));
  expect(seen).toEqual(["ping-wants-a-key (ping.public)"]);
  expect(caught / faults.length).toBeGreaterThan(0.5);
}, 180_000);
