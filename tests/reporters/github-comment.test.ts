import { marked } from "marked";
import { expect, test } from "vitest";
import { commentMarker, githubComment } from "../../reporters/formats/github-comment.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { register, report, result } from "./fixtures.ts";

const comment = (...made: Parameters<typeof report>) =>
  githubComment(reportView(report(...made), register));

const failing = (requirement: string, message = "got 200") =>
  result({
    requirement,
    outcome: "fail",
    message,
    findings: [{ path: "status", expected: "401", actual: message, exchange: null }],
  });

test("has the verdict, what broke and how to run it, and begins with its marker", () => {
  const text = comment([failing("auth.missing-key-refused", "200")], {
    runUrl: "https://ci.example/run/7",
  });
  expect(text).toMatchInlineSnapshot(`
    "<!-- news-conformance -->
    ### ❌ non-conformant

    aggregator \`http://127.0.0.1:4000/headlines\`, news \`http://127.0.0.1:4001\`; 1 of 1 must check failed; 0 requests in 4.1 s

    **1 requirement broken**

    - **\`auth.missing-key-refused\`**: aggregator GET /topics at 2024-01-01 (1 cell)<br>\`status: expected 401, got 200\`

    \`\`\`sh
    npx news-conformance run --only auth.missing-key-refused
    \`\`\`

    [Run](https://ci.example/run/7). The report is in the artifacts of the run: \`report.html\`.
    "
  `);
  expect(text.startsWith(`${commentMarker}\n`)).toBe(true);
});

test("with a baseline only what is new is listed", () => {
  const before = report([failing("auth.missing-key-refused")]);
  const text = comment([failing("auth.missing-key-refused"), failing("ping.public", "500")], {
    baseline: { file: "old.json", digest: "sha256:1", report: before },
  });
  expect(text).toContain("**1 requirement broken, not in the baseline**");
  expect(text).toContain("- **`ping.public`**");
  expect(text).not.toContain("**`auth.missing-key-refused`**");
  expect(text).toContain("1 requirement already broken in the baseline.");
});

test("is below 60 lines, whatever a server says", () => {
  const hostile = `\n\n# title\n<script>|\`\`\`\n[x](javascript:alert(1)) @everyone ${"x\n".repeat(200)}`;
  const text = comment(
    Array.from({ length: 80 }, (_, index) =>
      failing(`error.number-${index}`, `${index}${hostile}`),
    ),
    {
      problems: Array.from({ length: 40 }, () => hostile),
      runUrl: "javascript:alert(1)",
      partial: true,
    },
  );
  expect(text.split("\n").length).toBeLessThan(60);
  const page = marked.parse(text, { async: false });
  expect(page).not.toMatch(/<a |<script|<h1/);
  expect(page).toContain("&lt;script&gt;");
});
