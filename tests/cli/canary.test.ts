import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { commands } from "../../cli/commands.ts";
import { consoleOutput } from "../../cli/output/output.ts";
import { describeSurface } from "../../reference/description/document.ts";
import { template } from "../configuration/usage.ts";
import { encodings, otherCharacters } from "../harness/encodings.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { listening } from "./target.ts";

const secrets = {
  AGGREGATOR_API_KEY: "bk_canary-Zq9/Aggregator+own",
  AGGREGATOR_REVOKED_KEY: "bk_Revoked-8-of-Aggregator",
  AGGREGATOR_SPARE_KEY: "bk_3-to-spend.and.spare",
  NEWS_API_KEY: "bk_News4canary0wn",
  NEWS_REVOKED_KEY: "bk_taken-back-5-News",
  STAGING_GATE: "canary-gate-6-open-sesame",
  CONSOLE_TOKEN: "canary-console-7-token",
};

const inEveryForm = { ...encodings, ...otherCharacters };

/** Each secret in every form, alone and in what is sent around it. */
const forms: readonly { readonly name: string; readonly text: string }[] = Object.entries(
  secrets,
).flatMap(([variable, value]) =>
  Object.entries(inEveryForm).flatMap(([name, encode]) =>
    [value, `Bearer ${value}`, `user:${value}`].map((text) => ({
      name: `${variable} in ${name}`,
      text: encode(text),
    })),
  ),
);

/**
 * What must not be found of a form: its middle, since in base64 its ends depend on what is around it. What
 * stands before the value may be left.
 */
const needles = Object.entries(secrets).flatMap(([variable, value]) =>
  Object.entries(inEveryForm).flatMap(([name, encode]) => {
    const whole = encode(value);
    const margin = Math.min(8, Math.floor(whole.length / 5));
    return [0, 1, 2].map((before) => {
      const text = encode("x".repeat(before) + value);
      const skipped =
        before === 0 ? 0 : Math.ceil((text.length / (value.length + before)) * before);
      return {
        name: `${variable} in ${name}`,
        text: text.slice(skipped + margin, text.length - margin),
      };
    });
  }),
);

/** The secrets that a text contains, in any form. */
function foundIn(texts: readonly (readonly [name: string, text: string])[]): readonly string[] {
  return texts.flatMap(([where, text]) =>
    needles.filter((needle) => text.includes(needle.text)).map(({ name }) => `${where}: ${name}`),
  );
}

test("the search detects every encoded form in a text that has it", () => {
  for (const [name, encode] of Object.entries(inEveryForm)) {
    for (const [variable, value] of Object.entries(secrets)) {
      const text = `before ${encode(value)} after`;
      expect(foundIn([["text", text]])).toContain(`text: ${variable} in ${name}`);
    }
  }
  expect(foundIn([["text", "an innocent text"]])).toEqual([]);
});

const names = Object.values(secrets).map((value) => value.replaceAll(/[^\w-]/g, "-"));

/** A part of the forms; each request gets another one, and all of them together all. */
function partOf(turn: number) {
  const parts = 24;
  return forms.filter((_, index) => index % parts === turn % parts);
}

/** What a server can put its echo into. */
async function echoing(use: (url: string) => Promise<void>): Promise<void> {
  let requests = 0;
  await listening((request, response) => {
    requests += 1;
    const part = partOf(requests);
    const echo = part.map(({ text }) => text).join("\n");
    const isDescription = request.url?.includes("/openapi") === true;
    const status = requests % 5 === 0 ? 302 : requests % 3 === 0 ? 401 : 200;
    const all = encodeURIComponent(Object.values(secrets).join());
    const headers = [
      ["content-type", "application/json"],
      // A header can hold no line break and nothing beyond Latin-1.
      ...part
        .filter(({ text }) => /^[ -~]{1,300}$/.test(text))
        .map(({ text }, index) => [`x-echo-${index}`, text]),
      ...names.map((name) => [`x-${name}`, "1"]),
      ["set-cookie", `key=${all}`],
      ["location", `https://elsewhere.example/?k=${all}`],
    ].flat();
    response.writeHead(isDescription ? 200 : status, names.join(" "), headers);
    if (isDescription) {
      const description = describeSurface("news", "/n");
      const info = { ...Object(description.info), description: echo };
      response.end(JSON.stringify({ ...description, info, [`x-${echo}`]: echo }));
    } else if (requests % 4 === 0) {
      response.end(echo);
    } else {
      const body = {
        id: request.headers,
        message: echo,
        version: Object.values(secrets),
        metadata: { id: part.map(({ text }) => text), timestamp: echo },
        ...Object.fromEntries(part.map(({ text }, index) => [`${text} ${index}`, text])),
      };
      response.end(JSON.stringify(body));
    }
  }, use);
}

/** Every text that a command has written into its folder. */
function writtenIn(cwd: string): readonly (readonly [string, string])[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !given.has(entry.name))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]);
}

/** Files that the test itself has written, with secrets. */
const given = new Set([".env", "traffic-of-others.har"]);

const allowed = ["--allow-commands"];
/** Each command as a user runs it beside this configuration; those that judge come first. */
const lines: readonly (readonly string[])[] = [
  [
    "run",
    "--har",
    "--github-comment",
    "comment.md",
    "--only",
    "ping.*",
    "auth.revo*",
    "metadata.*",
    "description.*",
    ...allowed,
  ],
  ["verify", "conformance-report"],
  ["compare", "conformance-report", "conformance-report"],
  ["compare", "conformance-report", "conformance-report", "--format", "markdown"],
  ["compare", "conformance-report", "conformance-report", "--format", "json"],
  ["board", "conformance-report", "--out", "board"],
  ["show", "conformance-report"],
  ["merge", "conformance-report", "again", "--out", "merged"],
  ["check-har", "conformance-report/traffic.har", "--out", "har"],
  ["check-har", "traffic-of-others.har", "--out", "har-of-others"],
  ["run", "--quiet", "--write-waivers", "--out", "waivers", "--only", "ping.*", ...allowed],
  ["run", "--only", "ping.*", "--baseline", "conformance-report", "--out", "again", ...allowed],
  ["plan"],
  ["list"],
  ["explain", "auth.missing-key-refused"],
  ["openapi", "news", "2024-01-01"],
  ["schemas"],
  ["completion", "bash"],
  ["faults", "--list"],
  ["serve", "--fault", secrets.NEWS_API_KEY],
  ["init", "other.yaml", "--openapi-news", "URL/openapi.json"],
  ["run", "--only", secrets.NEWS_API_KEY],
  ["run", "--openapi-news", `${secrets.NEWS_API_KEY}.json`, ...allowed],
  [secrets.NEWS_API_KEY],
];

describe("no secret is in anything that is printed or written, though the server echoes all in every form", () => {
  const ends = new Map<string, Ended>();
  let written: readonly (readonly [string, string])[] = [];

  beforeAll(async () => {
    await inFolder((cwd) =>
      echoing(async (url) => {
        const configuration = {
          surfaces: {
            aggregator: {
              baseUrl: `${url}/a`,
              revoke: {
                keyEnv: "AGGREGATOR_SPARE_KEY",
                command: "echo $REVOKE_KEY $CONSOLE_TOKEN >&2; exit 1",
                environment: ["CONSOLE_TOKEN"],
              },
            },
            news: { baseUrl: `${url}/n` },
          },
          network: { headers: { "x-gate": `v1 ${template("STAGING_GATE")}` } },
        };
        writeFileSync(join(cwd, "news-conformance.config.json"), JSON.stringify(configuration));
        writeFileSync(join(cwd, "summary.md"), "");
        const request = {
          method: "GET",
          url: `${url}/n/info/topics?token=${encodeURIComponent(secrets.AGGREGATOR_SPARE_KEY)}`,
          headers: [
            { name: "api-version", value: "2026-08-01" },
            { name: "cookie", value: `sid=${secrets.STAGING_GATE}; a=${secrets.CONSOLE_TOKEN}` },
            ...["AGGREGATOR_REVOKED_KEY", "NEWS_REVOKED_KEY"].map((name) => ({
              name: `x-${name.toLowerCase()}`,
              value: Object(secrets)[name],
            })),
          ],
        };
        const echo = forms.map(({ text }) => text).join("\n");
        const body = JSON.stringify({ metadata: echo, topics: echo, [echo]: echo });
        const response = {
          status: 200,
          headers: [
            { name: "content-type", value: "application/json" },
            ...names.map((name) => ({ name, value: "1" })),
          ],
          content: { size: body.length, mimeType: "application/json", text: body },
        };
        const entries = [
          { startedDateTime: "2026-09-01T10:00:00.000Z", time: 1, request, response },
        ];
        writeFileSync(join(cwd, "traffic-of-others.har"), JSON.stringify({ log: { entries } }));
        for (const line of lines) {
          const words = line.map((word) => word.replace("URL", `${url}/n`));
          const environment = {
            ...secrets,
            GITHUB_ACTIONS: "true",
            GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
          };
          ends.set(line.join(" "), await command(words, { cwd, environment }));
        }
        written = writtenIn(cwd);
      }),
    );
  });

  test.each(lines.map((line) => [line.join(" ")]))("%s", (line) => {
    const { stdout, stderr, code } = ends.get(line) ?? { stdout: "", stderr: "", code: null };
    expect(code).not.toBe(70);
    expect(stdout + stderr).not.toBe("");
    expect(
      foundIn([
        ["stdout", stdout],
        ["stderr", stderr],
      ]),
    ).toEqual([]);
  });

  test("every file", () => {
    const files = new Set(written.map(([name]) => name));
    for (const name of [
      "report.json",
      "report.html",
      "junit.xml",
      "traffic.har",
      "summary.md",
      "other.yaml",
    ]) {
      expect(files).toContain(name);
    }
    expect(foundIn(written)).toEqual([]);
    // What came back is in the report, with something else in place of the secrets.
    const report = written.find(([name]) => name === "report.json")?.[1] ?? "";
    for (const part of ['"x-echo-', '"set-cookie": "[redacted]"', '"redacted": true']) {
      expect(report).toContain(part);
    }
    // What was sent is in the report, with a name in place of the key.
    const all = written.map(([, text]) => text).join("");
    for (const name of ["$AGGREGATOR_API_KEY", "$NEWS_API_KEY", "[redacted header x-gate]"]) {
      expect(all).toContain(name);
    }
  });

  test("and the folder is still what the run has written", () => {
    const verified = ends.get("verify conformance-report");
    expect(verified?.stdout).not.toContain("do not match");
    expect(verified?.stderr).toBe("");
  });

  test("every command was tried", () => {
    const tried = new Set(lines.map(([name]) => name));
    expect(Object.keys(commands).filter((name) => !tried.has(name))).toEqual([]);
  });
});

test("keys of a file of variables, of a process", async () => {
  await inFolder((cwd) =>
    echoing(async (url) => {
      const variables = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(cwd, ".env"), variables.join(""));
      const words = ["run", "--env-file", ".env", "--news-url", `${url}/n`, "--only", "ping.*"];
      const { code, stdout, stderr } = await commandProcess(words, { cwd, long: true });
      expect(code).not.toBe(2);
      // The gate and the console are not named here, so they are no secrets of this run.
      const others = (name: string) => !/STAGING_GATE|CONSOLE_TOKEN|SPARE/.test(name);
      const texts = [["stdout", stdout], ["stderr", stderr], ...writtenIn(cwd)] as const;
      expect(existsSync(join(cwd, "conformance-report/report.json"))).toBe(true);
      expect(foundIn(texts).filter(others)).toEqual([]);
    }),
  );
});

test("errors that nobody foresees, with their stacks", () => {
  const echo = forms.map(({ text }) => text).join("\n");
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, "write").mockImplementation((text) => said.push(String(text)) > 0);
    onTestFinished(() => spy.mockRestore());
  }
  const output = consoleOutput(secrets);
  output.hide([
    { value: secrets.STAGING_GATE, placeholder: "[gate]" },
    { value: secrets.CONSOLE_TOKEN, placeholder: "[token]" },
    { value: secrets.AGGREGATOR_SPARE_KEY, placeholder: "$SPARE" },
  ]);
  const { stack = "" } = new Error(echo);
  output.note(stack);
  output.result(stack);
  output.page([{ text: stack, fold: null }]);
  output.command(`::error ::${stack}`);
  expect(said.length).toBeGreaterThanOrEqual(4);
  expect(foundIn([["console", said.join("\n")]])).toEqual([]);
});
