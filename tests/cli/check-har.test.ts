import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { reportFileNames } from "../../reporters/files/report-file-names.ts";
import { command, inFolder } from "./command.ts";
import { check, type EntryParts, entry, host, metadata, pong } from "./recorded-entries.ts";
import { configure, runAgainst, withReference } from "./target.ts";

const key = "bk_live-0123456789abcdef";

const french = { name: "French", code: "fr", allowed: true };
const countries = (code: string) => ({
  metadata,
  parameters: {},
  countries: [{ name: "France", code, allowed: true, languages: [french] }],
});

describe("recorded traffic", () => {
  test("in which nothing is wrong is 0, says that it certifies nothing, and has no attestation", async () => {
    await inFolder(async (cwd) => {
      const path = `${host}/info/countries`;
      const { code, stdout, report } = await check(cwd, [entry({ path, body: countries("FR") })]);
      expect(stdout).toContain("certifies nothing");
      expect(stdout).toMatch(/^conformant: [^✔]*1\s+recorded\s+response/m);
      expect(code).toBe(0);
      expect(report).toMatchObject({ partial: true, configuration: null, target: { news: host } });
      const written = reportFileNames.filter(
        (name) => name !== "attestation.json" && name !== "traffic.har",
      );
      expect(readdirSync(join(cwd, "conformance-report")).sort()).toEqual(written.sort());
      const verified = await command(["verify", "conformance-report"], { cwd });
      expect(verified.stderr).toContain("recorded traffic");
      expect(verified.code).toBe(2);
    });
  });

  test("in which something is wrong is 1, with the card and the entry that shows it", async () => {
    await inFolder(async (cwd) => {
      const path = `${host}/info/countries`;
      const entries = [
        entry({ path, body: countries("FR") }),
        entry({ path, body: countries("FRA") }),
      ];
      const { code, stdout, report } = await check(cwd, entries);
      expect(code).toBe(1);
      expect(stdout).toContain("plan.country-code-alpha2");
      expect(stdout).toContain("/countries/0/code");
      const [failed] = report.results.filter(
        (r: { status: string }) => r.status === "fail" && "plan.country-code-alpha2",
      );
      expect(failed).toMatchObject({
        requirement: "plan.country-code-alpha2",
        exchanges: ["h1-1"],
      });
      expect(failed.message).toContain("1 of 2 recorded responses");
      expect(report.exchanges["h1-1"].response.body).toContain("FRA");
    });
  });

  test("of a run of ours against a faulty server shows the fault again", async () => {
    const fault = findFault("three-letter-countries");
    if (fault === undefined) throw new Error("no such fault");
    await inFolder((cwd) =>
      withReference([fault], async (server) => {
        configure(cwd, server);
        await runAgainst(server, cwd, ["--har", "--matrix", "smoke"]);
        const words = ["check-har", "conformance-report/traffic.har", "--out", "seen"];
        const { code, stdout } = await command(words, { cwd });
        expect(code).toBe(1);
        expect(stdout).toContain("plan.country-code-alpha2");
        expect(stdout).toContain("1 requirement broken");
      }),
    );
  });

  test("with nothing of the service is 3", async () => {
    await inFolder(async (cwd) => {
      const page = entry({
        path: "https://www.example/search?q=cats",
        sent: { "api-version": "" },
        headers: { "content-type": "text/html" },
        body: "<html>",
      });
      const { code, stdout } = await check(cwd, [Object.assign(page)]);
      expect(stdout).toContain("incomplete");
      expect(code).toBe(3);
    });
  });

  test("is read whatever is missing in it, and everything left out is counted", async () => {
    await inFolder(async (cwd) => {
      const packed = gzipSync(JSON.stringify(pong));
      const entries = [
        entry(),
        entry({
          content: {
            text: Buffer.from(JSON.stringify(pong)).toString("base64"),
            encoding: "base64",
          },
        }),
        entry({
          headers: { "content-encoding": "gzip" },
          content: { text: packed.toString("base64"), encoding: "base64" },
        }),
        null,
        {},
        entry({ method: "POST" }),
        entry({ status: 0 }),
        entry({ content: {} }),
        entry({ content: { size: 0 } }),
        entry({ content: { size: 99_999, text: "{" } }),
        entry({ more: { _fromCache: "disk" } }),
        entry({ more: { startedDateTime: "yesterday" } }),
        entry({ more: { startedDateTime: "+275760-09-13T00:00:00Z" } }),
        entry({ more: { startedDateTime: "-000001-01-01T00:00:00Z" } }),
        entry({ path: "https://cdn.example/logo.png" }),
        entry({ path: `${host}/health` }),
        entry({ status: 503, body: "down" }),
      ];
      const { code, report } = await check(cwd, entries, "--news-url", host);
      expect(code).toBe(0);
      expect(report.traffic).toEqual({
        files: ["traffic.har"],
        entries: entries.length,
        judged: 3,
        ignored: {
          "a host or path other than the service's": 1,
          "served from a cache": 1,
          "not an HTTP URL": 1,
          "no response": 1,
          "not an endpoint of the service": 1,
          "no start time": 3,
          "not a GET": 1,
          "not an entry of a HAR file": 1,
          "the body is missing or incomplete": 3,
          "unavailable or throttled": 1,
        },
      });
    });
  });

  test("that claims impossible durations is judged, without them", async () => {
    await inFolder(async (cwd) => {
      const times = [1e308, -1, "12", null, 2 ** 53];
      const entries = times.map((time) => entry({ more: { time } }));
      const { code, report } = await check(cwd, entries, "--news-url", host);
      expect(code).toBe(0);
      expect(report.durationMs).toBe(0);
      const again = ["compare", "conformance-report", "conformance-report"];
      expect((await command(again, { cwd })).code).toBe(0);
    });
  });

  test("whose headers were taken out is not judged, since the version is not known", async () => {
    await inFolder(async (cwd) => {
      const bare = entry({ body: { message: "ping" } });
      Object.assign(Reflect.get(bare, "request"), { headers: [] });
      const { code, report } = await check(cwd, [bare], "--news-url", host);
      expect(code).toBe(3);
      expect(report.traffic.ignored).toEqual({ "the request's headers are missing": 1 });
    });
  });

  test("shows no key anywhere, of any owner and in any place", async () => {
    await inFolder(async (cwd) => {
      const other = "another-secret-value";
      const path = `${host}/info/topics`;
      const echo = (secret: string) => ({ metadata, parameters: { secret }, topics: secret });
      const keys: readonly EntryParts[] = [
        { sent: { "x-api-key": key } },
        { sent: { Authorization: `Bearer ${other}` }, body: echo(other) },
        { sent: { "API-Key": key }, body: echo(`never sent: bk_zzzzzzzzzzzz and ${other}`) },
        {
          sent: {
            Authorization: `Basic ${Buffer.from("hidden-user:hidden-pass").toString("base64")}`,
          },
          body: echo("hidden-pass"),
        },
        { path: `${path}?api_key=query-secret-1`, body: echo("query-secret-1") },
      ];
      const entries = keys.map((given) => entry({ path, body: echo(key), ...given }));
      const { code, stdout, stderr } = await check(cwd, entries);
      expect(code).toBe(1);
      const written = readdirSync(join(cwd, "conformance-report")).map((name) =>
        readFileSync(join(cwd, "conformance-report", name), "utf8"),
      );
      const all = [stdout, stderr, ...written].join("\n");
      expect(all).toContain("[redacted");
      expect(all).not.toMatch(/bk_live|bk_zzz|another-secret|hidden-(user|pass)|query-secret/);
    });
  });

  test("with a doubled slash in a path has one place", async () => {
    await inFolder(async (cwd) => {
      const paths = [`${host}/info/countries`, `${host}//info/countries`];
      const entries = paths.map((path) => entry({ path, body: countries("FR") }));
      const { code, report } = await check(cwd, entries);
      expect(code).toBe(0);
      expect(report.target).toMatchObject({ aggregator: null, news: host });
      expect(report.traffic).toMatchObject({
        judged: 1,
        ignored: { "not an endpoint of the service": 1 },
      });
    });
  });

  test("of two places that both look like the service needs to be told which", async () => {
    await inFolder(async (cwd) => {
      const path = (where: string) => `https://${where}.example/info/countries`;
      const entries = ["staging", "live"].map((where) =>
        entry({ path: path(where), body: countries("FR") }),
      );
      const unclear = await check(cwd, entries);
      expect(unclear.stderr).toContain("--news-url");
      expect(unclear.code).toBe(2);
      const told = await check(cwd, entries, "--news-url", "https://live.example");
      expect(told.code).toBe(0);
      expect(told.report.traffic.judged).toBe(1);
    });
  });

  test.each([
    ["no such file", null, "traffic.har: no such file"],
    ["not JSON", "<html>", "not JSON"],
    ["not a HAR", '{"entries":[]}', "log.entries"],
  ])("%s is wrong use", async (_, text, said) => {
    await inFolder(async (cwd) => {
      if (text !== null) writeFileSync(join(cwd, "traffic.har"), text);
      const { code, stderr } = await command(["check-har", "traffic.har"], { cwd });
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    });
  });
});
