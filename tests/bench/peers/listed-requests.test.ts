import { expect, test } from "vitest";
import {
  type ListedRequest,
  listedRequests,
  statusAsExpected,
} from "../../../bench/peers/listed-requests.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import { surfaces } from "../../../contracts/vocabulary.ts";
import { startReferenceServer } from "../../../reference/server/server.ts";

test("a conforming server responds to each with the listed status", async () => {
  const server = await startReferenceServer();
  const catalogue = loadCatalogue();
  const urls = { aggregator: server.aggregatorUrl, news: server.newsUrl };
  const wrong: string[] = [];
  try {
    for (const surface of surfaces) {
      for (const version of catalogue.versions(surface)) {
        const list = listedRequests(catalogue, surface, version, server.keys);
        expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
        expect(new Set(list.map(({ endpoint }) => endpoint))).toEqual(
          new Set(
            catalogue.operations
              .filter((one) => one.surface === surface && one.version === version)
              .filter(({ availability }) => availability !== "contested")
              .map(({ endpoint }) => endpoint),
          ),
        );
        for (const request of list) {
          const query = new URLSearchParams(request.query).toString();
          const url = `${urls[surface]}${request.endpoint}?${query}`;
          const { status } = await fetch(url, { headers: request.headers });
          if (!statusAsExpected(request, status))
            wrong.push(`${version} ${request.name}: ${status}`);
        }
      }
    }
  } finally {
    await server.close();
  }
  expect(wrong).toEqual([]);
});

test.for<readonly [ListedRequest["expect"], number, boolean]>([
  [200, 200, true],
  [200, 204, false],
  [401, 403, false],
  ["4xx", 403, true],
  ["4xx", 399, false],
  ["4xx", 500, false],
])("%s is met by %s: %s", ([expected, status, met]) => {
  const request = { name: "", endpoint: "", query: {}, headers: {}, expect: expected };
  expect(statusAsExpected(request, status)).toBe(met);
});
