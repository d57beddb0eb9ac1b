import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contracts/json.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { madeUpSource } from "./sources.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();
const planned = planRun(allChecks, completeTarget(), contracts, loadRegister()).filter(
  ({ requirement, cell }) =>
    contracts
      .operation(cell.surface, cell.endpoint, cell.version)
      ?.successRequirements.has(requirement.id),
);

/** The requirements that pass anywhere if every response has this body, and the number that is judged. */
async function passing(body: unknown) {
  const source = madeUpSource(() => ({ status: 200, body: JSON.stringify(body) }));
  const results = await Promise.all(planned.map((check) => judge(check, source)));
  const all = new Set(results.map(({ requirement }) => requirement));
  const passed = results.filter(({ outcome }) => outcome === "pass");
  const waits = results.flatMap(({ requirement, remedy }) =>
    remedy?.wants.startsWith("samples") ? [`${requirement}: ${remedy.wants}`] : [],
  );
  return {
    waits: [...new Set(waits)].sort(),
    judged: all.size,
    passed: [...new Set(passed.map(({ requirement }) => requirement))].sort(),
  };
}

/** Every member that a success schema lists at the top, as an empty list. */
const emptyLists: JsonObject = Object.fromEntries(
  contracts.operations.flatMap(({ successShape }) =>
    [...successShape.members].flatMap(([name, { shape }]) =>
      shape.kinds.has("array") ? [[name, []]] : [],
    ),
  ),
);

/** They judge the type of the body itself, and that of each member that it has. */
const ofTheBody = ["envelope.member-types", "ping.member-types"];

describe("a check of a schema passes on no response that has nothing of what it judges", () => {
  test("not on an object without members, but for the type of the whole", async () => {
    const { judged, passed } = await passing({});
    expect(judged).toBeGreaterThan(25);
    expect(passed).toEqual(ofTheBody);
  });

  test("not on lists without entries, but for the types of the lists", async () => {
    expect(Object.keys(emptyLists).length).toBeGreaterThan(5);
    const { passed } = await passing(emptyLists);
    expect(passed).toEqual(ofTheBody);
  });

  test("not on items of another kind", async () => {
    const { passed } = await passing({ ...emptyLists, news_articles: [{ type: "story" }] });
    expect(passed).toEqual([
      "envelope.member-types",
      // Nothing says that a search with items has something related.
      "envelope.related-publications",
      "envelope.related-topics",
      "item.discriminator",
      "ping.member-types",
    ]);
  });
});

describe("a check that finds nothing to judge waits for samples", () => {
  test("with hits where no items came", async () => {
    const { waits } = await passing(emptyLists);
    expect(waits).toContain("item.article-types: samples with hits");
    expect(waits.filter((wait) => wait.endsWith("links"))).toEqual([]);
  });

  test("with links where items came, but with articles where these are of another kind", async () => {
    const { waits } = await passing({ ...emptyLists, news_articles: [{ type: "story" }] });
    expect(waits).toContain("envelope.navigation-links: samples with links");
    expect(waits).toContain("item.article-types: samples with articles");
  });
});
