import { succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Wrong below the level of any shape. */
export const transportFaults: readonly Fault[] = [
  {
    name: "created-instead-of-ok",
    breaks: "transport.success-status",
    also: ["parameter.optional-can-be-left-out"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search answers with status 201 in place of 200.",
    response(response) {
      if (succeeded(response)) response.status = 201;
    },
  },
  {
    name: "json-called-html",
    breaks: "transport.json-content-type",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 come as text/html, although they are JSON.",
    response(response) {
      if (succeeded(response)) response.headers["content-type"] = "text/html; charset=utf-8";
    },
  },
  {
    name: "body-with-a-tail",
    breaks: "transport.json-body",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01" },
    sentence: "A stray comma follows the JSON of search results at 2022-01-01.",
    response(response) {
      if (succeeded(response)) response.raw = `${JSON.stringify(response.body)},`;
    },
  },
  {
    name: "answer-cut-short",
    breaks: "transport.http-message",
    cells: { surface: "news", endpoint: "/info/countries", auth: "x-api-key" },
    sentence: "The connection breaks in the middle of the country list.",
    response(response) {
      if (succeeded(response)) response.cut = "mid-body";
    },
  },
  {
    name: "byte-order-mark",
    breaks: "transport.no-byte-order-mark",
    cells: { surface: "news", endpoint: "/info/topics", version: "default" },
    sentence: "The topic list begins with a byte order mark.",
    response(response) {
      if (succeeded(response)) response.raw = `\uFEFF${JSON.stringify(response.body)}`;
    },
  },
];
