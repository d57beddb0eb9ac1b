import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../../reporters/model/report.ts";
import { receivedTooMuch } from "../../../suites/session/session.ts";
import { command } from "../command.ts";
import { out, type Tampered } from "./folder.ts";
import { forge } from "./forge.ts";
import { createForgery, type Forgery } from "./forgery.ts";

let forgery: Forgery;
beforeAll(async () => {
  forgery = await createForgery();
});
afterAll(() => forgery.remove());

type Exchange = Report["exchanges"][string];
type Response = NonNullable<Exchange["response"]>;

/** The responses with the three letters of a country. */
function broken(report: Tampered): readonly { response: Response }[] {
  const ids = report.results
    .filter(({ outcome }: { outcome: string }) => outcome === "fail")
    .flatMap(({ exchanges }: { exchanges: string[] }) => exchanges);
  return [...new Set<string>(ids)].map((id) => report.exchanges[id]);
}

const changed = (response: Response, more: Partial<Response>) => Object.assign(response, more);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const repaired = (body: string) => body.replaceAll(/"([A-Z]{2})[A-Z]"/g, '"$1"');

test("a folder that is made anew without a change is what it claims to be", async () => {
  expect(await forgery.saidOf(() => {})).toBe("");
});

describe("what readers see of a response is what was judged", () => {
  test.each<[string, (response: Response) => void, RegExp]>([
    [
      "the judged bytes are others",
      (one) => changed(one, { raw: base64(repaired(one.body)) }),
      /raw/,
    ],
    [
      "the judged bytes are as many others",
      (one) => {
        const bytes = Buffer.from(repaired(one.body));
        changed(one, { raw: bytes.toString("base64"), bytes: bytes.length });
      },
      /body does not show the bytes of raw/,
    ],
    [
      "the same bytes, which no run writes twice",
      (one) => changed(one, { raw: base64(one.body) }),
      /raw is recorded only if/,
    ],
    [
      "bytes in another base64",
      (one) => changed(one, { raw: `${base64(one.body)}\n` }),
      /raw is not base64/,
    ],
    [
      "bytes beside a body that is called cut",
      (one) => changed(one, { raw: base64(one.body), truncated: true }),
      /raw is recorded only with a whole body/,
    ],
    [
      "bytes beside a body that is called redacted",
      (one) => changed(one, { raw: base64(repaired(one.body)), redacted: true }),
      /raw is recorded only with a whole body/,
    ],
    [
      "a body that is called redacted",
      (one) => changed(one, { redacted: true }),
      /redacted is set, although body has no placeholder/,
    ],
    ["another length", (one) => changed(one, { bytes: one.bytes + 1 }), /bytes, not/],
    [
      "a body that is not long enough to be cut",
      (one) => changed(one, { body: "{}", truncated: true }),
      /truncated is recorded only for longer bodies/,
    ],
    [
      "a whole body that is called cut",
      (one) => {
        const body = one.body.padEnd(3_000);
        changed(one, { body, bytes: body.length, truncated: true });
      },
      /although body has all/,
    ],
    [
      "half a character",
      (one) => changed(one, { body: `${one.body}\ud800`, bytes: one.bytes + 3 }),
      /not a text that UTF-8 can encode/,
    ],
  ])("%s", async (_, change, said) => {
    const differences = await forgery.saidOf((report) => {
      for (const { response } of broken(report)) change(response);
    });
    expect(differences).toMatch(said);
  });

  test("a response and a failure", async () => {
    const failure = { kind: "reset", message: "connection reset" };
    const differences = await forgery.saidOf((report) => {
      for (const exchange of broken(report)) Object.assign(exchange, { failure });
    });
    expect(differences).toContain("either a response or a failure");
  });
});

/** The results that fail, changed to `blocked`. */
function hide(report: Tampered, message: string): void {
  for (const result of report.results) {
    if (result.outcome !== "fail") continue;
    Object.assign(result, { outcome: "blocked", message, findings: [], exchanges: [] });
  }
}

const stalled = "the run no longer responded for 20 s, so it was ended";

describe("what was judged is not hidden as not judged", () => {
  test.each([
    ["a made-up end", "the machine was switched off", /ended: .* is not a reason/],
    [
      "the maximum duration",
      "the run took longer than its maximum duration of 600 s (--max-duration)",
      /blocked \(the run took longer.* judged again: fail/,
    ],
    [
      "--bail, of a run without",
      "the run stopped after 1 failed requirement (--bail 1)",
      /ended: .* is not a reason/,
    ],
    [
      "too much received, in responses that are short",
      receivedTooMuch,
      /ended: .* is not a reason/,
    ],
    ["an end from outside, of a run that was not interrupted", stalled, /interrupted: false/],
  ])("%s", async (_, ended, said) => {
    const differences = await forgery.saidOf((report) => {
      Object.assign(report, { ended, allowIncomplete: true });
      hide(report, ended);
    }, true);
    expect(differences).toMatch(said);
  });

  test("a run that was really ended: its checks count apart, with what the recording shows", async () => {
    const copy = mkdtempSync(join(tmpdir(), "forged-"));
    try {
      cpSync(join(forgery.cwd, out), join(copy, out), { recursive: true });
      const change = (report: Tampered) => {
        Object.assign(report, { ended: stalled, interrupted: true });
        hide(report, stalled);
      };
      await forge(join(copy, out), change, true);
      const { code, stdout } = await command(["verify", out], { cwd: copy });
      expect(stdout).toContain("further checks not judged by the run: the run no longer responded");
      expect(stdout).toMatch(/not judged, judged again: fail/);
      expect(stdout).toContain("incomplete");
      expect(code).toBe(0);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe("what shows a failure is not left out", () => {
  const without = (report: Tampered, isGone: (exchange: Exchange) => boolean) => {
    for (const [id, exchange] of Object.entries<Exchange>(report.exchanges))
      if (isGone(exchange)) delete report.exchanges[id];
  };
  const failing = (report: Tampered) => {
    const gone = new Set<unknown>(broken(report));
    return (exchange: Exchange) => gone.has(exchange);
  };

  test.each<[string, (report: Tampered) => void]>([
    ["the exchanges of what fails", (report) => without(report, failing(report))],
    [
      "one exchange of many",
      (report) => delete report.exchanges[Object.keys(report.exchanges)[9] ?? ""],
    ],
    ["a surface", (report) => without(report, ({ surface }) => surface === "news")],
    ["everything", (report) => without(report, () => true)],
  ])("%s", async (_, change) => {
    expect(await forgery.saidOf(change)).toMatch(
      /exchange x\w+: missing, although a run with this configuration makes it/,
    );
  });

  test("a result that only an incomplete recording has", async () => {
    expect(await forgery.saidOf((report) => without(report, failing(report)))).toMatch(
      /blocked \(not recorded.* which no run gives/,
    );
  });

  test("a body that is called cut, so that it is not judged", async () => {
    const differences = await forgery.saidOf((report) => {
      for (const { response } of broken(report)) {
        const body = response.body.padEnd(3_000);
        changed(response, { body, bytes: 400_000, truncated: true });
      }
    });
    expect(differences).toMatch(/only the beginning of this body.* which no run gives/);
  });
});

describe("a baseline excuses no more than it says", () => {
  const baseline = {
    file: "base/report.json",
    digest: `sha256:${"0".repeat(64)}`,
    verdict: "non-conformant",
    notes: [],
    fixed: 0,
    lost: [],
  };

  /** What is said of a report with a baseline and the exit code 0. */
  function saidWith(known: number, change: (report: Tampered) => void): Promise<string> {
    return forgery.saidOfTampered((report) => {
      const { startedAt } = report;
      Object.assign(report, { baseline: { ...baseline, startedAt, known, broken: 0 } });
      report.exitCode = 0;
      change(report);
    });
  }

  test("not the exit code of failures that it does not know", async () => {
    const differences = await saidWith(0, () => {});
    expect(differences).toMatch(/exitCode: 0 in the report, judged again: 1/);
    expect(differences).toMatch(/baseline: .*"broken":0.* judged again: .*"broken":[1-9]/);
  });

  test("not more failures than there are", async () => {
    const differences = await saidWith(1000, (report) => {
      for (const result of report.results) result.known = result.red;
    });
    expect(differences).toMatch(/baseline: .*"known":1000/);
    expect(differences).not.toContain("exitCode");
  });
});
