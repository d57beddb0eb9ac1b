import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import { canonicalRequest } from "../../harness/requests/request-spec.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import type { ClassScore } from "../../teeth/one-cell/run-one-cell-faults.ts";

/**
 * docs/adding-a-version.md as a test: a copy of the package in which each surface has one more version.
 * Articles of the aggregator have one more member. The news surface shows the articles of article search,
 * which it did not before, and publisher search has no sort order any more. Nothing else is changed in the
 * copy but the data of the reference server, and nothing in the suite knows these versions.
 */
const before = loadCatalogue().latest("aggregator");
/** The dates in the fixture, and those of its versions in the copy, which are newer than any other. */
const written = { aggregator: "2027-01-01", news: "2027-03-01" } as const;
const added = yearAfter(before, written.aggregator);
const addedNews = yearAfter(loadCatalogue().latest("news"), written.news);

function yearAfter(version: string, date: string): string {
  return `${Number(version.slice(0, 4)) + 1}${date.slice(4)}`;
}

/** Copies a folder of contracts, whose files name another date there. */
function copyVersion(surface: Surface, date: string): void {
  const from = join(fixture, "contracts", surface, written[surface]);
  const to = join(copy, "contracts", surface, date);
  cpSync(from, to, { recursive: true });
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(written[surface], date));
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixture = fileURLToPath(new URL("added-version", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "added-version-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface PlannedCell {
  readonly requirement: string;
  readonly surface: string;
  readonly endpoint: string;
  readonly version: string;
  readonly auth: string | null;
  readonly requests: readonly string[];
}

interface Judged {
  readonly planned: readonly PlannedCell[];
  readonly healthy: { readonly total: number; readonly rest: readonly string[] };
  readonly red: Readonly<Record<string, readonly string[]>>;
  readonly verdicts: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly unrelated: readonly string[];
  }[];
  readonly mutants: {
    readonly total: number;
    readonly killed: number;
    readonly survivors: readonly string[];
    readonly misblamed: readonly string[];
    readonly overruled: readonly string[];
  };
  readonly oneCell: {
    readonly totals: Readonly<
      Record<"added" | "before" | "news", Readonly<Record<string, number>>>
    >;
    readonly classes: readonly ClassScore[];
  };
}

function inCopy(...words: readonly string[]): string {
  return execFileSync(process.execPath, words, {
    cwd: copy,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "" },
    maxBuffer: 64 * 1024 * 1024,
  });
}

let judged: Judged;
beforeAll(() => {
  for (const part of ["dist", "contracts", "package.json"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  copyVersion("aggregator", added);
  copyVersion("news", addedNews);
  const members = join(copy, "dist", "reference", "corpus", "added-members.js");
  renameSync(members, join(dirname(members), "members-before.js"));
  writeFileSync(
    members,
    `import { addedMembers as before } from "./members-before.js";
    const summary = {
      name: "summary", schema: { type: "string" }, of: (item) => item.description ?? undefined,
    };
    export const addedMembers = [
      ...before,
      { surface: "aggregator", since: "${added}", ...summary },
      { surface: "news", since: "${addedNews}", ...summary },
    ];`,
  );
  // With the memory and the collector of the tests' own process.
  judged = JSON.parse(
    inCopy(...process.execArgv, join(fixture, "judge-copy.js"), added, before, addedNews),
  );
});

const placeOf = ({ surface, endpoint, version, auth }: PlannedCell) =>
  `${surface} ${endpoint} ${version} ${auth}`;

describe("what is judged where", () => {
  const known: readonly PlannedCell[] = wholePlan().map(({ requirement, cell, requests }) => ({
    requirement: requirement.id,
    ...cell,
    requests: requests.map(canonicalRequest),
  }));

  test("every older cell is judged by exactly the requirements of before, with the same requests", () => {
    const older = (cells: readonly PlannedCell[]) =>
      cells
        .filter(({ version }) => ![added, addedNews, "default"].includes(version))
        .map((one) => [one.requirement, placeOf(one), ...one.requests].join(" | "));
    expect(older(judged.planned)).toEqual(older(known));
  });

  test("so are the cells without the header, which mean another version now", () => {
    // Its articles are judged now.
    const changed = ["/search/articles"];
    const byDefault = (cells: readonly PlannedCell[]) =>
      cells
        .filter(({ version, endpoint }) => version === "default" && !changed.includes(endpoint))
        .map((one) => `${one.requirement} ${placeOf(one)}`);
    expect(byDefault(judged.planned)).toEqual(byDefault(known));
  });

  test("the added version is judged by what the one before it is judged by", () => {
    const at = (version: string, cells: readonly PlannedCell[]) =>
      [
        ...new Set(
          cells
            .filter((one) => one.version === version && one.surface === "aggregator")
            .map(({ requirement, endpoint }) => `${requirement} ${endpoint}`),
        ),
      ].sort();
    expect(at(added, judged.planned)).toEqual(at(before, known));
    expect(at(added, judged.planned).length).toBeGreaterThan(150);
  });
});

describe("a version that changes what an endpoint takes and shows", () => {
  const at = (endpoint: string) =>
    judged.planned.filter((one) => one.endpoint === endpoint && one.version === addedNews);

  test("is not asked for the parameter that it has no longer", () => {
    const publishers = at("/search/publishers");
    expect(publishers.length).toBeGreaterThan(150);
    expect(publishers.filter(({ requests }) => requests.join().includes('"sort"'))).toEqual([]);
    const [older] = judged.planned.filter(
      ({ requirement, version }) =>
        requirement === "parameter.sort-no-server-error" && version === "2026-08-01",
    );
    expect(older?.requests.join()).toContain('"sort"');
  });

  test("is judged by what it shows of an article", () => {
    const shown = new Set(at("/search/articles").map(({ requirement }) => requirement));
    expect([...shown].filter((id) => id.startsWith("item.")).sort()).toEqual([
      "item.addresses-absolute",
      "item.article-identifying",
      "item.article-types",
      "item.articles-vary",
      "item.date-iso8601",
      "item.date-plausible",
      "item.date-rfc3339",
      "item.listed-members-seen",
      "item.members-not-mixed-up",
      "item.parts-not-mixed-up",
      "item.texts-filled",
      "item.texts-undamaged",
      "item.values-listed-once",
    ]);
  });
});

test("the reference server passes at every version", () => {
  expect(judged.healthy.rest).toEqual([]);
  expect(judged.healthy.total).toBe(judged.planned.length);
});

describe("a server that gets the added version wrong", () => {
  test("is caught where its default serves the version before", () => {
    expect([...new Set(judged.red["the default stays behind"])].sort()).toEqual([
      "version.default-is-latest /geolocation default",
      "version.default-is-latest /search default",
      "version.default-is-latest /topics default",
    ]);
  });

  test("is warned where the added member is never there", () => {
    expect([...new Set(judged.red["the member is never there"])].sort()).toEqual([
      `item.listed-members-seen /geolocation ${added}`,
      `item.listed-members-seen /search ${added}`,
      `item.listed-members-seen /topics ${added}`,
    ]);
  });

  test("is caught where the member has another type, at that version only", () => {
    const red = judged.red["the member has another type"] ?? [];
    expect(red).toContain(`item.article-types /search ${added}`);
    expect(red.filter((one) => !one.endsWith(` ${added}`))).toEqual([]);
  });

  test("does not fail if the previous version has the member too", () => {
    expect(judged.red["the version before has the member too"]).toEqual([]);
  });
});

describe("the kill matrix stays whole", () => {
  test("of the faults that are about versions or act at the added one", () => {
    const missed = judged.verdicts.filter(({ verdict }) => verdict !== "caught");
    expect(missed).toEqual([]);
    expect(judged.verdicts.length).toBeGreaterThan(100);
  });

  test("of the mutants of the added version, the added member's among them", () => {
    const { total, killed, ...rest } = judged.mutants;
    expect(rest).toEqual({ survivors: [], misblamed: [], overruled: [] });
    expect(killed).toBeGreaterThan(total * 0.9);
    expect(total).toBeGreaterThan(1000);
  });
});

describe("faults in one cell of the added version", () => {
  test("are those that the version before has", () => {
    const { totals } = judged.oneCell;
    expect(totals.added).toEqual(totals.before);
    expect(Object.keys(totals.added).length).toBeGreaterThan(60);
  });

  test("are caught, or survive under a rule, and are blamed on nothing else", () => {
    const { totals, classes } = judged.oneCell;
    const sum = { ...totals.news };
    for (const [name, count] of Object.entries(totals.added)) sum[name] = (sum[name] ?? 0) + count;
    expect(Object.fromEntries(classes.map(({ name, total }) => [name, total]))).toEqual(sum);
    expect(classes.flatMap(({ survivors }) => survivors)).toEqual([]);
    expect(classes.flatMap(({ unrelated }) => unrelated)).toEqual([]);
  });
});

describe("the commands follow", () => {
  test("openapi", () => {
    const document = inCopy("dist/cli/main.js", "openapi", "aggregator", "latest");
    expect(JSON.parse(document)).toMatchObject({
      info: { version: added },
      paths: {
        // The endpoint is referred to, and its example tells the added version all the same.
        "/ping": {
          get: {
            operationId: "ping",
            responses: {
              200: {
                content: {
                  "application/json": { examples: { pong: { value: { version: added } } } },
                },
              },
            },
          },
        },
        "/search": { get: { parameters: expect.arrayContaining([versionHeader(added)]) } },
      },
      components: { schemas: { Article: { properties: { summary: { type: "string" } } } } },
    });
  });

  test("init", () => {
    inCopy("dist/cli/main.js", "init", "written.yaml");
    const written = inCopy("-p", "require('fs').readFileSync('written.yaml', 'utf8')");
    expect(written).toContain(`pageSize: { "${added}": per_page, "${before}": per_page,`);
  });
});

const versionHeader = (latest: string) =>
  expect.objectContaining({
    name: "api-version",
    schema: expect.objectContaining({
      enum: [latest, ...loadCatalogue().versions("aggregator")],
      default: latest,
    }),
  });
