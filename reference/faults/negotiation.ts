import { gzipSync } from "node:zlib";
import { quickBrotli } from "../http/quick-brotli.ts";
import { withMetadata } from "../versions.ts";
import { asksForJson, letIn, succeeded } from "./edit.ts";
import type { Fault, FaultResponse } from "./fault.ts";

function becomePage(response: FaultResponse): void {
  response.headers["content-type"] = "text/html; charset=utf-8";
  response.raw = `<!doctype html><pre>${JSON.stringify(response.body)}</pre>`;
}

/** Refuses with 406 what would succeed, where the `Accept` header is of such a form. */
function notAcceptable(form: RegExp): Pick<Fault, "response"> {
  return {
    response(response, { headers }) {
      if (succeeded(response) && form.test(String(headers.accept))) response.status = 406;
    },
  };
}

/** Responses that depend on the media types and codings that a client accepts. */
export const negotiationFaults: readonly Fault[] = [
  {
    name: "page-unless-json-is-named",
    breaks: "transport.any-media-type",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Topics are shown in an HTML page, unless the Accept header names JSON.",
    response(response, request) {
      if (succeeded(response) && !asksForJson(request)) becomePage(response);
    },
  },
  {
    name: "error-page-unless-json-is-named",
    breaks: "transport.any-media-type",
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "Refusals are HTML pages, unless the Accept header names JSON.",
    witness: { headers: { accept: "*/*" } },
    response(response, request) {
      if (response.status >= 400 && !asksForJson(request)) becomePage(response);
    },
  },
  {
    name: "page-about-a-parameter-unless-json-is-named",
    breaks: "transport.any-media-type",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence:
      "A missing location is reported in an HTML page, unless the Accept header names JSON.",
    witness: { target: "/geolocation", headers: { accept: "*/*", "api-key": "$KEY" } },
    response(response, request) {
      if (response.status === 400 && !asksForJson(request)) becomePage(response);
    },
  },
  {
    name: "crash-without-a-key-unless-json-is-named",
    breaks: "transport.any-media-type",
    also: [
      "error.never-5xx",
      "transport.browser-media-types",
      "version.topics-2022-no-server-error",
    ],
    cells: { surface: "news" },
    sentence: "Refusals result in status 500, unless the Accept header names JSON.",
    witness: { key: "none", endpoint: "/info/countries", headers: { accept: "*/*" } },
    response(response, request) {
      if (response.status >= 400 && !asksForJson(request)) response.status = 500;
    },
  },
  {
    name: "login-unless-json-is-named",
    breaks: "transport.any-media-type",
    also: ["transport.browser-media-types"],
    cells: { surface: "aggregator" },
    sentence:
      "A client without a key is redirected to a login page, unless the Accept header names JSON.",
    witness: { key: "none", endpoint: "/topics", headers: { accept: "*/*" } },
    response(response, request) {
      if (response.status !== 401 || asksForJson(request)) return;
      response.status = 302;
      response.headers.location = "/login";
    },
  },
  {
    name: "weighed-json-not-acceptable",
    breaks: "transport.any-media-type",
    cells: { surface: "aggregator" },
    sentence: "An Accept header that gives JSON a weight is refused with 406.",
    ...notAcceptable(/^application\/json;q=/),
    witness: { headers: { accept: "application/json;q=0.9", "api-key": "$KEY" } },
  },
  {
    name: "json-with-a-charset-not-acceptable",
    breaks: "transport.any-media-type",
    cells: { surface: "news" },
    sentence: "An Accept header that lists JSON with a charset is refused with 406.",
    ...notAcceptable(/^application\/json; charset/),
    witness: { headers: { accept: "application/json; charset=utf-8", "api-key": "$KEY" } },
  },
  {
    name: "range-of-media-types-not-acceptable",
    breaks: "transport.any-media-type",
    cells: { surface: "news" },
    sentence: "An Accept header with application/* is refused with 406.",
    ...notAcceptable(/^application\/\*$/),
    witness: { headers: { accept: "application/*", "api-key": "$KEY" } },
  },
  {
    name: "crash-on-other-languages",
    breaks: "transport.any-media-type",
    also: ["error.never-5xx", "transport.browser-media-types"],
    cells: { surface: "news" },
    sentence: "A preferred language other than English and French results in status 500.",
    response(response, { headers }) {
      const language = String(headers["accept-language"] ?? "en");
      if (!/^(?:en|fr)/.test(language)) response.status = 500;
    },
    witness: { headers: { "accept-language": "zh-CN,zh;q=0.9", "api-key": "$KEY" } },
  },
  {
    name: "pages-without-a-key",
    breaks: "auth.missing-key-refused",
    also: ["transport.browser-media-types"],
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "Browsers, which ask for HTML, need no key.",
    request(request) {
      if (String(request.headers.accept ?? "").includes("text/html")) letIn(request);
    },
    witness: { key: "none", headers: { accept: "text/html" } },
  },
  {
    name: "accept-header-required",
    breaks: "transport.any-media-type",
    also: ["ping.public"],
    cells: { surface: "aggregator", endpoint: "/ping" },
    sentence: "Ping without an Accept header is refused with 406.",
    response(response, { headers }) {
      if (headers.accept === undefined) response.status = 406;
    },
  },
  {
    name: "text-to-command-line-tools",
    breaks: "transport.any-media-type",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "A client that accepts everything gets JSON that is declared as text/plain.",
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
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Browsers see the articles in a page.",
    witness: { headers: { accept: "text/html", "api-key": "$KEY" }, query: { query: "climate" } },
    response(response, { headers }) {
      if (succeeded(response) && headers.accept?.includes("text/html")) becomePage(response);
    },
  },
  {
    name: "error-page-for-browsers",
    breaks: "transport.browser-media-types",
    cells: { surface: "aggregator", endpoint: "/topics" },
    sentence: "Browsers get refusals in an HTML page.",
    witness: { headers: { accept: "text/html" } },
    response(response, { headers }) {
      if (response.status >= 400 && headers.accept?.includes("text/html")) becomePage(response);
    },
  },
  {
    name: "text-beside-json",
    breaks: "transport.any-media-type",
    cells: { surface: "aggregator" },
    sentence:
      "A client that accepts JSON, text and everything else gets JSON that is declared as text/plain.",
    witness: { endpoint: "/ping", headers: { accept: "application/json, text/plain, */*" } },
    response(response, { headers }) {
      if (!succeeded(response) || !headers.accept?.includes("text/plain")) return;
      response.headers["content-type"] = "text/plain; charset=utf-8";
    },
  },
  {
    name: "gzip-without-its-header",
    breaks: "transport.any-media-type",
    cells: { surface: "news" },
    sentence: "A client that accepts only gzip gets gzip without the header that declares it.",
    witness: { endpoint: "/ping", headers: { "accept-encoding": "gzip" } },
    response(response, { headers }) {
      if (!succeeded(response) || headers["accept-encoding"] !== "gzip") return;
      response.raw = gzipSync(JSON.stringify(response.body));
    },
  },
  {
    name: "brotli-called-gzip",
    breaks: "transport.any-media-type",
    cells: { surface: "news" },
    sentence: "A client that accepts gzip and deflate gets Brotli that is declared as gzip.",
    witness: { endpoint: "/ping", headers: { "accept-encoding": "gzip, deflate" } },
    response(response, { headers }) {
      if (!succeeded(response) || headers["accept-encoding"] !== "gzip, deflate") return;
      response.raw = quickBrotli(JSON.stringify(response.body));
      response.headers["content-encoding"] = "gzip";
    },
  },
  {
    name: "language-of-the-client",
    breaks: "parameter.geolocation-defaults",
    also: ["consistency.same-request-same-answer"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence: "Locations are searched in the language of the Accept-Language header by default.",
    witness: {
      query: { location: "London" },
      headers: { "accept-language": "fr", "api-key": "$KEY" },
    },
    request({ query, headers }) {
      const language = headers["accept-language"];
      if (typeof language !== "string" || query.has("language")) return;
      query.set("language", language.slice(0, 2));
    },
  },
  {
    name: "scripts-of-other-sites-refused",
    breaks: "transport.browser-media-types",
    cells: { surface: "news" },
    sentence: "A request with an Origin header is refused by a proxy with its own text.",
    witness: {
      endpoint: "/search/publishers",
      headers: { origin: "https://a.example", "api-key": "$KEY" },
    },
    response(response, { headers }) {
      if (headers.origin === undefined) return;
      response.status = 403;
      response.body = { reason: "origin not allowed" };
    },
  },
  {
    name: "brotli-for-everyone",
    breaks: "transport.content-coding-accepted",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Bodies are compressed with Brotli even if the client accepts gzip only.",
    witness: { headers: { "accept-encoding": "gzip", "api-key": "$KEY" } },
    response(response, { headers }) {
      if (!String(headers["accept-encoding"] ?? "").includes("gzip")) return;
      response.raw = quickBrotli(JSON.stringify(response.body));
      response.headers["content-encoding"] = "br";
    },
  },
  {
    name: "weight-of-a-coding-ignored",
    breaks: "transport.content-coding-accepted",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Bodies are compressed with gzip if the client names it, even with the weight 0.",
    witness: { headers: { "accept-encoding": "br, gzip;q=0", "api-key": "$KEY" } },
    response(response, { headers }) {
      if (!/gzip;q=0(,|$)/.test(String(headers["accept-encoding"] ?? ""))) return;
      response.raw = gzipSync(JSON.stringify(response.body));
      response.headers["content-encoding"] = "gzip";
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
