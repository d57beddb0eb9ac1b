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
const echo = ["parameter.echoed-by-name", "parameter.parameters-echoed"];
const echoOnAggregator = [
  ...echo,
  "parameter.location-echoed",
  "parameter.odd-signs-echoed",
  "parameter.others-echoed",
];
/** The specification does not show where they stand, so the examples have none. */
const pages = ["envelope.pagination-fields-present"];

/** It knows one version and responds with it, whatever `api-version` says. */
const oneVersion = ["version.ping-tells-version", "error.envelope-matches-version"];
const oneBodyOnAggregator = [
  "version.own-envelope",
  "version.no-foreign-members",
  "envelope.members-present",
];
const notLatestOnAggregator = [
  ...oneBodyOnAggregator,
  "version.default-is-latest",
  "version.no-legacy-members",
  ...pages,
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

interface Expected {
  readonly surface: Surface;
  readonly version: string;
  /** Broken at the document's own version and, if that is the latest, without the header. */
  readonly own: readonly string[];
  /** Broken at the other versions. */
  readonly elsewhere: readonly string[];
}

const documents: readonly Expected[] = [
  {
    surface: "aggregator",
    version: "2026-05-25",
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
  ...["2024-01-01", "2022-01-01"].map(
    (version): Expected => ({
      surface: "aggregator",
      version,
      own: [
        ...keys,
        ...(version === "2022-01-01" ? malformed : []),
        ...geolocationKeys,
        ...pingClock,
        ...deaf,
      ],
      elsewhere: [
        ...keys,
        ...spelling,
        ...malformed,
        ...geolocationKeys,
        ...pingClock,
        ...oneVersion,
        ...notLatestOnAggregator,
        ...refusals,
      ],
    }),
  ),
  {
    surface: "news",
    version: "2026-08-01",
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
  {
    surface: "news",
    version: "2024-01-01",
    own: [...keys, ...pingClock],
    elsewhere: [
      ...keys,
      ...spelling,
      ...malformed,
      ...pingClock,
      ...refusals,
      "version.ping-tells-version",
      "version.default-is-latest",
      "envelope.member-types",
      "error.current-on-news",
      "error.matching-envelope-elsewhere",
    ],
  },
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

/** Ids of the requirements that a report shows as broken at the selected versions, sorted. */
function red({ results }: Report, at: (version: string) => boolean): readonly string[] {
  const broken = results.filter(
    ({ status, version }) => (status === "fail" || status === "warn") && at(version),
  );
  return [...new Set(broken.map(({ requirement }) => requirement))].sort();
}

/** Judges the mock of a document with a meaningless key. */
async function judgedMock(surface: Surface, version: string) {
  return inFolder(async (cwd) => {
    const file = join(cwd, "openapi.json");
    writeFileSync(file, JSON.stringify(await bundleContract(surface, version)));
    const { code } = await mocking(file, (url) =>
      command(["run", `--${surface}-url`, url], {
        cwd,
        environment: { [`${surface.toUpperCase()}_API_KEY`]: "bk_of_no_meaning_to_a_mock" },
      }),
    );
    const report: Report = JSON.parse(
      readFileSync(join(cwd, "conformance-report/report.json"), "utf8"),
    );
    return { code, report };
  });
}

test.each(documents)(
  "a mock of $surface $version breaks only the requirements that static examples can't meet",
  async ({ surface, version, own, elsewhere }) => {
    const { code, report } = await judgedMock(surface, version);
    const isLatest = loadCatalogue().latest(surface) === version;
    const isOwn = (at: string) => at === version || (isLatest && at === defaultVersion);
    expect(code).toBe(1);
    expect(red(report, isOwn)).toEqual([...own].sort());
    expect(red(report, (at) => !isOwn(at))).toEqual([...elsewhere].sort());
    expect(report.results.filter(({ status }) => status === "error")).toEqual([]);
  },
);

test("a mock with a single path is reported as a wrong base URL, and no requirement is failed", async () => {
  // Only one description of the topics list names this version.
  const { code, report } = await judgedMock("news", "2022-01-01");
  expect([code, report.verdict]).toEqual([3, "incomplete"]);
  expect(red(report, () => true)).toEqual([]);
});
