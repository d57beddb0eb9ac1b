import { gzipSync } from "node:zlib";
import { letIn, succeeded } from "./edit.ts";
import type { Fault, FaultRequest, FaultResponse } from "./fault.ts";

/** Whether the request asks for JSON by name. */
function asksForJson({ headers }: FaultRequest): boolean {
  return String(headers.accept ?? "").includes("json");
}

function becomePage(response: FaultResponse): void {
  response.headers["content-type"] = "text/html; charset=utf-8";
  response.raw = `<!doctype html><pre>${JSON.stringify(response.body)}</pre>`;
}

/** Responses that depend on the media types and codings that a client accepts. */
export const negotiationFaults: readonly Fault[] = [
  {
    name: "page-unless-json-is-named",
    breaks: "transport.any-media-type",
    also: ["transport.browser-media-types"],
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics are shown in a page, unless the Accept header names JSON.",
    response(response, request) {
      if (succeeded(response) && !asksForJson(request)) becomePage(response);
    },
  },
  {
    name: "error-page-unless-json-is-named",
    breaks: "transport.any-media-type",
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence: "Refusals are pages, unless the Accept header names JSON.",
    witness: { headers: { accept: "*/*" } },
    response(response, request) {
      if (response.status >= 400 && !asksForJson(request)) becomePage(response);
    },
  },
  {
    name: "pages-without-a-key",
    breaks: "transport.browser-media-types",
    cells: { surface: "news", endpoint: "/info/topics", version: "default" },
    sentence: "Browsers, which ask for HTML, need no key.",
    request(request) {
      if (String(request.headers.accept ?? "").includes("text/html")) letIn(request);
    },
    witness: { key: "none", headers: { accept: "text/html" } },
  },
  {
    name: "accept-header-required",
    breaks: "transport.any-media-type",
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping without an Accept header is not acceptable (406).",
    response(response, { headers }) {
      if (headers.accept === undefined) response.status = 406;
    },
  },
  {
    name: "text-to-command-line-tools",
    breaks: "transport.any-media-type",
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence: "A client that accepts everything gets JSON called text/plain.",
    witness: { headers: { accept: "*/*", "api-key": "$KEY" }, query: { query: "climate" } },
    response(response, { headers }) {
      if (succeeded(response) && headers.accept === "*/*") {
        response.headers["content-type"] = "text/plain";
      }
    },
  },
  {
    name: "page-for-browsers",
    breaks: "transport.browser-media-types",
    cells: { surface: "news", endpoint: "/info/topics" },
    sentence: "Browsers see the topics in a page.",
    witness: { headers: { accept: "text/html", "api-key": "$KEY" } },
    response(response, { headers }) {
      if (succeeded(response) && headers.accept?.includes("text/html")) becomePage(response);
    },
  },
  {
    name: "error-page-for-browsers",
    breaks: "transport.browser-media-types",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Browsers see refusals in a page.",
    witness: { headers: { accept: "text/html" } },
    response(response, { headers }) {
      if (response.status >= 400 && headers.accept?.includes("text/html")) becomePage(response);
    },
  },
  {
    name: "compressed-for-everyone",
    breaks: "transport.content-coding-accepted",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Bodies are compressed even if the client wants no coding.",
    response(response) {
      response.raw = gzipSync(JSON.stringify(response.body));
      response.headers["content-encoding"] = "gzip";
    },
  },
  {
    name: "charset-of-another-encoding",
    breaks: "transport.charset-truthful",
    cells: { surface: "news", endpoint: "/search/publishers", auth: "bearer" },
    sentence: "The media type names ISO-8859-1, although the body is UTF-8.",
    response({ headers }) {
      headers["content-type"] = "application/json; charset=ISO-8859-1";
    },
  },
  {
    name: "charset-of-errors",
    breaks: "transport.charset-truthful",
    cells: { surface: "aggregator", endpoint: "/topics", version: "default" },
    sentence: "Refusals name the charset Windows-1252, although they are UTF-8.",
    witness: { key: "none" },
    response({ status, headers }) {
      if (status >= 400) headers["content-type"] = "application/json; charset=windows-1252";
    },
  },
];
