import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { withRunOptions } from "../../cli/options/run-options.ts";
import { isObject } from "../../contracts/json.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { Remedy } from "../../contracts/vocabulary.ts";
import schema from "../../harness/configuration/schema.json" with { type: "json" };
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import * as remedies from "../../suites/model/remedies.ts";
import { createTarget } from "../../suites/model/target.ts";
import { completeConfiguration } from "./target.ts";

const keys = (own: string | null) => ({ own, revoked: null, revocable: null });

/** A target of which nothing is known but where it is and the key of one product. */
function planned(parameters: Readonly<Record<string, Readonly<Record<string, null>>>> = {}) {
  const { news } = completeConfiguration.surfaces;
  if (news === undefined) throw new Error("no news surface");
  const surfaces = { news: { ...news, parameters, revoke: null } };
  const target = createTarget(
    { surfaces },
    { aggregator: keys(null), news: keys("bk_x") },
    loadCatalogue(),
  );
  return planRun(allChecks, target, loadCatalogue(), loadRegister());
}

const waiting = (plan: readonly PlannedCheck[]) =>
  plan.flatMap(({ requirement, inconclusive }) =>
    inconclusive === null ? [] : [{ requirement, remedy: inconclusive.remedy }],
  );

/** Whether the configuration file has such a member. */
function isMember(path: string): boolean {
  let node: unknown = schema;
  const definitions: Readonly<Record<string, unknown>> = schema.$defs;
  for (const name of path.split(".")) {
    if (!isObject(node) || !isObject(node.properties)) return false;
    node = node.properties[name];
    const reference = isObject(node) ? node.$ref : undefined;
    if (typeof reference === "string") node = definitions[reference.replace("#/$defs/", "")];
  }
  return node !== undefined;
}

const flags = withRunOptions(new Command()).options.map(({ long }) => long);
const variable = /^(AGGREGATOR|NEWS)_(API|REVOKED)_KEY$/;

function exists(way: string): boolean {
  if (way.startsWith("--")) return flags.includes(way.split(" ")[0]);
  return variable.test(way) || isMember(way);
}

describe("every check that waits for the user says what for", () => {
  test.each([
    ["with nothing but a base URL and a key", {}],
    ["of a server without such parameters", { publishers: { limit: null, query: null } }],
  ])("%s", (_, parameters) => {
    const found = waiting(planned(parameters));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ remedy }) => remedy === null)).toEqual([]);
  });

  test("for a parameter that the server has not, an exclusion", () => {
    const wants = waiting(planned({ publishers: { limit: null } })).filter(
      ({ requirement }) => requirement.id === "limit.out-of-range-refused",
    );
    expect(wants.map(({ remedy }) => remedy?.set)).toContainEqual(["exclusions"]);
  });
});

test("every remedy is an existing flag, variable or member of the configuration", () => {
  const places = planned().map(({ context }) => remedies.sampleWithHits(context));
  const all: readonly (Remedy | null)[] = [
    ...waiting(planned()).map(({ remedy }) => remedy),
    ...waiting(planned({ publishers: { limit: null } })).map(({ remedy }) => remedy),
    ...places,
    remedies.longerTimeout,
    remedies.slowerPace,
    remedies.description("news"),
    remedies.samples("hits", "aggregator", "query", "domain"),
  ];
  const ways = new Set(all.flatMap((remedy) => remedy?.set ?? []));
  expect([...ways].filter((way) => !exists(way))).toEqual([]);
  expect(ways.size).toBeGreaterThan(15);
});
