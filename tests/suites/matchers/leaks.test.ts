import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { createRecorder } from "../../../harness/exchanges/record.ts";
import { createReplaySource } from "../../../harness/exchanges/replay-source.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import { createRedactor } from "../../../harness/secrets/redaction.ts";
import { secretsOf } from "../../../harness/secrets/secrets.ts";
import {
  expectNoInternalMessage,
  expectNoKey,
  expectNoTrace,
} from "../../../suites/matchers/leaks.ts";
import { keys, network, surfaceAt } from "../../harness/servers.ts";
import { madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";

const spec: RequestSpec = {
  surface: "news",
  endpoint: "/search/articles",
  version: "default",
  credential: { kind: "none" },
  query: [],
};
const answered = (status: number, body: string) => madeUpExchange(spec, { status, body });
const inJson = (status: number, text: string) =>
  answered(status, JSON.stringify({ success: false, code: "X", message: text }));

describe("a trace of the code", () => {
  test.each([
    ["JavaScript", "TypeError: x is not a function\n    at Object.get (/srv/app/index.js:10:15)"],
    ["JavaScript as a module", "at file:///srv/app/search.mjs:1:2"],
    ["TypeScript", "at handle (/srv/app/news-search.ts:120:3)"],
    ["JSX", "at Page (/srv/app/page.tsx:1:1)"],
    ["CommonJS", "at a.cjs:7:1"],
    ["Java", "at com.example.Search$1.<init>(Search.java:42)"],
    ["Java, a frame below", "java.lang.Error: no\n\tat com.example.Search.get(Search.java:42)"],
    ["JavaScript, behind a tab", "no\tat get (/srv/index.js:10:15)"],
    ["JavaScript, behind a carriage return", "no\rat get (/srv/index.js:10:15)"],
    ["JavaScript, a frame at once", "no\nat get (/srv/index.js:10:15)"],
    ["Java, named module", "at java.base/java.lang.Thread.run(Thread.java:833)"],
    ["Kotlin", "at com.example.SearchKt.main(Search.kt:7)"],
    ["Scala", "at com.example.Main$.run(Main.scala:7)"],
    ["Groovy", "at com.example.Main.run(Main.groovy:7)"],
    ["the JVM itself", "at sun.reflect.Reflection.invoke0(Native Method)"],
    ["the JVM without sources", "at com.example.A.b(Unknown Source)"],
    ["Python", 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in get'],
    ["Python, its middle only", '  File "/srv/app.py", line 31, in get'],
    ["Go", "goroutine 12 [running]:\nmain.main()"],
    ["PHP", "PHP Fatal error: Uncaught Error in /srv/index.php:12"],
    ["PHP, a frame", "#0 /srv/index.php(12): search()"],
    ["PHP, a warning", "Warning: Undefined index in /srv/index.php on line 12"],
    ["PHP, a warning in HTML", "in /srv/index.php on line <b>12</b>"],
    [".NET", "at News.Search.Get(String q) in C:\\src\\Search.cs:line 42"],
    [".NET, generic", "at News.Search`1.<Get>b__0() in /src/Search.cs:line 42"],
    ["Ruby", "/srv/app.rb:12:in `get'"],
    ["Ruby 3.4", "/srv/app.rb:12:in 'Object#get'"],
    ["Rust", "thread 'main' panicked at src/main.rs:4:5"],
    ["the path of a library", "in /app/node_modules/validator/lib/check.js"],
    ["Rust with the thread's number", "thread 'tokio' (12) panicked at src/main.rs:4:5"],
  ])("of %s is found in JSON and in any other text", (_, text) => {
    for (const exchange of [inJson(400, text), answered(500, text)]) {
      const findings = expectNoTrace(exchange);
      expect(findings).toHaveLength(1);
      expect(findings).toMatchObject([{ path: "body", expected: "no stack trace" }]);
    }
  });

  test.each([
    ["sorry: goroutine 12 [running]: main", "sorry: goroutine 12 [running]: main"],
    ["Error at Object.get (/srv/index.js:10:15)\nsorry", "at Object.get (/srv/index.js:10:15)"],
    ["sorry\nin /srv/index.php:12\nsorry", "in /srv/index.php:12"],
    ['see\n  File "/srv/app.py", line 3, in get\n', 'File "/srv/app.py", line 3, in get'],
    [`at a.js:1:1 ${"x".repeat(100)}`, `at a.js:1:1 ${"x".repeat(39)}`],
    [`${"x".repeat(200)} goroutine 12 [`, `${"x".repeat(79)} goroutine 12 [`],
    ["C:\\srv goroutine 12 [", "C:\\srv goroutine 12 ["],
  ])("is quoted as one line: %s", (text, line) => {
    expect(expectNoTrace(answered(500, text))).toMatchObject([{ actual: `"${line}"` }]);
  });

  test("is quoted as one line of a text in JSON", () => {
    expect(expectNoTrace(inJson(500, "goroutine 12 [running]"))).toMatchObject([
      { actual: '"goroutine 12 [running]"' },
    ]);
    for (const text of [
      "sorry\nat get (/srv/index.js:10:15)\nat next",
      "at get (/srv/index.js:10:15)",
    ]) {
      const exchange = inJson(500, text);
      expect(expectNoTrace(exchange)).toMatchObject([{ actual: '"at get (/srv/index.js:10:15)"' }]);
    }
  });

  test.each([
    "The parameter is invalid: at least one letter is needed.",
    "Look at https://example.org/docs/index.html:80",
    "at noon (in London)",
    "published in search.php",
    "It took place at 10:15:30",
    'File "report" is missing',
    "goroutine 12",
    "a thread panicked at noon",
    "see app.rb:12",
    "at The Times (London) in May",
    "at the corner (main.java)",
    "at noon (Main.java:7)",
    "at noon (Native Method)",
    `at ${"x".repeat(300)}/index.js:10:15`,
    'File "report", or "page", line 3',
    "thread 'main' or 'other' panicked at noon",
  ])("is not seen in: %s", (text) => {
    expect(expectNoTrace(inJson(400, text))).toEqual([]);
  });

  test("is looked for in the first 256 KiB of a body", () => {
    const trace = "goroutine 12 [running]";
    const behind = (bytes: number) => inJson(400, `${" ".repeat(bytes)}${trace}`);
    expect(expectNoTrace(behind(255 * 1024))).toHaveLength(1);
    expect(expectNoTrace(behind(256 * 1024))).toEqual([]);
  });

  test("is news in a success body, and none in any other 200", () => {
    const text = "goroutine 12 [running]";
    expect(expectNoTrace(inJson(200, text))).toEqual([]);
    expect(expectNoTrace(answered(200, text))).toHaveLength(1);
    expect(expectNoTrace(inJson(201, text))).toHaveLength(1);
  });

  test("can't be ruled out where the server may not have answered at all", () => {
    const reason = "skip: needs a JSON body to be sure that the server itself responded";
    expect(ending(() => expectNoTrace(answered(502, "<h1>Bad gateway</h1>")))).toBe(reason);
    expect(ending(() => expectNoTrace(answered(200, "")))).toBe(reason);
    expect(ending(() => expectNoTrace(answered(500, "at noon\nin index.js:10:15")))).toBe(reason);
    expect(ending(() => expectNoTrace(madeUpExchange(spec, null)))).toBe(
      "blocked: connection closed",
    );
  });
});

describe("a key that comes back", () => {
  const surface = surfaceAt("http://127.0.0.1:9/news");
  const redact = createRedactor(secretsOf({ surfaces: { news: surface }, network }, keys));
  const recorder = createRecorder(redact, []);
  const received = (
    body: string,
    headers: Readonly<Record<string, string>> = {},
    by = recorder,
  ): Exchange =>
    by.record(spec, surface, {
      attempts: 1,
      reply: {
        kind: "answered",
        status: 400,
        headers,
        body: new TextEncoder().encode(body),
        sentAt: 0,
        receivedAt: 1,
      },
    });
  const replayed = async (exchange: Exchange) =>
    await createReplaySource([exchange.recorded]).exchange(spec);

  test.each([
    ["bk_news-own", "$NEWS_API_KEY"],
    ["bk_aggregator-own", "$AGGREGATOR_API_KEY"],
    ["YmtfbmV3cy1vd24=", "$NEWS_API_KEY"],
    ["bk_aggregator-ow", `\${AGGREGATOR_API_KEY%?}`],
    ["bk_aggrega_or-own", "$AGGREGATOR_API_KEY"],
    ["bk_aggregator-revoked", "$AGGREGATOR_REVOKED_KEY"],
  ])("is found in the body: %s", async (key, placeholder) => {
    const exchange = received(`{"message":"no such key: ${key}"}`);
    const found = [{ path: "body", expected: "no key of the client", actual: placeholder }];
    expect(expectNoKey(exchange)).toEqual(found);
    expect(expectNoKey(await replayed(exchange))).toEqual(found);
  });

  test("is found in every header, and each is said", async () => {
    const headers = {
      "x-echo": "Bearer bk_news-own",
      server: "news",
      "x-key": "bk_news-own",
      "set-cookie": "key=bk_news-own",
    };
    const exchange = received("{}", headers);
    for (const one of [exchange, await replayed(exchange)]) {
      expect(expectNoKey(one).map(({ path }) => path)).toEqual([
        "header:x-echo",
        "header:x-key",
        "header:set-cookie",
      ]);
    }
  });

  test("is found in what is no JSON as well", () => {
    expect(expectNoKey(received("<p>bk_news-own</p>"))).toHaveLength(1);
  });

  test("is found behind the recorded part of a body, in its first 16 KiB", () => {
    const full = createRecorder(redact, []);
    const large = "x".repeat(300_000);
    while (received(large, {}, full).recorded.response?.body.length !== 2 * 1024);
    const behind = (length: number) => `{"a":"${"x".repeat(length)}","b":"bk_news-own"}`;
    const found = [{ path: "body", actual: "$NEWS_API_KEY" }];
    expect(expectNoKey(received(behind(10_000), {}, full))).toMatchObject(found);
    expect(expectNoKey(received(behind(2_100), {}, full))).toMatchObject(found);
    expect(expectNoKey(received(behind(20_000), {}, full))).toEqual([]);
    expect(expectNoKey(received(behind(263_000)))).toMatchObject(found);
  });

  test("is not there in an answer of the server without it", async () => {
    expect(expectNoKey(received('{"message":"unknown key NEWS_API_KEY"}'))).toEqual([]);
    expect(ending(() => expectNoKey(received("<p>")))).toBe(
      "skip: needs a JSON body to be sure that the server itself responded",
    );
    const guidance = `set $AGGREGATOR_API_KEY, $NEWS_API_KEY or \${AGGREGATOR_API_KEY%?}`;
    const exchange = received(JSON.stringify({ message: guidance }), { "x-help": guidance });
    expect(expectNoKey(exchange)).toEqual([]);
    expect(expectNoKey(await replayed(exchange))).toEqual([]);
  });

  test("can't be told without a recorded answer", () => {
    const reason = "blocked: needs a recorded response";
    const exchange = answered(400, "{}");
    const recorded = { ...exchange.recorded, response: null };
    expect(ending(() => expectNoKey({ ...exchange, recorded }))).toBe(reason);
    expect(ending(() => expectNoKey({ ...received("{}"), answer: null }))).toBe(reason);
  });
});

describe("a message of a program behind the service", () => {
  test.each([
    "SQLSTATE[42601]: Syntax error: 7 ERROR",
    "ORA-00933: SQL command not properly ended",
    "You have an error in your SQL syntax; check the manual",
    'ERROR: syntax error at or near "AND"',
    "connect ECONNREFUSED 10.0.0.5:9200",
    "getaddrinfo EAI_AGAIN index.internal",
    "psycopg2.errors.SyntaxError: unterminated quoted string",
    "pymongo.errors.ServerSelectionTimeoutError",
    "java.lang.NullPointerException",
    'Exception in thread "main" org.example.index.ParseException: no',
    "Cannot read properties of undefined (reading 'length')",
    "'NoneType' object is not subscriptable",
    "runtime error: index out of range [3] with length 3",
    "SELECT id, name FROM publishers WHERE language = $1",
  ])("is found in JSON and in any other text: %s", (text) => {
    for (const exchange of [inJson(400, text), answered(500, text)]) {
      expect(expectNoInternalMessage(exchange)).toMatchObject([
        { path: "body", expected: "no message of a program behind the service" },
      ]);
    }
  });

  test.each([
    "limit must be an integer from 1 to 100",
    "The order by name is not supported",
    "See https://docs.news.example/errors/org.html#ValueError",
    "ORA is not a country code",
    "The connection timed out",
    "Syntax error near AND",
    "Select a country FROM the list WHERE it is allowed",
  ])("is not %s", (text) => {
    expect(expectNoInternalMessage(inJson(400, text))).toEqual([]);
  });

  test("may be news", () => {
    expect(expectNoInternalMessage(inJson(200, "java.lang.NullPointerException"))).toEqual([]);
  });
});
