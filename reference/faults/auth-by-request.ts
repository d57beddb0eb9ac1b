import { withMetadata } from "../versions.ts";
import { letIn } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;

/** Keys that are looked for in some requests only, or compared in part. */
export const authByRequestFaults: readonly Fault[] = [
  {
    name: "later-pages-without-a-key",
    breaks: "auth.missing-key-refused",
    also: [
      "auth.unknown-key-refused",
      "auth.other-product-key-refused",
      "auth.revoked-key-refused",
    ],
    cells: { ...search, version: withMetadata },
    sentence: "The second page of a search needs no key.",
    request(request) {
      if (request.query.get("page") === "2") letIn(request);
    },
    witness: { query: { page: "2" }, key: "none" },
  },
  {
    name: "places-with-codes-without-a-key",
    breaks: "auth.unknown-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "A location with a country is answered from a public cache.",
    request(request) {
      if (request.query.has("country")) letIn(request);
    },
    witness: { query: { location: "London", country: "US" }, key: "unknown" },
  },
  {
    name: "search-text-without-a-key",
    breaks: "auth.revoked-key-refused",
    also: ["auth.", "error."],
    cells: { ...search, version: "2022-01-01" },
    sentence: "At 2022-01-01, a search by text does not look for the key.",
    request(request) {
      if (request.query.has("q")) letIn(request);
    },
    witness: { query: { q: "climate" }, key: "revoked" },
  },
  {
    name: "last-character-of-the-key-not-compared",
    breaks: "auth.unknown-key-refused",
    cells: { surface: "news" },
    sentence: "The news surface does not compare the last character of a key.",
    request(request) {
      const { own } = request.keys.news;
      const { key } = request;
      if (key?.length === own.length && key.startsWith(own.slice(0, -1))) letIn(request);
    },
    witness: { endpoint: "/info/countries", key: "altered" },
  },
  {
    name: "prefix-of-the-key-left-out",
    breaks: "auth.unknown-key-refused",
    also: ["auth.geolocation-unknown-key-401"],
    cells: { surface: "aggregator" },
    sentence: "The aggregator accepts a key without its beginning bk_.",
    request(request) {
      if (`bk_${request.key}` === request.keys.aggregator.own) letIn(request);
    },
    witness: { endpoint: "/search", key: "unprefixed" },
  },
];
