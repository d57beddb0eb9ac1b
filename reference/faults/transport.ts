import { withMetadata } from "../versions.ts";
import { inArticles, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Wrong HTTP messages and JSON documents. */
export const transportFaults: readonly Fault[] = [
  {
    name: "created-instead-of-ok",
    breaks: "transport.success-status",
    also: ["parameter.optional-can-be-left-out"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "Publisher search responds with status 201 instead of 200.",
    response(response) {
      if (succeeded(response)) response.status = 201;
    },
  },
  {
    name: "json-called-html",
    breaks: "transport.json-content-type",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Topics at 2024-01-01 are declared as text/html, although they are JSON.",
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
    sentence: "The connection is lost in the middle of the country list.",
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
  {
    name: "emoji-cut-through",
    breaks: "transport.texts-whole",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2024-01-01" },
    sentence: "Descriptions are cut off in the middle of an emoji.",
    ...inArticles((article) => {
      article.description = `${article.description} \ud83d`;
    }),
  },
  {
    name: "success-written-twice",
    breaks: "transport.names-once",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "A wrapper writes the success member in front of a body that has one.",
    response(response) {
      if (!succeeded(response)) return;
      response.raw = JSON.stringify(response.body).replace("{", '{"success":false,');
    },
    witness: { query: { location: "London" } },
  },
  {
    name: "names-in-errors-written-twice",
    breaks: "transport.names-once",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "Each error has its code twice: as a number and as a text.",
    response(response) {
      if (response.status < 400) return;
      response.raw = JSON.stringify(response.body).replaceAll('{"code":', '{"code":0,"code":');
    },
    witness: { key: "none" },
  },
  {
    name: "byte-order-mark-of-errors",
    breaks: "transport.no-byte-order-mark",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "Every error of publisher search at 2024-01-01 begins with a byte order mark.",
    response(response) {
      if (response.status >= 400) response.raw = `\uFEFF${JSON.stringify(response.body)}`;
    },
    witness: { key: "none" },
  },
  {
    name: "answer-put-off",
    breaks: "transport.success-status",
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence:
      "Article search responds with status 202, as if the request were still being processed.",
    response(response) {
      if (succeeded(response)) response.status = 202;
    },
  },
  {
    name: "text-plain",
    breaks: "transport.json-content-type",
    cells: { surface: "news", endpoint: "/info/countries", auth: "bearer" },
    sentence: "The list of countries is declared as text/plain for clients with a bearer key.",
    response(response) {
      if (succeeded(response)) response.headers["content-type"] = "text/plain; charset=utf-8";
    },
  },
  {
    name: "media-type-of-its-own",
    breaks: "transport.json-content-type",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Search has a vendor-specific media type instead of application/json.",
    response(response) {
      if (succeeded(response)) response.headers["content-type"] = "application/vnd.news+json";
    },
  },
  {
    name: "ping-without-media-type",
    breaks: "transport.json-content-type",
    cells: { surface: "aggregator", endpoint: "/ping", version: "2024-01-01" },
    sentence: "Ping at 2024-01-01 is declared as application/octet-stream.",
    response({ headers }) {
      headers["content-type"] = "application/octet-stream";
    },
  },
  {
    name: "gateway-page",
    breaks: "transport.json-body",
    also: ["transport.json-content-type"],
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence:
      "A gateway answers the list of countries at 2024-01-01 with an HTML page and status 200.",
    response(response) {
      if (!succeeded(response)) return;
      response.headers["content-type"] = "text/html";
      response.raw = "<!doctype html><title>OK</title><p>It works!</p>";
    },
  },
  {
    name: "not-a-number",
    breaks: "transport.json-body",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A time that was not measured is written as NaN, which is not JSON.",
    response(response) {
      if (!succeeded(response)) return;
      response.raw = JSON.stringify(response.body).replace(/"took_ms":\d+/, '"took_ms":NaN');
    },
  },
  {
    name: "printed-in-place-of-encoded",
    breaks: "transport.json-body",
    cells: { surface: "news", endpoint: "/info/topics", version: "2024-01-01" },
    sentence:
      "The topics at 2024-01-01 are printed as a Python dictionary, with True and single quotes.",
    response(response) {
      if (!succeeded(response)) return;
      const text = JSON.stringify(response.body);
      response.raw = text
        .replaceAll('"', "'")
        .replaceAll("true", "True")
        .replaceAll("false", "False");
    },
  },
  {
    name: "json-cut-by-the-buffer",
    breaks: "transport.json-body",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2022-01-01" },
    sentence: "The body is cut off after 512 bytes.",
    response(response) {
      if (succeeded(response)) response.raw = JSON.stringify(response.body).slice(0, 512);
    },
  },
  {
    name: "latin-one",
    breaks: "transport.json-body",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence:
      "The publishers at 2024-01-01 are encoded in Latin-1, so accented letters are not UTF-8.",
    response(response) {
      if (succeeded(response)) {
        response.raw = Buffer.from(JSON.stringify(response.body).replaceAll("–", "é"), "latin1");
      }
    },
  },
  {
    name: "wrapped-in-a-call",
    breaks: "transport.json-body",
    cells: { surface: "aggregator", endpoint: "/topics", version: "default" },
    sentence: "Topics are wrapped in a function call (JSONP).",
    response(response) {
      if (succeeded(response)) response.raw = `callback(${JSON.stringify(response.body)})`;
    },
  },
  {
    name: "compression-announced-only",
    breaks: "transport.http-message",
    also: ["parameter.optional-can-be-left-out", "parameter.topic-accepted"],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2026-05-25" },
    sentence: "Topics claim to be compressed with gzip, but are not.",
    response(response) {
      if (succeeded(response)) response.headers["content-encoding"] = "gzip";
    },
  },
];
