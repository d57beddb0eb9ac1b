import { expect, test } from "vitest";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { breakerThreshold, mostThrottled } from "../../harness/http/circuit-breaker.ts";
import type { Paced } from "../../harness/http/pacing.ts";
import { createSurfaceLine } from "../../harness/http/surface-line.ts";
import { buildRequest } from "../../harness/requests/request.ts";
import { noCredential } from "../../harness/requests/request-spec.ts";
import { keys, network, surfaceAt } from "./servers.ts";

const specAt = (endpoint: string) => ({
  ...({ surface: "news", endpoint, version: defaultVersion, query: [] } as const),
  credential: noCredential,
});
const requestTo = (endpoint: string) =>
  buildRequest(specAt(endpoint), surfaceAt("http://127.0.0.1:1"), keys, {});
const times = { sentAt: 0, receivedAt: 1 };

function answered(status: number, attempts = 1): Paced {
  const reply = { kind: "answered", status, headers: {}, body: new Uint8Array() } as const;
  return { reply: { ...reply, ...times }, attempts };
}

/** The gates after as many requests that were throttled to the end as give a surface up. */
async function throttledAt(...endpoints: readonly string[]) {
  const paced = answered(429, 5);
  const line = createSurfaceLine(
    () => requestTo("/ping"),
    async () => paced,
    network,
  );
  for (let count = 0; count < mostThrottled; count += 1) {
    const endpoint = endpoints[count % endpoints.length] ?? "";
    await line.note(specAt(endpoint), requestTo(endpoint), paced);
  }
  return line;
}

test("an endpoint that throttles alone is given up alone", async () => {
  const line = await throttledAt("/info/topics");
  expect(line.gateOf("/info/topics").reason).toContain("8 requests in a row to /info/topics");
  expect(line.gate.reason).toBeNull();
  expect(line.gateOf("/info/countries").reason).toBeNull();
});

test("a surface of which several endpoints throttle is given up", async () => {
  const line = await throttledAt("/info/topics", "/info/countries");
  expect(line.gate.reason).toContain("8 requests in a row were throttled");
});

/** The gates after as many requests to one endpoint without a response as give a surface up, and who was asked then. */
async function silentAt(endpoint: string, elsewhere: Paced) {
  const failure = { kind: "timeout", message: "no answer" } as const;
  const silent: Paced = {
    reply: { kind: "failed", failure, suspicion: null, ...times },
    attempts: 1,
  };
  const asked: string[] = [];
  const line = createSurfaceLine(
    () => requestTo("/ping"),
    async ({ url }) => {
      asked.push(new URL(url).pathname);
      return elsewhere;
    },
    network,
  );
  await line.note(specAt("/info/countries"), requestTo("/info/countries"), answered(200));
  for (let count = 0; count < breakerThreshold; count += 1)
    await line.note(specAt(endpoint), requestTo(endpoint), silent);
  return { line, asked };
}

test("a surface is not given up for an endpoint without responses while another one responds", async () => {
  const { line, asked } = await silentAt("/info/topics", answered(200));
  expect(asked).toEqual(["/info/countries"]);
  expect(line.gate.reason).toBeNull();
  expect(line.gateOf("/info/topics").reason).toContain("8 requests in a row to /info/topics");
  expect(line.gateOf("/info/countries").reason).toBeNull();
});

test.each([502, 503])(
  "a surface is given up if another endpoint has no usable response either (%i)",
  async (status) => {
    const { line } = await silentAt("/info/topics", answered(status));
    expect(line.gate.reason).toContain("8 requests in a row had no response");
    expect(line.gateOf("/info/countries").reason).toBe(line.gate.reason);
  },
);
