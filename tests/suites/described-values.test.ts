import { expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { loadDescriptions } from "../../harness/descriptions/load-descriptions.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import { descriptionPath } from "../../reference/description/path.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { variants } from "../../reference/variants/index.ts";
import { startEmbedded } from "../../run/reference-target.ts";
import { envelopeChecks } from "../../suites/checks/envelope.ts";
import { filterChecks } from "../../suites/checks/parameter-filters.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { integerWithin, leastOf, textWithin } from "../../suites/model/described-values.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { localNetwork } from "../../teeth/judging/with-server.ts";

test.each([
  [{}, 3, 3],
  [{ minimum: 10 }, 3, 10],
  [{ minimum: 2.5 }, 1, 3],
  [{ exclusiveMinimum: 10 }, 3, 11],
  [{ minimum: 1, exclusiveMinimum: 4 }, 3, 5],
  [{ maximum: 2 }, 3, 2],
  [{ exclusiveMaximum: 3 }, 3, 2],
  [{ multipleOf: 10 }, 3, 10],
  [{ minimum: 11, maximum: 50, multipleOf: 10 }, 3, 20],
  [{ maximum: 25, multipleOf: 10 }, 27, 20],
  [{ enum: [100, 20, 50] }, 3, 20],
  [{ enum: [1, 2] }, 3, 2],
  [{ enum: ["10", 25.5, null, 25] }, 3, 25],
  [{ const: 7 }, 3, 7],
  [{ minimum: 0 }, 2, 2],
  [{ minimum: 9, maximum: 5 }, 3, 3],
  [{ minimum: "ten", multipleOf: 0, enum: {} }, 3, 3],
])("the integer that %j allows from %i on is %i", (schema, preferred, expected) => {
  expect(integerWithin(schema, preferred)).toBe(expected);
});

test.each([
  [{}, null],
  [{ minimum: 0 }, 0],
  [{ exclusiveMinimum: -1 }, 0],
  [{ minimum: "0" }, null],
])("the least integer of %j is %s", (schema, least) => {
  expect(leastOf(schema)).toBe(least);
});

test.each([
  [{}, "US", "US"],
  [{ enum: ["gb", "us"] }, "US", "us"],
  [{ enum: ["us", "US"] }, "US", "US"],
  [{ enum: ["gb", "fr"] }, "US", "gb"],
  [{ enum: [1, null] }, "US", "US"],
])("of %j the text for %s is %s", (schema, preferred, expected) => {
  expect(textWithin(schema, preferred)).toBe(expected);
});

/** Judges the pages of a server that describes itself. */
async function judged(variant: Deviation): Promise<{
  readonly results: readonly CheckResult[];
  readonly sizes: readonly (string | undefined)[];
}> {
  const contracts = loadCatalogue();
  const embedded = await startEmbedded([variant]);
  const live = createLiveSource({
    configuration: { ...embedded, network: localNetwork },
    keys: embedded.keys,
  });
  try {
    const named = Object.entries(embedded.surfaces).map(([name, surface]) => [
      name,
      { ...surface, openapi: surface.baseUrl + descriptionPath },
    ]);
    const configuration = { surfaces: Object.fromEntries(named), network: localNetwork };
    const options = { cwd: "/", fetch: true, operations: contracts.operations };
    const surfaces = await loadDescriptions(configuration, embedded.keys, options);
    const target = createTarget({ surfaces }, embedded.keys, contracts);
    const checks = [...filterChecks, ...envelopeChecks].filter(({ requirement }) =>
      ["parameter.pagination-holds", "envelope.first-page-is-one"].includes(requirement),
    );
    const planned = planRun(checks, target, contracts, loadRegister());
    const asked = planned.flatMap(({ requests }) => requests.map(({ query }) => new Map(query)));
    return {
      results: await judgeAll(planned, live),
      sizes: asked
        .filter((query) => query.has("page"))
        .map((query) => query.get("hits_per_page") ?? query.get("pageSize")),
    };
  } finally {
    await live.close();
    await embedded.close();
  }
}

test.each([
  ["pages-of-ten-and-more", "10"],
  ["pages-counted-from-zero", "3"],
])("a page is asked for within the bounds that the description gives: %s", async (name, size) => {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`no variant ${name}`);
  const { results, sizes } = await judged(variant);
  expect(new Set(sizes)).toEqual(new Set([size]));
  expect(results.length).toBeGreaterThan(10);
  const odd = results.filter(({ outcome }) => outcome !== "pass");
  expect(odd.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
});
