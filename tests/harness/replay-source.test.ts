import { describe, expect, it } from "vitest";
import { answerWith } from "../../harness/exchanges/answer.ts";
import { createRecorder, maxRecordedBody } from "../../harness/exchanges/record.ts";
import { createReplaySource } from "../../harness/exchanges/replay-source.ts";
import { notSent, type Reply } from "../../harness/http/reply.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { surfaceAt } from "./servers.ts";

const spec = (endpoint: string): RequestSpec => ({
  surface: "news",
  endpoint,
  version: "2026-08-01",
  credential: { kind: "key", key: "own", form: "x-api-key" },
  query: [],
});
const recorder = createRecorder((text) => text, []);
const record = (endpoint: string, reply: Reply) =>
  recorder.record(spec(endpoint), surfaceAt("http://127.0.0.1:9"), { reply, attempts: 1 });
const answered = (body: string): Reply => ({
  kind: "answered",
  status: 200,
  headers: { "content-type": "application/json" },
  body: new TextEncoder().encode(body),
  sentAt: 1000,
  receivedAt: 1010,
});

const live = {
  json: record("/json", answered('\ufeff{"a":[1,"é"]}')),
  html: record("/html", answered("<html>")),
  down: record("/down", {
    ...notSent("x", 0),
    failure: { kind: "refused", message: "nothing listens" },
  }),
  long: record("/long", answered(`"${"x".repeat(maxRecordedBody)}"`)),
};
const recorded = Object.values(live).map((exchange) => exchange.recorded);

describe("createReplaySource", () => {
  it.each(["json", "html", "down"] as const)("gives back what was recorded: %s", async (name) => {
    const written: typeof recorded = JSON.parse(JSON.stringify(recorded));
    const replayed = await createReplaySource(written).exchange(spec(`/${name}`));
    const original = live[name];
    expect(replayed.id).toBe(original.id);
    expect(replayed.failure).toEqual(original.failure);
    expect(replayed.answer?.json).toEqual(original.answer?.json);
    expect(replayed.answer?.body).toEqual(original.answer?.body);
    expect(replayed.answer?.headers).toEqual(original.answer?.headers);
    expect([replayed.sentAt, replayed.receivedAt]).toEqual([original.sentAt, original.receivedAt]);
    expect(replayed.recorded).toEqual(original.recorded);
  });

  it("does not judge half a body", async () => {
    const replayed = await createReplaySource(recorded).exchange(spec("/long"));
    expect(replayed).toMatchObject({ answer: null, failure: { kind: "not-sent" } });
  });

  it("says what is missing", async () => {
    const replayed = await createReplaySource(recorded).exchange(spec("/never"));
    expect(replayed).toMatchObject({
      answer: null,
      failure: { kind: "not-sent", message: "not recorded: the recording lacks this exchange" },
      recorded: { attempts: 0 },
    });
  });

  it("mutates without touching the recording, and shares what was parsed", async () => {
    const before = JSON.stringify(recorded);
    const plain = await createReplaySource(recorded).exchange(spec("/json"));
    for (let mutant = 0; mutant < 2000; mutant += 1) {
      const source = createReplaySource(recorded, (exchange) =>
        exchange.answer === null
          ? exchange
          : { ...exchange, answer: answerWith(200, exchange.answer.headers, { mutant }) },
      );
      const mutated = await source.exchange(spec("/json"));
      expect(mutated.answer?.json).toEqual({ ok: true, value: { mutant } });
      expect(await source.exchange(spec("/json"))).toBe(mutated);
    }
    expect(JSON.stringify(recorded)).toBe(before);
    const again = await createReplaySource(recorded).exchange(spec("/json"));
    expect(again.answer).toBe(plain.answer);
  });

  it("writes a mutated body when it is looked at", () => {
    const { body, json } = answerWith(200, {}, { a: "é" });
    expect(new TextDecoder().decode(body)).toBe('{"a":"é"}');
    expect(json).toEqual({ ok: true, value: { a: "é" } });
  });
});
