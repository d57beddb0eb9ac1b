import { createHash } from "node:crypto";
import { succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Says what caches may do with success responses. */
function headersOf(headers: Readonly<Record<string, string>>): Pick<Fault, "response"> {
  return {
    response(response) {
      if (succeeded(response)) Object.assign(response.headers, headers);
    },
  };
}

/** Responses that caches give to clients for whom they are not. */
export const cachingFaults: readonly Fault[] = [
  {
    name: "kept-for-everybody",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Every cache may keep a search for a minute, whatever key and version it is for.",
    ...headersOf({ "cache-control": "public, max-age=60" }),
  },
  {
    name: "kept-for-all-versions",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "aggregator", endpoint: "/topics", auth: "bearer" },
    sentence: "Caches keep topics apart by key, but not by version.",
    ...headersOf({ "cache-control": "s-maxage=30", vary: "Accept-Encoding, Authorization" }),
  },
  {
    name: "kept-for-all-keys",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "news", endpoint: "/info/countries", auth: "x-api-key" },
    sentence:
      "Caches may keep countries for an hour; only Authorization and api-key keep them apart.",
    ...headersOf({ "cache-control": "max-age=3600", vary: "api-version, authorization, api-key" }),
  },
  {
    name: "refusals-kept-for-everybody",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Caches may keep refusals for ten minutes, whatever key they are for.",
    response(response) {
      if (response.status < 400 || response.status >= 500) return;
      Object.assign(response.headers, { "cache-control": "max-age=600", vary: "api-version" });
    },
    witness: { key: "none" },
  },
  {
    name: "ping-kept-for-all-versions",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "news", endpoint: "/ping" },
    sentence: "Caches may keep ping for a minute, whatever version it is for.",
    ...headersOf({ "cache-control": "public, max-age=60" }),
  },
  {
    name: "kept-until-a-date",
    breaks: "transport.caches-kept-apart",
    cells: { surface: "news", endpoint: "/info/topics", auth: "api-key" },
    sentence: "Caches may keep topics until tomorrow, whatever key and version they are for.",
    response(response) {
      if (succeeded(response))
        response.headers.expires = new Date(Date.now() + 86_400_000).toUTCString();
    },
  },
  {
    name: "etag-of-the-url",
    breaks: "transport.etag-of-version",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "The ETag of a search is made from its URL alone.",
    response(response, { target }) {
      if (succeeded(response))
        response.headers.etag = `W/"${createHash("sha1").update(target).digest("hex")}"`;
    },
  },
  {
    name: "etag-of-the-day",
    breaks: "transport.etag-of-version",
    cells: { surface: "aggregator", endpoint: ["/topics", "/geolocation"] },
    sentence: "The ETag of topics and places is the number of the index that is in use.",
    ...headersOf({ etag: '"index-417"' }),
  },
];
