import { expect, test } from "vitest";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { noCredential } from "../../harness/exchanges/request-spec.ts";
import { mostThrottled } from "../../harness/http/circuit-breaker.ts";
import { buildRequest } from "../../harness/http/request.ts";
import { createSurfaceLine } from "../../harness/http/surface-line.ts";
import { keys, network, surfaceAt } from "./servers.ts";

/** The gates after as many requests that were throttled to the end as give a surface up. */
async function throttledAt(...endpoints: readonly string[]) {
  const specAt = (endpoint: string) => ({
    ...({ surface: "news", endpoint, version: defaultVersion, query: [] } as const),
    credential: noCredential,
  });
  const requestTo = (endpoint: string) =>
    buildRequest(specAt(endpoint), surfaceAt("http://127.0.0.1:1"), keys, {});
  const reply = { kind: "answered", status: 429, headers: {}, body: new Uint8Array() } as const;
  const paced = { reply: { ...reply, sentAt: 0, receivedAt: 1 }, attempts: 5 };
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
