import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { maxValues } from "../../contracts/json-values.ts";
import { maxBodyBytes } from "../../harness/http/client.ts";
import { mostJudgingMs } from "../../suites/engine/judging-time.ts";
import { inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { check, type EntryParts, entry, host, pong } from "./recorded-entries.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const packed = (text: string): EntryParts => ({
  headers: { "content-encoding": "gzip" },
  content: { text: gzipSync(text).toString("base64"), encoding: "base64" },
});
const tooLarge = `a body of more than ${maxBodyBytes} bytes`;
const tooMany = `a body with more than ${maxValues} JSON values`;
const tooLong = "a URL or headers of unusual length";

describe("an entry that is larger than what a run reads is not judged:", () => {
  test.each<[string, EntryParts, string]>([
    ["a body", { body: JSON.stringify(pong).padEnd(maxBodyBytes + 1) }, tooLarge],
    ["a body when it is decompressed", packed(" ".repeat(maxBodyBytes + 1)), tooLarge],
    ["very many values", { body: `[${"0,".repeat(maxValues)}0]` }, tooMany],
    ["a URL", { path: `${host}/ping?${"a=b&".repeat(20_000)}` }, tooLong],
    ["a header of the request", { sent: { "x-long": "a".repeat(70_000) } }, tooLong],
    ["a header of the response", { headers: { link: "a".repeat(70_000) } }, tooLong],
    [
      "very many headers",
      { headers: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-${i}`, "1"])) },
      tooLong,
    ],
  ])("%s", async (_, parts, reason) => {
    await inFolder(async (cwd) => {
      const { code, report } = await check(cwd, [entry(), entry(parts)], "--news-url", host);
      expect(code).toBe(0);
      expect(report.traffic).toMatchObject({ judged: 1, ignored: { [reason]: 1 } });
    });
  });
});

test.each([1000, 65_536, 1e21, 99, 200.5])("a status of %d is none", async (status) => {
  await inFolder(async (cwd) => {
    const { report } = await check(cwd, [entry(), entry({ status })], "--news-url", host);
    expect(report.traffic).toMatchObject({ judged: 1, ignored: { "no response": 1 } });
  });
});

test.each([
  ["compressed by nobody knows what", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 0xff])],
  ["binary", Buffer.from([0, 1, 2, 0xff, 0xfe, 3])],
])("the bytes of a body that was not searched are not shown: %s", async (_, bytes) => {
  await inFolder(async (cwd) => {
    const content = { encoding: "base64", text: bytes.toString("base64") };
    const { report } = await check(cwd, [entry({ content })], "--news-url", host);
    expect(Object.keys(report.exchanges)).toHaveLength(1);
    expect(JSON.stringify(report.exchanges)).not.toContain('"raw"');
  });
});

test("bodies that are shown have room together", async () => {
  await inFolder(async (cwd) => {
    const wrong = { ...pong, message: "x".repeat(300_000) };
    // Each cell keeps twenty of them.
    const entries = ["2022-01-01", "2024-01-01", "2026-08-01"].flatMap((version) =>
      Array.from({ length: 21 }, () => entry({ body: wrong, sent: { "api-version": version } })),
    );
    const { code, report } = await check(cwd, entries, "--news-url", host);
    expect(code).toBe(1);
    const shown: readonly { response: { body: string } }[] = Object.values(report.exchanges);
    const characters = shown.reduce((sum, { response }) => sum + response.body.length, 0);
    expect(shown.length).toBeGreaterThan(50);
    expect(characters).toBeLessThan(9 * 1024 * 1024);
  });
});

test("what takes too long to judge is not judged, what was is reported, and the rest is told", async () => {
  // A clock and a processor on which each judgement takes a part of the limit.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += mostJudgingMs / 100));
  vi.spyOn(process, "cpuUsage").mockImplementation((since) => ({
    user: now * 1000 - (since?.user ?? 0),
    system: 0,
  }));
  await inFolder(async (cwd) => {
    const entries = Array.from({ length: 100 }, () => entry());
    const { code, report, stdout } = await check(cwd, entries, "--news-url", host);
    expect(code).toBe(3);
    const { judged, ignored } = report.traffic;
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThan(100);
    expect(ignored).toEqual({ "judging the endpoint took too long": 100 - judged });
    expect(report).toMatchObject({ verdict: "incomplete", counts: { must: { fail: 0 } } });
    expect(report.counts.must.pass).toBeGreaterThan(0);
    const said = stdout.replaceAll(/\s+/g, " ");
    expect(said).toContain("not everything was judged");
    expect(said).toContain("/ping took too long to judge");
  });
});

test("the command judges in a thread of its own, whose results and refusals are the same", async () => {
  await inFolder(async (cwd) => {
    const har = (text: string) => writeFileSync(join(cwd, "a.har"), text);
    const words = ["check-har", "a.har", "--quiet"];
    har(JSON.stringify({ log: { entries: [entry({ body: { ...pong, message: "ping" } })] } }));
    const judged = await commandProcess([...words, "--news-url", host], { cwd });
    expect(judged).toMatchObject({ code: 1, stdout: expect.stringContaining("non-conformant") });
    har("{");
    const refused = await commandProcess(words, { cwd });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("it is not JSON") });
  });
});
