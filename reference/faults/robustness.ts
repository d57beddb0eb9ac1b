import { crash, page } from "./crash.ts";
import { objectsAt } from "./edit.ts";
import { anythingElse, type Fault, type FaultRequest } from "./fault.ts";
import { methodFaults } from "./methods.ts";

/** Whether a value of the received query matches. */
function sends({ sent }: FaultRequest, pattern: RegExp): boolean {
  return [...sent.values()].some((value) => pattern.test(value));
}

/** The received key headers, regardless of their content. */
function keyHeaders({ headers }: FaultRequest): readonly string[] {
  return ["api-key", "x-api-key", "authorization"].filter((name) => headers[name] !== undefined);
}

/** Whether several headers carry keys, one of which is valid. */
function carriesGoodKeyAmongOthers(request: FaultRequest): boolean {
  const { own } = request.keys[request.surface];
  const names = keyHeaders(request);
  return names.length > 1 && names.some((name) => String(request.headers[name]).includes(own));
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const paths = [
  "/search",
  "/topics",
  "/geolocation",
  "/search/articles",
  "/search/publishers",
].concat(["/info/countries", "/info/topics", "/ping"]);

/** Faults that only generated requests show. */
export const robustnessFaults: readonly Fault[] = [
  {
    name: "crash-on-a-blank-written-as-plus",
    breaks: "robustness.unknown-parameters",
    also: ["envelope.lists-when-empty", "error.", "robustness."],
    cells: { surface: "news" },
    sentence: "A plus sign in the query string results in status 500.",
    response(response, { target }) {
      if (target.includes("+")) response.status = 500;
    },
    witness: { target: "/search/articles?query=climate+change" },
  },
  {
    name: "crash-on-emoji",
    breaks: "robustness.free-text",
    also: ["envelope.lists-when-empty", "error.never-5xx"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "An emoji in the search text results in status 500.",
    response(response, request) {
      if (sends(request, /\p{Emoji_Presentation}/u)) crash(response);
    },
    witness: { query: { query: "🙂" } },
  },
  {
    name: "operator-at-the-end-crashes",
    breaks: "robustness.free-text",
    also: ["error.never-5xx"],
    cells: { surface: "aggregator" },
    sentence: "A text that ends with an operator of the query language results in status 500.",
    response(response, request) {
      if (sends(request, /(\b(AND|OR|NOT)|[\\~])$/)) crash(response);
    },
    witness: { query: { query: "cats AND" } },
  },
  {
    name: "percent-sign-decoded-twice",
    breaks: "robustness.free-text",
    also: ["error.never-5xx", "robustness.broken-encoding"],
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence: "Article search decodes its text a second time and crashes if that fails.",
    response(response, { sent }) {
      if (!decodes(sent.get("query") ?? "")) crash(response);
    },
    witness: { query: { query: "100%" } },
  },
  {
    name: "brackets-end-at-the-firewall",
    breaks: "robustness.free-text",
    also: ["error.json-content-type", "error.known-envelope", "error.matching-envelope-elsewhere"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "A firewall responds with an HTML page if the location contains an angle bracket.",
    response(response, request) {
      if (sends(request, /</)) page(response, 403, "Request blocked");
    },
    witness: { query: { location: "a<b" } },
  },
  {
    name: "apology-for-right-to-left",
    breaks: "robustness.free-text",
    also: ["envelope.members-present", "version.default-is-latest"],
    cells: { surface: "news", endpoint: "/search/publishers", version: "default" },
    sentence: "Publisher search responds to Arabic text with status 200 and an apology.",
    response(response, request) {
      if (sends(request, /\p{Script=Arabic}/u)) {
        response.body = { message: "Something went wrong." };
      }
    },
    witness: { query: { query: "مرحبا" } },
  },
  {
    name: "crash-on-nul",
    breaks: "robustness.control-characters",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "A NUL in the location results in status 500.",
    response(response, request) {
      if (sends(request, /\0/)) crash(response);
    },
    witness: { query: { location: "Lon\0don" } },
  },
  {
    name: "crash-on-line-break",
    breaks: "robustness.control-characters",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "A line break in the search text results in status 500.",
    response(response, request) {
      if (sends(request, /\n/)) crash(response);
    },
    witness: { query: { query: "one\ntwo" } },
  },
  {
    name: "page-for-long-texts",
    breaks: "robustness.long-text",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "The response to a long search text is an HTML page.",
    response(response, { target }) {
      if (target.length > 1000) page(response, 414, "414 Request-URI Too Large");
    },
    witness: { query: { query: "long ".repeat(300) } },
  },
  {
    name: "crash-on-long-text",
    breaks: "robustness.long-text",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "A publisher query of more than 1,024 characters results in status 500.",
    response(response, request) {
      if (sends(request, /^.{1025}/s)) crash(response);
    },
    witness: { query: { query: "a".repeat(1100) } },
  },
  {
    name: "crash-on-broken-encoding",
    breaks: "robustness.broken-encoding",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "Invalid percent-encoding results in status 500.",
    response(response, { target }) {
      if (!decodes(target)) crash(response);
    },
    witness: { target: "/geolocation?location=%E0%A4" },
  },
  {
    name: "crash-on-brackets-in-names",
    breaks: "robustness.unknown-parameters",
    also: ["robustness.repeated-parameters"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A parameter whose name has brackets in it results in status 500.",
    response(response, { sent }) {
      if ([...sent.keys()].some((name) => name.includes("["))) crash(response);
    },
    witness: { query: { "filter[name]": "x" } },
  },
  {
    name: "crash-on-two-values",
    breaks: "robustness.repeated-parameters",
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A search text that is sent twice results in status 500.",
    response(response, { sent }) {
      if (sent.getAll("query").length > 1) crash(response);
    },
    witness: { target: "/search?query=a&query=b" },
  },
  {
    name: "crash-on-odd-version",
    breaks: "robustness.odd-version",
    cells: { surface: "aggregator" },
    sentence: "An api-version that is neither a word nor a date results in an HTML page.",
    response(response, { version }) {
      if (!/^[\w-]+$/.test(version)) page(response, 500, "Server Error");
    },
    witness: { endpoint: "/ping", version: "2026/05/25" },
  },
  {
    name: "crash-on-two-keys",
    breaks: "robustness.several-keys",
    cells: { surface: "aggregator", endpoint: ["/search", "/topics", "/geolocation"] },
    sentence: "A request with keys in two headers results in status 500.",
    response(response, request) {
      if (carriesGoodKeyAmongOthers(request)) crash(response);
    },
    witness: { headers: { "api-key": "$KEY", authorization: "Bearer bk_other" } },
  },
  {
    name: "page-for-disagreeing-keys",
    breaks: "robustness.several-keys",
    also: ["error.current-on-news", "error.json-content-type", "error.known-envelope"],
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "The response to keys in two headers is an HTML page.",
    response(response, request) {
      if (carriesGoodKeyAmongOthers(request)) page(response, 401, "401 Authorization Required");
    },
    witness: { headers: { "api-key": "$KEY", authorization: "Bearer bk_other" } },
  },
  ...methodFaults,
  {
    name: "page-for-unknown-paths",
    breaks: "robustness.unknown-path",
    cells: { surface: "news" },
    sentence: "The response to an unknown path is an HTML page.",
    response(response, { endpoint }) {
      if (!paths.includes(endpoint)) page(response, 404, "Not Found");
    },
    witness: { target: "/no-such-path" },
  },
  {
    name: "unknown-paths-refused-by-the-framework",
    breaks: "robustness.unknown-path",
    cells: { surface: "news" },
    sentence:
      "The error for an unknown path has a code and a message, as a framework writes it, but no success.",
    response(response, { endpoint }) {
      if (!paths.includes(endpoint)) response.body = { code: 404, message: "Not Found" };
    },
    witness: { target: "/no-such-path" },
  },
  {
    name: "unknown-paths-refused-with-a-word",
    breaks: "robustness.unknown-path",
    cells: { surface: "aggregator" },
    sentence: "The code of the legacy error for an unknown path is a word.",
    response(response, { endpoint }) {
      if (!paths.includes(endpoint))
        response.body = { success: false, code: "NOT_FOUND", message: "There is no such path." };
    },
    witness: { target: "/no-such-path" },
  },
  {
    name: "unknown-paths-answered-as-text",
    breaks: "robustness.unknown-path",
    cells: { surface: "aggregator" },
    sentence: "The error for an unknown path is JSON, but declared as text/plain.",
    response(response, { endpoint }) {
      if (!paths.includes(endpoint)) response.headers["content-type"] = "text/plain";
    },
    witness: { target: "/no-such-path" },
  },
  {
    name: "every-path-welcome",
    breaks: "robustness.unknown-path",
    cells: { surface: "aggregator" },
    sentence: "Unknown paths are served like ping.",
    request(request) {
      if (!paths.includes(request.endpoint)) request.path = "/ping";
    },
    witness: { target: "/no-such-path" },
  },
  {
    name: "stack-trace-in-message",
    breaks: "robustness.no-stack-trace",
    also: ["error.no-stack-trace"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "Errors about parameters contain a stack trace with a line of the server's code.",
    response({ status, body }) {
      if (status !== 400) return;
      for (const error of objectsAt(body, "errors")) {
        error.message = `${error.message}\n    at search (/srv/news/routes/search.js:118:17)`;
      }
    },
    witness: { target: "/search?query=a&query=b" },
  },
  {
    name: "key-in-the-message",
    breaks: "robustness.key-not-echoed",
    cells: { surface: "news", endpoint: ["/info/countries", "/info/topics"] },
    sentence: "The refusal of a method repeats the key of the request.",
    response({ status, body }, { key }) {
      if (status !== 405 || key === null) return;
      for (const error of objectsAt(body, "errors")) {
        error.details = { caller: key };
      }
    },
    witness: { method: "POST" },
  },
  {
    name: "key-in-a-header",
    breaks: "robustness.key-not-echoed",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "A header of the response to HEAD contains the key of the request in base64.",
    response({ headers }, { key, method }) {
      if (key !== null && method === "HEAD") {
        headers["x-caller"] = Buffer.from(key).toString("base64");
      }
    },
    witness: { endpoint: "/geolocation", query: { location: "London" }, method: "HEAD" },
  },
  {
    name: "crash-on-decomposed-letters",
    breaks: "robustness.free-text",
    also: anythingElse,
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "A text with a letter and its accent as two characters results in status 500.",
    response(response, { sent }) {
      const text = sent.get("query") ?? "";
      if (text !== text.normalize("NFC")) response.status = 500;
    },
    witness: { query: { query: "cafe\u0301" } },
  },
];
