import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Waiver } from "../../contracts/waivers.ts";
import { junitXml } from "../../reporters/formats/junit.ts";
import type { Report } from "../../reporters/model/report.ts";
import { childrenNamed, parseXml, type XmlElement } from "../../tools/viewers/xml.ts";
import { exchange, register, report, result } from "./fixtures.ts";

let schema = "";
beforeAll(async () => {
  schema = await readFile(new URL("junit.xsd", import.meta.url), "utf8");
});

async function errorsOf(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: "junit.xml", contents: xml }], schema });
  return errors.map(({ message }) => message);
}

function parse(xml: string) {
  const root = parseXml(xml);
  const suites = childrenNamed(root, "testsuite");
  return { root, suites, cases: suites.flatMap((suite) => childrenNamed(suite, "testcase")) };
}

/** Every element of that name in any case. */
function inCases(cases: readonly XmlElement[], name: string): readonly XmlElement[] {
  return cases.flatMap((one) => childrenNamed(one, name));
}

function caseNamed(written: Report, name: string): XmlElement {
  const found = parse(junitXml(written, register)).cases.filter(
    (one) => one.attributes.name === name,
  );
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} cases ${name}`);
  return first;
}

const waiver: Waiver = { requirement: "ping.public", reason: "ticket 5", until: "2027-01-01" };

function full(): Report {
  return report(
    [
      result({ auth: "bearer", exchanges: ["x1"] }),
      result({ auth: "api-key", exchanges: ["x1"] }),
      result({
        requirement: "error.code-is-status",
        outcome: "fail",
        message: "/code: expected 401, got 400",
        findings: [{ path: "/code", expected: "401", actual: "400", exchange: "x1" }],
        exchanges: ["x1"],
      }),
      result({
        requirement: "error.status-401",
        level: "should",
        outcome: "warn",
        message: "status: expected 401, got 403",
        exchanges: ["x2"],
      }),
      result({ version: "default", outcome: "skip", message: "no key" }),
      result({
        version: "default",
        requirement: "error.code-is-status",
        outcome: "blocked",
        message: "timeout",
      }),
      result({
        version: "default",
        requirement: "ping.public",
        outcome: "error",
        message: "defect of the suite: x",
      }),
      result({ endpoint: "/search", outcome: "fail", message: "it broke" }),
      result({ endpoint: "/search", requirement: "error.code-is-status" }),
      result({ surface: "news", endpoint: "/search/publishers", version: "2026-08-01" }),
    ],
    {
      exchanges: [exchange("x1", '{"code":400}'), exchange("x2", "{}", { durationMs: 1000 })],
      waivers: [
        {
          requirement: "auth.missing-key-refused",
          endpoint: "/search",
          reason: "ticket 1",
          until: "2027-01-01",
        },
      ],
      exclusions: [{ requirement: "error.code-is-status", endpoint: "/search", reason: "gated" }],
    },
  );
}

describe("the document", () => {
  test("is valid", async () => {
    expect(await errorsOf(junitXml(full(), register))).toEqual([]);
    expect(await errorsOf(junitXml(report([]), register))).toEqual([]);
  });

  test("the schema of these tests rejects properties in a case and a count that is missing", async () => {
    const xml = junitXml(full(), register);
    const withProperties = xml.replace("<system-out>", "<properties/><system-out>");
    expect(await errorsOf(withProperties)).not.toEqual([]);
    expect(await errorsOf(xml.replace(/ errors="\d+" skipped/, " skipped"))).not.toEqual([]);
  });

  test("has a suite per surface, endpoint and version in the order of the report", () => {
    const { suites } = parse(junitXml(full(), register));
    expect(suites.map((suite) => suite.attributes.name)).toEqual([
      "aggregator GET /search @ 2024-01-01",
      "aggregator GET /topics @ default",
      "aggregator GET /topics @ 2024-01-01",
      "news GET /search/publishers @ 2026-08-01",
    ]);
  });

  test("counts what it holds", () => {
    const { root, suites, cases } = parse(junitXml(full(), register));
    const count = (list: readonly XmlElement[], name: string) => String(inCases(list, name).length);
    for (const suite of suites) {
      const own = childrenNamed(suite, "testcase");
      expect(suite.attributes).toMatchObject({
        tests: String(own.length),
        failures: count(own, "failure"),
        errors: count(own, "error"),
        skipped: count(own, "skipped"),
      });
    }
    expect(root.attributes).toMatchObject({
      tests: "10",
      failures: "1",
      errors: "1",
      time: "4.120",
    });
    expect([count(cases, "failure"), count(cases, "error"), count(cases, "skipped")]).toEqual([
      "1",
      "1",
      "5",
    ]);
  });

  test("gives the time of a shared exchange to one case only", () => {
    const { suites } = parse(junitXml(full(), register));
    const topics = suites.find(
      (suite) => suite.attributes.name === "aggregator GET /topics @ 2024-01-01",
    );
    expect(topics?.attributes.time).toBe("1.013");
    expect(childrenNamed(topics, "testcase").map((one) => one.attributes.time)).toEqual([
      "0.013",
      "0.000",
      "0.000",
      "1.000",
    ]);
  });

  test("lists level and clause of each requirement of a suite", () => {
    const { suites } = parse(junitXml(full(), register));
    const [properties] = childrenNamed(suites[2], "properties");
    expect(
      childrenNamed(properties, "property").map(
        (one) => `${one.attributes.name}=${one.attributes.value}`,
      ),
    ).toEqual([
      "target=aggregator http://127.0.0.1:4000/headlines, news http://127.0.0.1:4001",
      "surface=aggregator",
      "endpoint=/topics",
      "version=2024-01-01",
      "auth.missing-key-refused.level=must",
      "auth.missing-key-refused.clause=Authentication, item 7",
      "error.code-is-status.level=must",
      "error.code-is-status.clause=Legacy error envelope",
      "error.status-401.level=should",
      "error.status-401.clause=Errors, rule 3",
    ]);
  });
});

describe("cases", () => {
  test("a pass", () => {
    const passed = caseNamed(
      full(),
      "auth.missing-key-refused [aggregator /topics 2024-01-01 bearer]",
    );
    expect(passed.attributes).toEqual({
      name: "auth.missing-key-refused [aggregator /topics 2024-01-01 bearer]",
      classname: "aggregator.topics.2024-01-01",
      time: "0.000",
    });
    expect(passed.children.map(({ name }) => name)).toEqual(["system-out"]);
    expect(passed.children[0]?.text.split("\n")).toEqual([
      "[[PROPERTY|requirement=auth.missing-key-refused]]",
      "[[PROPERTY|level=must]]",
      "[[PROPERTY|clause=Authentication, item 7]]",
    ]);
  });

  test("a failure holds the card", () => {
    const { cases } = parse(junitXml(full(), register));
    const [failure] = inCases(cases, "failure");
    expect(failure?.attributes).toMatchObject({
      message: "/code: expected 401, got 400 (in a 401); aggregator GET /topics at 2024-01-01",
      type: "must",
    });
    expect(failure?.text).toMatch(
      /^\/code: expected 401, got 400 \(in a 401\); aggregator GET \/topics at 2024-01-01\n\n✘ error\.code-is-status \(must\)\n/,
    );
    expect(failure?.text).toContain("\n    npx news-conformance run --only error.code-is-status\n");
  });

  test("a warning is seen without being red", () => {
    const warned = caseNamed(full(), "error.status-401 [aggregator /topics 2024-01-01]");
    expect(childrenNamed(warned, "skipped")[0]?.attributes).toEqual({
      message:
        "warning (should): status: expected 401, got 403; aggregator GET /topics at 2024-01-01",
      type: "should",
    });
    expect(childrenNamed(warned, "skipped")[0]?.text).toContain(
      "! error.status-401 (should)\n  status: expected 401, got 403",
    );
  });

  test("a warning with --fail-on should is a failure", () => {
    const warned = result({
      requirement: "error.status-401",
      level: "should",
      outcome: "warn",
      message: "403",
    });
    const failing = caseNamed(
      report([warned], { failOn: "should" }),
      "error.status-401 [aggregator /topics 2024-01-01]",
    );
    expect(childrenNamed(failing, "failure")[0]?.attributes).toEqual({
      message: "403; aggregator GET /topics at 2024-01-01",
      type: "should",
    });
  });

  test("everything else says why", () => {
    const { cases } = parse(junitXml(full(), register));
    const said = inCases(cases, "skipped").map((one) => one.attributes.message);
    expect(said).toEqual([
      "waived: ticket 1 (it broke)",
      "excluded: gated",
      "skipped: no key",
      "blocked: timeout",
      "warning (should): status: expected 401, got 403; aggregator GET /topics at 2024-01-01",
    ]);
    expect(inCases(cases, "error").map(({ attributes }) => attributes)).toEqual([
      { message: "defect of the suite: x", type: "error" },
    ]);
  });

  test("equal names are told apart", async () => {
    const xml = junitXml(report([result(), result()]), register);
    expect(parse(xml).cases.map((one) => one.attributes.name)).toEqual([
      "auth.missing-key-refused [aggregator /topics 2024-01-01]",
      "auth.missing-key-refused [aggregator /topics 2024-01-01] (2)",
    ]);
    expect(await errorsOf(xml)).toEqual([]);
  });
});

test("a stale waiver fails, an expired one is mentioned", async () => {
  const results = [
    result({ requirement: "ping.public", endpoint: "/ping" }),
    result({ requirement: "ping.public", surface: "news", endpoint: "/ping" }),
  ];
  const written = report(results, { waivers: [waiver, { ...waiver, until: "2026-01-31" }] });
  const xml = junitXml(written, register);
  const { root, suites } = parse(xml);
  const last = suites.at(-1);
  expect(last?.attributes).toMatchObject({
    name: "waivers",
    tests: "2",
    failures: "1",
    skipped: "1",
  });
  expect(root.attributes.failures).toBe("1");
  const [stale, expired] = childrenNamed(last, "testcase");
  const [failure] = childrenNamed(stale, "failure");
  expect(failure?.attributes).toEqual({
    message: "stale: everything it covers passed, so it must be deleted",
    type: "stale waiver",
  });
  expect(failure?.text).toBe(
    "stale: everything it covers passed, so it must be deleted\n\n" +
      'delete this entry from "waivers": {"requirement":"ping.public","reason":"ticket 5","until":"2027-01-01"}',
  );
  expect(childrenNamed(expired, "skipped")[0]?.attributes).toMatchObject({
    message: "expired on 2026-01-31 and covers nothing: ticket 5",
  });
  expect(await errorsOf(xml)).toEqual([]);
});

describe("text of any kind", () => {
  const nasty: readonly [string, string, string][] = [
    ["NUL", "a\u0000b", "a\\u0000b"],
    ["an escape sequence", "\u001b[2J\u009b31m", "\\u001b[2J\\u009b31m"],
    ["a lone high surrogate", "x\ud83dy", "x\\ud83dy"],
    ["a lone low surrogate", "x\ude00y", "x\\ude00y"],
    ["no characters", "\ufffe\uffff", "\\ufffe\\uffff"],
    ["the end of CDATA", "<![CDATA[x]]>y]]>", "<![CDATA[x]]>y]]>"],
    ["markup", '</failure><b a="1">&', '</failure><b a="1">&'],
    ["entities", "&lt;&amp;&nbsp;&#0;&#x1F;&bogus;&", "&lt;&amp;&nbsp;&#0;&#x1F;&bogus;&"],
    ["a comment", "<!-- -- -->", "<!-- -- -->"],
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]>&a;', '<!DOCTYPE x [<!ENTITY a "b">]>&a;'],
    ["bidi controls", "\u202egnp\u2069", "\\u202egnp\\u2069"],
    ["a byte order mark", "\ufeffx", "\\ufeffx"],
    ["beyond the first plane", "😀𝔘", "😀𝔘"],
    ["line ends", "a\rb\u0085c\u2028d", "a\\rb\\u0085c\\u2028d"],
    ["quotes", `"'`, `"'`],
  ];
  test.for(nasty)("%s stays readable and the document valid", async ([, text, shown]) => {
    const failing = result({
      outcome: "fail",
      message: text,
      findings: [{ path: `/${text}`, expected: text, actual: text, exchange: "x1" }],
      exchanges: ["x1"],
    });
    const skipped = result({ requirement: "ping.public", outcome: "skip", message: text });
    const written = report([failing, skipped], {
      exchanges: [exchange("x1", text)],
      waivers: [
        {
          requirement: "error.status-401",
          surface: "aggregator",
          reason: text,
          until: "2027-01-01",
        },
      ],
    });
    const xml = junitXml(written, register);
    expect(await errorsOf(xml)).toEqual([]);
    const { cases } = parse(xml);
    const [failure] = inCases(cases, "failure");
    expect(failure?.attributes.message).toBe(
      `${shown} (in a 401); aggregator GET /topics at 2024-01-01`,
    );
    expect(failure?.text).toContain(shown);
    const [skip] = inCases(cases, "skipped");
    expect(skip?.attributes.message).toBe(`skipped: ${shown}`);
  });
});
