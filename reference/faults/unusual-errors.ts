import { inError, succeeded } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Errors that are not meant for clients: of a gateway, of a framework, or for developers. */
export const unusualErrorFaults: readonly Fault[] = [
  {
    name: "errors-called-html",
    breaks: "error.json-content-type",
    cells: { surface: "news", endpoint: "/info/topics" },
    sentence: "Errors of the topic list are declared as text/html, although they are JSON.",
    ...inError((_, __, response) => {
      response.headers["content-type"] = "text/html; charset=utf-8";
    }),
    witness: { key: "none" },
  },
  {
    name: "error-with-200",
    breaks: "transport.success-status",
    also: ["description.answers-match"],
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence: "Countries at 2024-01-01 are answered with an error, and with status 200.",
    response(response) {
      if (succeeded(response))
        response.body = { success: false, code: 500, message: "The list could not be read." };
    },
  },
  {
    name: "refused-by-the-gateway",
    breaks: "error.envelope-matches-version",
    also: ["error.json-content-type", "robustness.unexpected-values"],
    cells: { surface: "aggregator", endpoint: "/topics", version: "2022-01-01" },
    sentence: "A gateway refuses requests with an HTML page.",
    ...inError((_, __, response) => {
      response.headers["content-type"] = "text/html";
      response.raw = "<html><body><h1>401 Authorization Required</h1></body></html>";
    }),
    witness: { key: "none" },
  },
  {
    name: "stack-trace-of-the-key-check",
    breaks: "error.no-stack-trace",
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "The refusal of a key contains the stack trace of the key check.",
    ...inError((body, _, response) => {
      if (response.status !== 401) return;
      body.debug = "KeyError: bk\n    at check (/srv/news/auth/keys.js:31:9)";
    }),
    witness: { key: "unknown" },
  },
  {
    name: "method-refused-with-a-code-of-letters",
    breaks: "error.legacy-members",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The refusal of a method has the legacy envelope, but its code is a name.",
    ...inError((_, __, response) => {
      if (response.status !== 405) return;
      response.body = { success: false, code: "METHOD_NOT_ALLOWED", message: "Only GET." };
    }),
    witness: { endpoint: "/geolocation", method: "POST" },
  },
];
