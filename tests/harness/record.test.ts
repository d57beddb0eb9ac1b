import { describe, expect, it } from "vitest";
import { parseJson } from "../../harness/exchanges/parse-json.ts";
import { createRecorder, recordResponse } from "../../harness/exchanges/record.ts";
import type { Answered } from "../../harness/http/reply.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import { encodings, reversed } from "./encodings.ts";
import { keys, network, surfaceAt } from "./servers.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const asItIs = (text: string) => text;
/** As it is promised. */
const maxDepth = 1_000;
const longestName = 4096;
const maxRecordedBody = 256 * 1024;
const named = (length: number) => bytes(`{"${"n".repeat(length)}":1}`);
const deep = (levels: number) => bytes("[".repeat(levels) + "]".repeat(levels));

describe("parseJson", () => {
  it.each([
    [bytes('{"a":"é"}'), { a: "é" }],
    [bytes('\ufeff{"a":1}'), { a: 1 }],
    [
      bytes('\ufeff"\ufeffж漢😀\u{10ffff}\uffff\u0080\u07ff\u0800"'),
      "\ufeffж漢😀\u{10ffff}\uffff\u0080\u07ff\u0800",
    ],
    [bytes(JSON.stringify("é".repeat(2_000_000))), "é".repeat(2_000_000)],
    [bytes(" null "), null],
    [bytes('"[[[{{{\\"[[["'), '[[[{{{"[[['],
  ])("accepts %#", (body, value) => {
    expect(parseJson(body, asItIs)).toEqual({ ok: true, value });
  });

  it("takes depth and names up to their bounds", () => {
    expect(parseJson(deep(maxDepth), asItIs).ok).toBe(true);
    expect(parseJson(named(longestName), asItIs).ok).toBe(true);
  });

  it.each([
    [bytes(""), "empty body"],
    [bytes(" \n"), "only white space"],
    [bytes("<!DOCTYPE html>\n<html>"), /^not JSON.*; it begins with "<!DOCTYPE html> <html>"$/],
    [bytes('{"a":1'), /^not JSON/],
    [bytes('{"a":1} {"b":2}'), /^not JSON \(at character 8\)/],
    [Uint8Array.of(0x22, 0xff, 0x22), /^not UTF-8/],
    [bytes("x".repeat(500)), /"x{60}…"$/],
    [deep(maxDepth + 1), `nested more than ${maxDepth} levels deep`],
    [bytes("[".repeat(2_000_000)), `nested more than ${maxDepth} levels deep`],
    [named(longestName + 1), `a member name of more than ${longestName} bytes`],
    [bytes('{"a":'.repeat(100_000)), `nested more than ${maxDepth} levels deep`],
  ])("refuses %#", (body, error) => {
    const parsed = parseJson(body, asItIs);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toMatch(error);
  });

  it("redacts before it trims", () => {
    const redact = createRedactor([{ value: "bk_news-own", placeholder: "$KEY" }]);
    const parsed = parseJson(bytes(`${"x".repeat(55)}bk_news-own`), redact);
    expect(parsed.ok ? "" : parsed.error).not.toContain("bk_n");
  });
});

const spec: RequestSpec = {
  surface: "news",
  endpoint: "/info/topics",
  version: "default",
  credential: { kind: "key", key: "own", form: "bearer" },
  query: [["q", "bk_news-own"]],
};
const surface = surfaceAt("http://127.0.0.1:9/news");
const gated = { ...network, headers: { "X-Gate": "gate-secret" } };
const redact = createRedactor(secretsOf({ surfaces: { news: surface }, network: gated }, keys));
const recorder = createRecorder(redact, ["X-Gate"]);
const answered = (body: Uint8Array, headers = {}): Answered => ({
  kind: "answered",
  status: 200,
  headers,
  body,
  sentAt: Date.UTC(2026, 0, 1),
  receivedAt: Date.UTC(2026, 0, 1) + 25,
});

describe("record", () => {
  it("keeps the answer raw and the recording free of secrets", () => {
    const body = '{"key":"bk_news-own","basic":"YmtfbmV3cy1vd246"}';
    const headers = {
      "set-cookie": "session=1",
      "x-gate": "gate-secret",
      via: "gate-secret",
      "content-type": "application/json",
    };
    const exchange = recorder.record(spec, surface, {
      reply: answered(bytes(body), headers),
      attempts: 2,
    });
    expect(exchange.answer?.json).toEqual({ ok: true, value: JSON.parse(body) });
    expect(exchange.answer?.headers).toBe(headers);
    expect(exchange.failure).toBeNull();
    const { recorded } = exchange;
    expect(recorded).toMatchObject({
      id: exchange.id,
      surface: "news",
      endpoint: "/info/topics",
      version: "default",
      request: {
        method: "GET",
        url: "http://127.0.0.1:9/news/info/topics?q=$NEWS_API_KEY",
        headers: {
          authorization: "Bearer $NEWS_API_KEY",
          "X-Gate": "[redacted header X-Gate]",
        },
      },
      response: {
        status: 200,
        headers: {
          "set-cookie": "[redacted]",
          "x-gate": "[redacted header x-gate]",
          via: "[redacted header X-Gate]",
          "content-type": "application/json",
        },
        body: '{"key":"$NEWS_API_KEY","basic":"$NEWS_API_KEY"}',
        bytes: body.length,
        truncated: false,
      },
      failure: null,
      attempts: 2,
      startedAt: "2026-01-01T00:00:00.000Z",
      durationMs: 25,
    });
    expect(JSON.stringify(recorded)).not.toMatch(/bk_news|gate-secret|YmtfbmV3cy1vd2/);
  });

  it("notes what a replay can't see in the text: a secret taken out, bytes that are no UTF-8", () => {
    const recordedOf = (body: Uint8Array) =>
      recorder.record(spec, surface, { reply: answered(body), attempts: 1 }).recorded.response;
    expect(recordedOf(bytes('"bk_news-own"'))).toMatchObject({ redacted: true });
    expect(recordedOf(bytes('"é\ufffd"'))).not.toHaveProperty("raw");
    expect(recordedOf(bytes('"é"'))).not.toHaveProperty("redacted");
    expect(recordedOf(Uint8Array.of(0x22, 0xe9, 0x22))).toMatchObject({ raw: "Iuki" });
    // A key in an encoding of two bytes a character.
    const wide = Uint8Array.of(0xff, 0xfe, ...Buffer.from('"bk_news-own"', "utf16le"));
    expect(recordedOf(wide)).not.toHaveProperty("raw");
    expect(recordedOf(wide)).toMatchObject({
      redacted: true,
      body: '\ufffd\ufffd"\0$NEWS_API_KEY"\0',
    });
  });

  it("cuts a long body after redaction, never in half a character", () => {
    const before = "x".repeat(maxRecordedBody - 5);
    const cutKey = recorder.record(spec, surface, {
      reply: answered(bytes(`${before}bk_news-own and more`)),
      attempts: 1,
    });
    expect(cutKey.recorded.response?.body).toBe(`${before}$NEWS`);
    expect(cutKey.recorded.response).toMatchObject({ truncated: true });
    expect(cutKey.answer?.body.length).toBe(before.length + 20);

    const smile = bytes(`${"x".repeat(maxRecordedBody - 1)}😀`);
    const cutSmile = recorder.record(spec, surface, { reply: answered(smile), attempts: 1 });
    expect(cutSmile.recorded.response?.body).toBe("x".repeat(maxRecordedBody - 1));
    expect(cutSmile.recorded.response?.bytes).toBe(maxRecordedBody + 3);
  });

  it("keeps the beginnings of many large bodies, and a few megabytes of them together", () => {
    const ofRun = createRecorder(asItIs, []);
    const large = bytes("x".repeat(300_000));
    const lengths = Array.from({ length: 1_000 }, () => {
      const { recorded } = ofRun.record(spec, surface, { reply: answered(large), attempts: 1 });
      return recorded.response?.body.length ?? 0;
    });
    expect(lengths[0]).toBe(maxRecordedBody);
    expect(Math.min(...lengths)).toBe(2 * 1024);
    const beyond = lengths.filter((length) => length === 2 * 1024);
    expect(beyond.length).toBeGreaterThan(800);
    const all = lengths.reduce((sum, length) => sum + length, 0);
    expect(all - 2 * 1024 * beyond.length).toBeLessThan(8 * 1024 * 1024);
  });

  it("searches little more of a body than it keeps", () => {
    let searched: number[] = [];
    const counting = Object.assign(
      (text: string) => {
        searched.push(text.length);
        return text;
      },
      { reach: redact.reach ?? 0 },
    );
    const ofRun = createRecorder(counting, []);
    const large = bytes("x".repeat(300_000));
    for (let index = 0; index < 500; index += 1) {
      searched = [];
      const { recorded } = ofRun.record(spec, surface, { reply: answered(large), attempts: 1 });
      const kept = recorded.response?.body.length ?? 0;
      expect(Math.max(...searched)).toBe(Math.max(16 * 1024, kept + 2 * 1024));
    }
    expect(Math.max(...searched)).toBe(16 * 1024);
  });

  it("shows nothing beyond what it keeps if the beginning becomes shorter", () => {
    const key = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
    const hide = createRedactor([{ value: key, placeholder: "[gone]", parts: true }]);
    const end = reversed(Buffer.from(key).toString("hex"));
    const searched = maxRecordedBody + (hide.reach ?? 0);
    const many = `${key} `.repeat(5_000);
    // The end of the secret, which is its beginning, is cut off.
    const before = many + "~".repeat(searched - many.length - end.length + 6);
    const { recorded } = createRecorder(hide, []).record(spec, surface, {
      reply: answered(bytes(before + end + "~".repeat(9_000))),
      attempts: 1,
    });
    expect(recorded.response?.body).toMatch(/^(\[gone\] )+~+$/);
    expect(recorded.response).toMatchObject({ truncated: true, redacted: true });
  });

  it("finds a long secret in any form where a body is cut within it", () => {
    const long = Array.from({ length: 190 }, (_, index) => (index % 36).toString(36)).join("");
    const hide = createRedactor([{ value: long, placeholder: "$LONG" }]);
    expect(hide.reach).toBeGreaterThan(2 * 1024);
    expect(createRedactor([{ value: "x1".repeat(5_000), placeholder: "" }]).reach).toBe(16 * 1024);
    for (const encode of Object.values(encodings)) {
      const before = " ".repeat(1_500);
      const body = bytes(before + encode(long));
      const recorded = recordResponse({ status: 200, headers: {}, body }, hide, () => ({}), 2_048);
      expect(recorded.body.slice(before.length)).toMatch(/^.{0,40}(?:\$LONG|\[part of)/s);
    }
  });

  it("keeps nothing of a body of which too much is encoded to search it", () => {
    const body = `{"a":"bk_news-own","b":"${"QUFB".repeat(20_000)}"}`;
    const { recorded } = createRecorder(redact, []).record(spec, surface, {
      reply: answered(bytes(body)),
      attempts: 1,
    });
    expect(recorded.response).toMatchObject({
      body: "$NEWS_API_KEY",
      redacted: true,
      echoed: { body: "$NEWS_API_KEY" },
    });
    expect(redact("QUFB".repeat(20_000))).toBe("[not shown: too much of it is encoded]");
  });

  it("searches less and less of large bodies, also if nothing of them is shown", () => {
    const body = bytes(`{"b":"${"QUFB".repeat(60_000)}"}`);
    let searched = 0;
    const counting = (text: string) => {
      searched += text.length;
      return redact(text);
    };
    const { record } = createRecorder(counting, []);
    for (let count = 0; count < 200; count += 1) {
      const reply = answered(body);
      expect(record(spec, surface, { reply, attempts: 1 }).recorded.response?.redacted).toBe(true);
    }
    expect(searched).toBeLessThan(16 * 1024 * 1024);
    expect(searched).toBeLessThan((200 * body.length) / 2);
  });

  it("writes a failure in one redacted line", () => {
    const exchange = recorder.record(spec, surface, {
      reply: {
        kind: "failed",
        failure: { kind: "other", message: "trouble\nwith bk_news-own" },
        suspicion: null,
        sentAt: 0,
        receivedAt: 1,
      },
      attempts: 1,
    });
    expect(exchange.answer).toBeNull();
    expect(exchange.failure).toEqual({ kind: "other", message: "trouble with $NEWS_API_KEY" });
    expect(exchange.recorded).toMatchObject({ response: null, failure: exchange.failure });
  });
});
