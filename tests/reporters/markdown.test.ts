import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { githubComment } from "../../reporters/formats/github-comment.ts";
import { reportMarkdown, summaryLimit } from "../../reporters/formats/markdown.ts";
import type { Report } from "../../reporters/model/report.ts";
import { code, fenced, prose, tableRow } from "../../reporters/text/markdown-text.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

function markdown(written: Report): string {
  return reportMarkdown(reportView(written, register)) ?? "";
}

function html(text: string): string {
  return marked.parse(text, { async: false, gfm: true });
}

/** What a page would do with the text outside of code: tags with their attributes, and bare text. */
function outsideOfCode(page: string): string {
  return page.replace(/<code[^>]*>[\s\S]*?<\/code>/g, "<code/>");
}

const full = report(
  [
    result({ auth: "bearer" }),
    result({
      requirement: "error.status-401",
      level: "should",
      endpoint: "/search",
      outcome: "warn",
      message: "status: expected 401, got 403",
    }),
    result({
      requirement: "error.code-is-status",
      outcome: "fail",
      message: "/code: expected 401, got 400",
      findings: [{ path: "/code", expected: "401", actual: "400", exchange: "x1" }],
      exchanges: ["x1"],
    }),
    result({ requirement: "error.code-is-status", auth: "bearer", outcome: "fail", message: "no" }),
    result({ version: "default", outcome: "skip", message: "no name is known" }),
    result({ endpoint: "/search", outcome: "fail", message: "it broke" }),
    result({ requirement: "ping.public", surface: "news", endpoint: "/ping" }),
  ],
  {
    exchanges: [exchange("x1", '{"success":false,"code":400}')],
    waivers: [
      {
        requirement: "auth.missing-key-refused",
        endpoint: "/search",
        reason: "ticket 1",
        until: "2027-01-01",
      },
      { requirement: "ping.public", reason: "ticket 2", until: "2026-09-30" },
    ],
    exclusions: [{ requirement: "ping.public", surface: "news", reason: "no gate" }],
  },
);

test.each([
  "a|b",
  "|",
  "a\\|b",
  "a\\\\|b",
  "a|[click](https://evil.example)|",
  "f|<a href=https:&#47;&#47;evil.example>y|",
  "g|@org-team<img src=x>|`",
  "a\\|`|<b>c",
])("%s stays code in a cell of a table", (text) => {
  const page = html(`| a | b |\n| --- | --- |\n${tableRow([code(text), "end"])}`);
  expect(page.match(/<td/g)?.length).toBe(2);
  expect(outsideOfCode(page)).toContain("<td><code/></td>\n<td>end</td>");
  const [, cell = ""] = /<td><code>(.*?)<\/code>/.exec(page) ?? [];
  expect(cell.match(/\|/g)?.length).toBe(text.match(/\|/g)?.length);
});

test("the whole page", () => {
  expect(markdown(full)).toMatchInlineSnapshot(`
    "## ❌ non-conformant

    aggregator \`http://127.0.0.1:4000/headlines\`, news \`http://127.0.0.1:4001\`; 2 of 6 must checks failed, 1 could not be judged, 1 waived, 1 excluded, 1 warning; 1 request in 4.1 s

    **1 requirement broken**

    - **\`error.code-is-status\`**: aggregator GET /topics at 2024-01-01 (all 2 cells)<br>\`400 at /code in 1 cell · no in 1\`

    | aggregator | default | 2026-05-25 | 2024-01-01 | 2022-01-01 |
    | :-- | :-- | :-- | :-- | :-- |
    | \`/search\` |  |  | ⚠️▫️▫️▫️ |  |
    | \`/topics\` | ➖▫️▫️▫️ |  | ❌▫️▫️❌ |  |
    | \`/ping\` |  |  |  |  |

    | news | default | 2026-08-01 | 2024-01-01 |
    | :-- | :-- | :-- | :-- |
    | \`/search/publishers\` |  |  |  |
    | \`/ping\` |  |  | 🔕▫️▫️▫️ |

    ✅ pass · ❌ fail · ⚠️ warning · ☑️ partly skipped · ➖ skipped · ❓ not judged · 🔕 waived or excluded · each square, from left to right: no specific auth style, api-key, x-api-key, bearer

    ### The cause

    #### ❌ \`error.code-is-status\` (must, all 2 cells)

    **\`400 at /code in 1 cell · no in 1\`**

    \`\`\`text
    400 at /code in 1 cell:
    /code
      expected: 401
      actual:   400
    \`\`\`

    \`\`\`text
    no in 1 cell:
    no
    \`\`\`

    - aggregator GET /topics at 2024-01-01 (no specific auth style, bearer)

    <details><summary>Request and response 1</summary>

    \`\`\`http
    GET http://127.0.0.1:4000/headlines/topics
    api-version: 2024-01-01
    api-key: $AGGREGATOR_API_KEY
    \`\`\`

    \`\`\`text
    401, application/json
    {
      "success": false,
      "code": 400  ◀
    }
    \`\`\`

    </details>

    **Reproduce:**

    \`\`\`sh
    curl -sS -H 'api-version: 2024-01-01' -H "api-key: $AGGREGATOR_API_KEY" \\
      'http://127.0.0.1:4000/headlines/topics'
    npx news-conformance run --only error.code-is-status
    \`\`\`

    **Impact:** Clients handle the wrong error.<br>
    **Specification:** The code of the legacy envelope is the status.<br>
    Legacy error envelope

    ### Waivers to delete

    - ⚠️ \`waivers[1] ping.public\`: \`expired on 2026-09-30 and covers nothing: ticket 2\`

    ### Warnings: broken should requirements

    - ⚠️ \`error.status-401\` (1 cell): \`status: expected 401, got 403\`<br>aggregator GET /search at 2024-01-01

    ### Not judged

    - 1 × \`skip: no name is known\` (auth.missing-key-refused)

    ### Waivers and exclusions

    - 🔕 waived until 2027-01-01: \`auth.missing-key-refused\` at /search (1 check): \`ticket 1\`
    - 🔕 excluded: \`ping.public\` at news (1 check): \`no gate\`

    <details><summary>Coverage</summary>

    | area | requirements | failed | warned | not judged | waived or excluded | passed | not selected | not observable |
    | :-- | --: | --: | --: | --: | --: | --: | --: | --: |
    | ping | 1 |  |  |  | 1 |  |  |  |
    | auth | 2 |  |  | 1 |  |  |  | 1 |
    | error | 2 | 1 | 1 |  |  |  |  |  |

    Each requirement is counted once, by its most severe result in any cell.

    </details>

    <details><summary>About this run</summary>

    - aggregator: \`http://127.0.0.1:4000/headlines\`
    - news: \`http://127.0.0.1:4001\`
    - news-conformance \`0.1.0\`, contracts \`sha256:0000000000000000000000000000000000000000000000000000000000000000\`, 2026-10-01T12:00:00.000Z

    </details>
    "
  `);
});

test("a partial run certifies nothing, and a problem is said once", () => {
  const problem = "nothing responds at http://127.0.0.1:1";
  const text = markdown(
    report([result({ outcome: "blocked", message: problem })], {
      partial: true,
      problems: [problem],
    }),
  );
  expect(text).toContain("certifies nothing");
  expect(text.match(/nothing responds/g)).toHaveLength(1);
});

describe("text of a server is only shown", () => {
  const hostile: readonly string[] = [
    "<img src=x onerror=alert(1)>",
    "</details></summary><script>alert(1)</script>",
    "[link](https://evil.example) ![image](https://evil.example/x.png)",
    "https://evil.example www.evil.example mail@evil.example",
    "@octocat @org/team #1 GH-1 octocat/repo#1",
    "```\n# heading\n```",
    "``````\n<b>\n``````",
    "~~~\n# heading",
    "a | b | c\n|---|---|",
    "` `` ``` `",
    "<!-- comment -->",
    "$\\href{javascript:alert(1)}{x}$ $$x$$",
    "[x]: https://evil.example\n[x]",
    "- [ ] task\n> quote\n1. one",
    "&lt;b&gt; &amp; \\* \\`",
    "\u202ereversed\u0007",
    "::error::x",
  ];
  test.for(hostile)("%j", (text) => {
    const broken = (requirement: string, outcome: "fail" | "warn" | "skip" | "blocked") =>
      result({
        requirement,
        level: outcome === "warn" ? "should" : "must",
        outcome,
        message: text,
        findings: [{ path: `/${text}`, expected: text, actual: text, exchange: "x1" }],
        exchanges: ["x1"],
      });
    const base = exchange("x1", text);
    const written = report(
      [
        broken("error.code-is-status", "fail"),
        broken("unknown.requirement", "fail"),
        broken("error.status-401", "warn"),
        broken("ping.public", "skip"),
        broken("auth.missing-key-refused", "blocked"),
      ],
      {
        problems: [text],
        exchanges: [
          {
            ...base,
            curl: `curl '${text}'`,
            request: { method: "GET", url: text, headers: { [text]: text } },
            response: {
              status: 200,
              headers: { "content-type": text },
              body: text,
              bytes: 1,
              truncated: false,
            },
          },
        ],
        waivers: [{ requirement: "auth.shown-once", reason: text, until: "2027-01-01" }],
        exclusions: [{ requirement: "error.status-401", endpoint: "/ping", reason: text }],
        target: { aggregator: text, news: null, embedded: false },
      },
    );
    const page = html(markdown(written));
    const plain = html(markdown(report(written.results.map((one) => ({ ...one, message: "x" })))));
    const outside = outsideOfCode(page);
    const tags = new Set(outside.match(/<\/?[a-z0-9]+[^>]*>/gi));
    const known = new Set([
      ...(outsideOfCode(plain).match(/<\/?[a-z0-9]+[^>]*>/gi) ?? []),
      ...["<details>", "</details>", "<summary>", "</summary>", "<code/>", "<p>", "</p>"],
      ...["<h3>", "</h3>", "<h4>", "</h4>", "<ul>", "</ul>", "<li>", "</li>", "<br>"],
      ...["<pre>", "</pre>", "<strong>", "</strong>"],
    ]);
    expect([...tags].filter((tag) => !known.has(tag))).toEqual([]);
    expect(outside).not.toMatch(/evil|octocat|script|onerror|task|heading|comment|href|GH-1/);
  });

  test("a span of code reads back as the text", () => {
    for (const text of hostile.filter((one) => !/[\n\u202e]/.test(one))) {
      const page = marked.parseInline(code(text), { async: false });
      const shown = /^<code>([\s\S]*)<\/code>$/.exec(page)?.[1] ?? "";
      const decoded = shown
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&");
      expect(decoded).toBe(text);
    }
  });

  test("a fence is longer than any in the text", () => {
    expect(fenced("a\n`````\nb")).toMatch(/^`{6}text\n/);
    expect(fenced("a")).toMatch(/^`{3}text\n/);
  });

  test("a sentence keeps its spans of code and nothing else", () => {
    const page = marked.parseInline(prose("`size` is *not* <b> & [x](y) $1"), { async: false });
    expect(page).toBe("<code>size</code> is *not* &lt;b&gt; &amp; [x](y) $1");
  });
});

describe("the limit", () => {
  const many = report(
    Array.from({ length: 240 }, (_, index) =>
      result({
        requirement: `error.number-${String(index).padStart(3, "0")}`,
        level: index < 10 ? "should" : "must",
        outcome: index < 10 ? "warn" : "fail",
        message: "漢".repeat(400),
        findings: Array.from({ length: 5 }, () => ({
          // Each of its own, so that none follows from another.
          path: `/${index}${"漢".repeat(400)}`,
          expected: "漢".repeat(400),
          actual: "漢".repeat(400),
          exchange: "x1",
        })),
        exchanges: ["x1"],
      }),
    ),
    { exchanges: [exchange("x1", "漢".repeat(5000))], failOn: "should" },
  );
  const view = reportView(many, register);

  test("a page that would be longer is cut at whole cards, musts first, and says so", () => {
    const text = reportMarkdown(view) ?? "";
    const size = Buffer.byteLength(text);
    expect(size).toBeLessThanOrEqual(summaryLimit);
    expect(size).toBeGreaterThan(summaryLimit * 0.95);
    const shown = text.match(/^#### /gm)?.length ?? 0;
    expect(text).toContain(`**${240 - shown} more causes are omitted**`);
    expect(text.indexOf("(should, ")).toBe(-1);
    expect(text).toContain("<summary>Coverage</summary>");
    expect(text.match(/^<details>/gm)?.length).toBe(text.match(/^<\/details>/gm)?.length);
  });

  test.for([200_000, 20_000, 5000, 3000, 1000, 300])(
    "%i bytes are enough for something",
    (limit) => {
      const text = reportMarkdown(view, limit) ?? "";
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(text).toContain("## ❌ non-conformant\n");
      expect(text).toContain("omitted");
    },
  );

  test("where nothing fits there is nothing", () => {
    expect(reportMarkdown(view, 50)).toBeNull();
  });
});

describe("what would be a command to the runner of a pipeline that prints the file", () => {
  const commands = [
    "##vso[task.setvariable variable=a]b",
    "##[error]a",
    "x ##teamcity[buildStop comment='a']",
    "::error::a",
    "  ::set-env name=PATH::a",
  ];
  test.for(commands)("%s is only shown", (command) => {
    const wrong = { path: command, expected: "401", actual: command, exchange: "x1" };
    const written = report(
      [
        result({ outcome: "fail", message: command, findings: [wrong], exchanges: ["x1"] }),
        result({ endpoint: "/search", outcome: "fail", message: command }),
        result({ version: "default", outcome: "skip", message: command }),
      ],
      {
        exchanges: [exchange("x1", `a\n${command}\n${JSON.stringify([command], null, 2)}`)],
        exclusions: [{ requirement: "ping.public", surface: "news", reason: command }],
      },
    );
    const texts = [
      markdown(written),
      githubComment(reportView(written, register)),
      ...[code(command), fenced(`a\n${command}`), prose(command), prose(`\`${command}\``)],
    ];
    for (const text of texts) {
      expect(text).not.toMatch(/##[a-z]*\[|^\s*::/im);
    }
    expect(texts[0]).toMatch(/\\u0023|\\u003a/);
    expect(texts[0]).toContain("## ❌ non-conformant\n");
    expect(texts[1]).toContain("### ❌ non-conformant\n");
  });
});
