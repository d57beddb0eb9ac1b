import { crash, page } from "./crash.ts";
import type { Fault } from "./fault.ts";

/** Wrong responses to methods other than GET. */
export const methodFaults: readonly Fault[] = [
  {
    name: "get-not-allowed",
    breaks: "robustness.other-methods",
    also: ["robustness.options"],
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "A 405 says that POST and PUT are allowed, and not that GET is.",
    response(response) {
      if (response.status === 405) response.headers.allow = "POST, PUT";
    },
    witness: { method: "POST" },
  },
  {
    name: "methods-refused-by-the-framework",
    breaks: "robustness.other-methods",
    cells: { surface: "aggregator" },
    sentence: "The error for another method than GET is a list of texts, as a framework writes it.",
    response(response) {
      if (response.status === 405) response.body = { errors: ["Method Not Allowed"] };
    },
    witness: { method: "POST" },
  },
  {
    name: "crash-on-head",
    breaks: "robustness.head",
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "HEAD results in status 500.",
    response(response, { method }) {
      if (method === "HEAD") crash(response);
    },
    witness: { method: "HEAD" },
  },
  {
    name: "preflight-crashes",
    breaks: "robustness.options",
    cells: { surface: "aggregator" },
    sentence: "OPTIONS with the header of a preflight results in status 500.",
    response(response, { method, headers }) {
      if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined)
        response.status = 500;
    },
    witness: { method: "OPTIONS", headers: { "access-control-request-method": "GET" } },
  },
  {
    name: "page-for-preflights",
    breaks: "robustness.options",
    cells: { surface: "aggregator", endpoint: ["/search", "/ping"] },
    sentence: "The response to OPTIONS is an HTML page.",
    response(response, { method }) {
      if (method === "OPTIONS") page(response, 200, "Welcome");
    },
    witness: { method: "OPTIONS" },
  },
  {
    name: "data-for-preflights",
    breaks: "robustness.options",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics", "/geolocation"] },
    sentence: "A preflight is let in without a key, and then answered like GET.",
    request(request) {
      const { method, headers, keys, surface } = request;
      if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return;
      request.method = "GET";
      headers["x-api-key"] = keys[surface].own;
    },
    witness: {
      endpoint: "/topics",
      method: "OPTIONS",
      key: "none",
      headers: { "access-control-request-method": "GET" },
    },
  },
  {
    name: "preflight-of-countries-with-their-data",
    breaks: "robustness.options",
    cells: { surface: "news", endpoint: ["/info/countries", "/info/topics"] },
    sentence: "OPTIONS without a key has the list of the endpoint in its body.",
    request(request) {
      if (request.method !== "OPTIONS" || request.key !== null) return;
      request.method = "GET";
      request.headers["api-key"] = request.keys.news.own;
    },
    witness: {
      endpoint: "/info/topics",
      method: "OPTIONS",
      key: "none",
      headers: { "access-control-request-method": "GET" },
    },
  },
  {
    name: "post-answered-like-get",
    breaks: "robustness.other-methods",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "POST is served like GET.",
    request(request) {
      if (request.method === "POST") request.method = "GET";
    },
    witness: { method: "POST" },
  },
  {
    name: "crash-on-writing",
    breaks: "robustness.other-methods",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics", "/geolocation"] },
    sentence: "PUT, DELETE and PATCH result in status 500.",
    response(response, { method }) {
      if (["PUT", "DELETE", "PATCH"].includes(method)) crash(response);
    },
    witness: { method: "DELETE" },
  },
];
