import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bundleContract } from "../../contracts/bundle.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { defaultVersion, type Surface } from "../../contracts/vocabulary.ts";
import type { Report } from "../../reporters/model/report.ts";
import { command, inFolder } from "../cli/command.ts";

/**
 * Serves each of our own OpenAPI documents with an independent mock server, Prism. Prism responds with
 * the examples of the document, so only requirements that static examples can't meet may be broken.
 */

/**
 * Prism checks that a key is present and never whether it is valid. It serves a request with an unknown
 * key, and one with two unknown keys, in every cell. Both failures are correct: no valid key was sent.
 */
const keys = ["auth.unknown-key-refused", "auth.several-invalid-keys-refused"];
/**
 * These are tried without the version header only: Prism also accepts a key in another letter case, and
 * refuses `bearer` and `BEARER`.
 */
const spelling = ["auth.key-case-matters", "auth.scheme-case-ignored"];
/**
 * Prism takes the comma in `Bearer ,` for a key, although the header has none. The malformed values
 * rotate from cell to cell, so only some versions get this one.
 */
const malformed = ["auth.malformed-authorization-refused"];
const geolocationKeys = ["auth.geolocation-unknown-key-401"];
/** The examples have a fixed date. */
const pingClock = ["ping.timestamp-is-now"];
const metadata = [
  "metadata.id-distinct",
  "metadata.timestamp-within-a-day",
  "metadata.timestamp-within-five-minutes",
];
/** The response, including the echoed parameters, is the same for every request. */
const deaf = ["parameter.location-changes-result", "parameter.query-changes-result"];
const echo = [
  "parameter.echoed-by-name",
  "parameter.odd-signs-echoed",
  "parameter.parameters-echoed",
];
const echoOnAggregator = [...echo, "parameter.location-echoed", "parameter.others-echoed"];
/** The specification does not show where they stand, so the examples have none. */
const pages = ["envelope.pagination-fields-present"];

/** It knows one version and responds with it, whatever `api-version` says. */
const oneVersion = ["version.ping-tells-version", "error.envelope-matches-version"];
const oneBodyOnAggregator = [
  "version.own-envelope",
  "version.no-foreign-members",
  "envelope.members-present",
];
/** It refuses other methods and unknown paths with its own error body. */
const refusals = ["robustness.options", "robustness.other-methods", "robustness.unknown-path"];

/**
 * Its responses have the same metadata, so one with a wrong body counts as a copy of the response to another
 * request: whatever version, key or query was sent, the client receives that response.
 */
const copies = ["consistency.key-not-mixed", "consistency.version-not-mixed"];
const copiesOnAggregator = [
  ...copies,
  "consistency.concurrent-answers-own",
  "consistency.query-not-mixed",
];

interface Latest {
  readonly surface: Surface;
  /** Broken at the latest version, and without the header. */
  readonly own: readonly string[];
  /** Broken at the other versions. */
  readonly elsewhere: readonly string[];
}

/** Mocks of the documents of `latest`, which accept every version. */
const latest: readonly Latest[] = [
  {
    surface: "aggregator",
    own: [
      ...keys,
      ...spelling,
      ...malformed,
      ...geolocationKeys,
      ...pingClock,
      ...metadata,
      ...deaf,
      ...echoOnAggregator,
      ...pages,
      ...copiesOnAggregator,
      ...refusals,
    ],
    elsewhere: [
      ...keys,
      ...malformed,
      ...geolocationKeys,
      ...pingClock,
      ...oneVersion,
      ...oneBodyOnAggregator,
    ],
  },
  {
    surface: "news",
    own: [
      ...keys,
      ...spelling,
      ...malformed,
      ...pingClock,
      ...metadata,
      ...echo,
      ...copies,
      ...refusals,
    ],
    elsewhere: [...keys, ...pingClock, ...oneVersion, "error.matching-envelope-elsewhere"],
  },
];

interface Pinned {
  readonly surface: Surface;
  readonly version: string;
  readonly broken: readonly string[];
}

/** Mocks of the documents of a date, judged at that date: they refuse every other version. */
const pinned: readonly Pinned[] = [
  {
    surface: "aggregator",
    version: "2024-01-01",
    broken: [...keys, ...geolocationKeys, ...pingClock, ...deaf],
  },
  {
    surface: "aggregator",
    version: "2022-01-01",
    broken: [...keys, ...malformed, ...geolocationKeys, ...pingClock, ...deaf],
  },
  { surface: "news", version: "2024-01-01", broken: [...keys, ...pingClock] },
];

const prism = join(
  dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
  "dist/index.js",
);

/** Starts the mock and waits until it prints its URL. */
async function mocking<T>(file: string, use: (url: string) => Promise<T>): Promise<T> {
  const mock = spawn(process.execPath, [prism, "mock", "--port", "0", file], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise<void>((resolve) => mock.once("close", () => resolve()));
  try {
    return await use(await listeningAt(mock));
  } finally {
    mock.kill();
    await gone;
  }
}

function listeningAt(mock: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    mock.once("close", () => reject(new Error(`the mock ended early: ${said}`)));
    mock.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const url = /listening on (http:\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

/**
 * It compares responses that are more than two seconds apart, so whether it sees the fixed date depends on how
 * fast the machine is.
 */
const dependsOnDuration = "consistency.timestamp-moves";

/** Ids of the requirements that a report shows as broken at the selected versions, sorted. */
function red({ results }: Report, at: (version: string) => boolean): readonly string[] {
  const broken = results.filter(
    ({ requirement, status, version }) =>
      (status === "fail" || status === "warn") && at(version) && requirement !== dependsOnDuration,
  );
  return [...new Set(broken.map(({ requirement }) => requirement))].sort();
}

/** Judges the mock of a document with a meaningless key. */
async function judgedMock(surface: Surface, version: string, words: readonly string[] = []) {
  return inFolder(async (cwd) => {
    const file = join(cwd, "openapi.json");
    writeFileSync(file, JSON.stringify(await bundleContract(surface, version)));
    const { code } = await mocking(file, (url) =>
      command(["run", `--${surface}-url`, url, ...words], {
        cwd,
        environment: { [`${surface.toUpperCase()}_API_KEY`]: "bk_of_no_meaning_to_a_mock" },
      }),
    );
    const report: Report = JSON.parse(
      readFileSync(join(cwd, "conformance-report/report.json"), "utf8"),
    );
    expect(report.results.filter(({ status }) => status === "error")).toEqual([]);
    return { code, report };
  });
}

test.each(latest)(
  "a mock of the latest $surface breaks only the requirements that static examples can't meet",
  async ({ surface, own, elsewhere }) => {
    const { code, report } = await judgedMock(surface, defaultVersion);
    const date = loadCatalogue().latest(surface);
    const isOwn = (at: string) => at === date || at === defaultVersion;
    expect(code).toBe(1);
    expect(red(report, isOwn)).toEqual([...own].sort());
    expect(red(report, (at) => !isOwn(at))).toEqual([...elsewhere].sort());
  },
);

test.each(pinned)(
  "a mock of $surface $version does so at that version",
  async ({ surface, version, broken }) => {
    const { code, report } = await judgedMock(surface, version, ["--only", `version:${version}`]);
    expect(code).toBe(1);
    expect(red(report, () => true)).toEqual([...broken].sort());
  },
);

test("a mock of a date refuses a client that asks for another version, or for none", async () => {
  await inFolder(async (cwd) => {
    const file = join(cwd, "openapi.json");
    writeFileSync(file, JSON.stringify(await bundleContract("aggregator", "2024-01-01")));
    const asked: readonly Readonly<Record<string, string>>[] = [
      { "api-version": "2024-01-01" },
      { "api-version": "2026-05-25" },
      {},
    ];
    const statuses = await mocking(file, (url) =>
      Promise.all(
        asked.map(async (version) => {
          const headers = { ...version, "api-key": "bk_any" };
          return (await fetch(`${url}/search?query=climate`, { headers })).status;
        }),
      ),
    );
    expect(statuses).toEqual([200, 400, 400]);
  });
});
