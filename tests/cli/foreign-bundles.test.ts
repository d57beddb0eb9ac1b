import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isObject } from "../../contracts/json.ts";
import { visibleBlock } from "../../reporters/text/visible.ts";
import type { Ended } from "./command.ts";
import { command, inFolder } from "./command.ts";

/** A report folder as a run wrote it. */
const folder = mkdtempSync(join(tmpdir(), "bundle-"));
const report = join("bundle", "report.json");

beforeAll(async () => {
  const only = ["--only", "ping.*", "plan.*", "version:default"];
  const words = ["run", "--reference", ...only, "--har", "--quiet"];
  expect((await command([...words, "--out", "bundle"], { cwd: folder })).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The least that a run can judge. */
const few = ["--only", "ping.message-pong", "surface:news", "version:default"];

/** Everything that reads a bundle. */
const readers: Readonly<Record<string, readonly string[]>> = {
  verify: ["verify", "bundle"],
  compare: ["compare", "bundle", "bundle"],
  "compare as Markdown": ["compare", "bundle", "bundle", "--format", "markdown"],
  "compare as JSON": ["compare", "bundle", "bundle", "--format", "json"],
  board: ["board", "bundle"],
  merge: ["merge", "bundle", "bundle", "--out", "merged"],
  baseline: ["run", "--reference", ...few, "--quiet", "--baseline", "bundle"],
};

/** What every reader says of a changed bundle. */
async function readAll(change: (file: string) => void): Promise<ReadonlyMap<string, Ended>> {
  return inFolder(async (cwd) => {
    cpSync(join(folder, "bundle"), join(cwd, "bundle"), { recursive: true });
    change(join(cwd, report));
    const ends = new Map<string, Ended>();
    for (const [name, words] of Object.entries(readers))
      ends.set(name, await command(words, { cwd }));
    return ends;
  });
}

function edit(change: (content: Record<string, unknown>) => unknown): (file: string) => void {
  return (file) => {
    const content = JSON.parse(readFileSync(file, "utf8"));
    const text: unknown = change(content);
    writeFileSync(file, typeof text === "string" ? text : JSON.stringify(content));
  };
}

function member(value: unknown, ...path: readonly string[]): Record<string, unknown> {
  const found = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
  if (!isObject(found)) throw new Error(path.join("."));
  return found as Record<string, unknown>;
}

const hostile = '\u001b[31m\u202e;$(touch owned)"\u2066\u0007';

describe("a bundle that no run has written is refused by each reader, at once", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const cases: Readonly<Record<string, (file: string) => void>> = {
    "a version that is none": edit((content) => {
      member(content, "suite").version = `9.9.9 ${hostile}`;
    }),
    "a version that is very long": edit((content) => {
      member(content, "suite").version = `1.2.3-${"0".repeat(1_000_000)}`;
    }),
    "lists that are very deep": edit(({ ...content }) =>
      JSON.stringify(content).replace("{", `{"x":${deep},`),
    ),
    "very many values": edit((content) =>
      JSON.stringify(content).replace("{", `{"x":[${"0,".repeat(5_000_000)}0],`),
    ),
    "very many waivers": edit((content) => {
      const waiver = {
        requirement: "ping.message-pong",
        reason: "r",
        until: "2099-01-01",
        checks: 0,
      };
      content.waivers = Array.from({ length: 20_000 }, () => waiver);
    }),
    "very many patterns": edit((content) => {
      member(content, "configuration").skip = Array.from(
        { length: 50_000 },
        (_, index) => `p*g.m*${index}*`,
      );
    }),
    "a very long pattern": edit((content) => {
      member(content, "configuration").only = ["a*".repeat(2_000_000)];
    }),
    "very many headers": edit((content) => {
      const headers = Array.from({ length: 50_000 }, (_, index) => `x-${index}`);
      member(content, "configuration", "network").headers = headers;
    }),
    "a leap second, which no clock of ours knows": edit((content) => {
      content.startedAt = "2016-12-31T23:59:60Z";
    }),
    "a time with half an offset": edit((content) => {
      content.startedAt = "2026-10-01T12:00:00+01";
    }),
    "a duration beyond all times": edit((content) => {
      content.durationMs = 2 ** 53;
    }),
    "an exchange with a time that is none": edit((content) => {
      for (const one of Object.values(member(content, "exchanges")))
        member(one).startedAt = "2016-12-31T23:59:60Z";
    }),
    "a gigabyte": (file) => truncateSync(file, 2 ** 30),
    "no JSON": (file) => writeFileSync(file, hostile),
    ...(process.platform === "win32"
      ? {}
      : {
          "a pipe": (file) => {
            rmSync(file);
            execFileSync("mkfifo", [file]);
          },
          "a device": (file) => {
            rmSync(file);
            symlinkSync("/dev/zero", file);
          },
        }),
    "a folder": (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  };

  test.each(Object.entries(cases))("%s", async (_, change) => {
    const begun = performance.now();
    for (const [reader, { code, stderr, stdout }] of await readAll(change)) {
      expect({ reader, code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^error: /),
      });
      expect(stdout).not.toContain("owned");
      expect(visibleBlock(stderr)).toBe(stderr);
    }
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

test.each<[string, readonly string[], number]>([
  ["a report", ["compare", "report.json", "report.json"], 128],
  ["a report that is verified", ["verify", "."], 128],
  ["a baseline", ["run", "--reference", ...few, "--baseline", "report.json"], 128],
  ["recorded traffic", ["check-har", "report.json"], 256],
])("%s of more megabytes than are promised is not read", async (_, words, most) => {
  await inFolder(async (cwd) => {
    writeFileSync(join(cwd, "report.json"), "");
    truncateSync(join(cwd, "report.json"), most * 2 ** 20 + 1);
    const { code, stderr } = await command(words, { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`the limit is ${most} MB`),
    });
  });
});

test("a description with references that multiply can't be verified", async () => {
  const next = (index: number) => ({ $ref: `#/components/schemas/S${index + 1}` });
  const schemas = Array.from({ length: 40 }, (_, index) => [
    `S${index}`,
    { allOf: [next(index), next(index)] },
  ]);
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
  const ends = await readAll(
    edit((content) => {
      const description = { source: "a", document, problem: null };
      member(content, "configuration", "surfaces", "news").description = description;
    }),
  );
  expect(ends.get("verify")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("too large to judge"),
  });
});

describe("what no configuration has can't be verified, and the member is named", () => {
  const base = (baseUrl: string) => (content: Record<string, unknown>) => {
    member(content, "configuration", "surfaces", "news").baseUrl = baseUrl;
  };
  const matrix = (more: object) => (content: Record<string, unknown>) => {
    Object.assign(member(content, "configuration", "matrix"), more);
  };
  const huge = 1e12;
  test.each<[string, (content: Record<string, unknown>) => void, string]>([
    ["no URL", base("not a url"), "configuration.surfaces.news.baseUrl"],
    ["an empty URL", base(""), "configuration.surfaces.news.baseUrl"],
    ["a URL of another kind", base("javascript:alert(1)"), "configuration.surfaces.news.baseUrl"],
    ["a URL with a query", base("http://a.example/?b"), "configuration.surfaces.news.baseUrl"],
    ["a shard of very many", matrix({ shard: { part: 1, of: huge } }), "matrix/shard/of"],
    ["a rotation of very many", matrix({ rotation: { part: 1, of: huge } }), "matrix/rotation/of"],
  ])("%s", async (_, change, said) => {
    await inFolder(async (cwd) => {
      cpSync(join(folder, "bundle"), join(cwd, "bundle"), { recursive: true });
      edit(change)(join(cwd, report));
      for (const reader of ["verify", "merge"]) {
        const { code, stderr } = await command(readers[reader] ?? [], { cwd });
        expect({ reader, code, stderr }).toEqual({
          reader,
          code: 2,
          stderr: expect.stringContaining(said),
        });
        expect(stderr).toContain("bundle");
      }
    });
  });
});

test("a text of a bundle is shown safely, wherever it stands", async () => {
  const altered = (value: unknown): unknown => {
    if (typeof value === "string") return value + hostile;
    if (Array.isArray(value)) return value.map(altered);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, altered(inner)]));
  };
  const content: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(folder, report), "utf8"),
  );
  let accepted = 0;
  for (const name of Object.keys(content)) {
    const ends = await readAll(
      edit((one) => {
        one[name] = altered(one[name]);
      }),
    );
    for (const [reader, { code, stdout, stderr }] of ends) {
      expect([0, 1, 2, 3]).toContain(code);
      const said = stdout + stderr;
      if (code !== 2) accepted += 1;
      expect({ name, reader, said: visibleBlock(said) }).toEqual({ name, reader, said });
      expect(said).not.toContain("\u001b");
    }
  }
  // Many a member is free text, so that much is shown.
  expect(accepted).toBeGreaterThan(20);
});

/** The path of every member of a value; of a list and of the exchanges, those of the first one. */
function membersOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (Array.isArray(value)) return membersOf(value[0], [...path, "0"]);
  if (!isObject(value)) return [];
  const all = Object.entries(value);
  return (path.at(-1) === "exchanges" ? all.slice(0, 1) : all).flatMap(([name, inner]) => [
    [...path, name],
    ...membersOf(inner, [...path, name]),
  ]);
}

/** What a member is changed to: absent, or a value of another kind. */
const others: Readonly<Record<string, (holder: Record<string, unknown>, name: string) => void>> = {
  "is not there": (holder, name) => {
    delete holder[name];
  },
  "is null": (holder, name) => {
    holder[name] = null;
  },
  "is a list": (holder, name) => {
    holder[name] = [[]];
  },
  "is a huge number": (holder, name) => {
    holder[name] = 1e308;
  },
  "has the name of a prototype": (holder, name) => {
    holder[name] = Object.fromEntries([["__proto__", { constructor: "x" }]]);
  },
};

test.each(Object.entries(others))(
  "a report of which any one member %s is no defect",
  async (_, change) => {
    const text = readFileSync(join(folder, report), "utf8");
    const paths = membersOf(JSON.parse(text));
    expect(paths.length).toBeGreaterThan(100);
    await inFolder(async (cwd) => {
      cpSync(join(folder, "bundle"), join(cwd, "bundle"), { recursive: true });
      const defects: string[] = [];
      for (const path of paths) {
        const content: unknown = JSON.parse(text);
        const holder = path.slice(0, -1).reduce<unknown>((at, name) => Object(at)[name], content);
        change(Object(holder), path.at(-1) ?? "");
        writeFileSync(join(cwd, report), JSON.stringify(content));
        for (const reader of ["verify", "compare", "merge"]) {
          const { code, stderr } = await command(readers[reader] ?? [], { cwd });
          if (![0, 1, 2, 3].includes(code ?? 70))
            defects.push(`${reader} ${path.join(".")}: ${stderr}`);
        }
      }
      expect(defects).toEqual([]);
    });
  },
);
