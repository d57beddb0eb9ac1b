import { withMetadata } from "../versions.ts";
import { inError, objectsAt, refuse, succeeded } from "./edit.ts";
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
  {
    name: "current-errors-claim-success",
    breaks: "error.does-not-claim-success",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Current-version errors have a member success that is true.",
    ...inError((body) => {
      body.success = true;
    }),
    witness: { key: "none" },
  },
  {
    name: "fields-of-another-parameter",
    breaks: "error.names-the-parameter",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "The error for a number of results names the sort order.",
    ...inError((body, { sent }) => {
      if (sent.has("limit") && !sent.has("sort"))
        body.fields = [{ name: "sort", type: "string", description: "Must be 1 to 100." }];
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "details-of-another-parameter",
    breaks: "error.names-the-parameter",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The details of an error for a number of results name the sort order.",
    ...inError((body, { sent }) => {
      if (!sent.has("limit") || sent.has("sort")) return;
      for (const error of objectsAt(body, "errors")) error.details = { parameter: "sort" };
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "state-of-the-database-in-the-message",
    breaks: "error.no-internal-messages",
    cells: { surface: "news", endpoint: "/info/topics", version: "2024-01-01" },
    sentence: "The refusal of an unknown key quotes the database that it was looked up in.",
    ...inError((body, _, response) => {
      if (response.status === 401) body.message = "SQLSTATE[02000]: no data: select id from keys";
    }),
    witness: { key: "unknown" },
  },
  {
    name: "query-of-the-database-in-the-details",
    breaks: "error.no-internal-messages",
    also: ["robustness.no-internal-messages"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The details of an error have the query to the database that was not sent.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors"))
        error.details = { query: "SELECT id, name FROM publishers WHERE language = $1" };
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "library-in-the-details",
    breaks: "error.no-stack-trace",
    also: ["robustness.no-stack-trace"],
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The details of an error name the file of the library that has found it.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors"))
        error.details = { file: "/app/node_modules/validator/lib/check.js", line: 95 };
    }),
    witness: { key: "unknown" },
  },
  {
    name: "exception-for-odd-texts",
    breaks: "robustness.no-internal-messages",
    also: ["error.no-internal-messages"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A search text with a quotation mark is refused with an exception of the index.",
    request(request) {
      if (request.sent.get("query")?.includes('"')) refuse(request);
    },
    response(response, { sent }) {
      if (response.status < 400 || sent.get("query")?.includes('"') !== true) return;
      const [error] = objectsAt(response.body, "errors");
      if (error !== undefined)
        error.message = "org.apache.lucene.queryparser.classic.ParseException: Lexical error";
    },
    witness: { query: { query: 'a "b' } },
  },
  {
    name: "query-missing-in-place-of-the-location",
    breaks: "error.names-the-parameter",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "The error for a missing location says that the country is missing.",
    ...inError((body, { sent }) => {
      if (!sent.has("location"))
        body.fields = [{ name: "country", type: "string", description: "Is required." }];
    }),
    witness: { target: "/geolocation" },
  },
];
