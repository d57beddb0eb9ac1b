import { editableAt } from "../faults/edit.ts";
import type { FaultRequest, FaultResponse } from "../faults/fault.ts";
import { generationOf, legacy } from "../versions.ts";
import { everywhere, type Variant } from "./variant.ts";

/** A refusal with this status, in the envelope of the version. */
function refuse(response: FaultResponse, { version }: FaultRequest, status: number): void {
  const message = "This request is refused.";
  const old = legacy.some((one) => one === version);
  response.status = status;
  response.headers["content-type"] = "application/json";
  response.body = old
    ? { success: false, code: status, message }
    : {
        metadata: { id: "r-1", took_ms: 0, timestamp: new Date().toISOString() },
        errors: [{ code: "REFUSED", message, details: {} }],
      };
}

/** The response of a gateway that does not forward the request. */
function gatewayPage(response: FaultResponse, status: number, title: string): void {
  response.status = status;
  response.headers["content-type"] = "text/html";
  response.raw = `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`;
}

const keyHeaders = ["api-key", "x-api-key", "authorization"];

/** Freedoms in the responses to generated requests. */
export const carelessVariants: readonly Variant[] = [
  {
    name: "reversed-ranges-refused",
    sentence: "A range of dates that ends before it begins is refused with 400.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    quiet: true,
    response(response, request) {
      const [from, to] = ["published_from", "published_to"].map((name) => request.sent.get(name));
      if (response.status === 200 && from && to && from > to) refuse(response, request, 400);
    },
  },
  everywhere(
    "plus-signs-kept",
    "A plus sign in the query string stands for itself, as in a path.",
    {
      request({ query, target }) {
        if (!target.includes("+")) return;
        for (const [name, value] of [...query]) query.set(name, value.replaceAll(" ", "+"));
      },
    },
  ),
  everywhere("control-characters-refused", "Control characters in a value are refused.", {
    response(response, request) {
      const values = [...request.sent.values()];
      if (values.some((value) => /\p{Cc}/u.test(value))) refuse(response, request, 400);
    },
  }),
  everywhere("long-urls-refused", "URLs of more than 1,000 characters are refused with 414.", {
    response(response, request) {
      if (request.target.length > 1000) refuse(response, request, 414);
    },
  }),
  everywhere("long-urls-end-at-the-gateway", "A gateway refuses long URLs with its own page.", {
    response(response, { target }) {
      if (target.length > 1500) gatewayPage(response, 414, "414 Request-URI Too Large");
    },
  }),
  everywhere("other-methods-end-at-the-gateway", "A gateway forwards only GET and HEAD.", {
    response(response, { method }) {
      if (method === "GET" || method === "HEAD") return;
      response.headers.allow = "GET, HEAD";
      gatewayPage(response, 405, "405 Not Allowed");
    },
  }),
  everywhere("other-methods-dropped", "A gateway silently drops all requests other than GET.", {
    response(response, { method }) {
      if (method !== "GET") response.cut = "before-answer";
    },
  }),
  everywhere("other-methods-not-implemented", "Other methods are refused with 501.", {
    response(response, request) {
      const { method } = request;
      if (method !== "GET" && method !== "HEAD") refuse(response, request, 501);
    },
  }),
  everywhere("names-of-clients-expected", "Clients without a User-Agent are refused.", {
    response(response, request) {
      if (request.headers["user-agent"] === undefined) refuse(response, request, 403);
    },
  }),
  everywhere("preflights-answered", "OPTIONS is served as a preflight, without a body.", {
    response(response, { method }) {
      if (method !== "OPTIONS") return;
      response.status = 204;
      response.headers["access-control-allow-origin"] = "*";
      delete response.headers["content-type"];
      response.raw = "";
    },
  }),
  everywhere("head-refused", "HEAD is refused like any other method.", {
    response(response, request) {
      if (request.method === "HEAD") refuse(response, request, 405);
    },
  }),
  everywhere("head-not-implemented", "HEAD is refused with 501.", {
    response(response, request) {
      if (request.method === "HEAD") refuse(response, request, 501);
    },
  }),
  everywhere("unknown-paths-end-at-the-gateway", "A gateway refuses unknown paths.", {
    response(response, { endpoint }) {
      if (response.status === 404 && /^\/[a-z]{12}$/.test(endpoint)) {
        gatewayPage(response, 404, "404 Not Found");
      }
    },
  }),
  everywhere("first-key-counts", "Only the first of several key headers is used.", {
    request({ headers }) {
      const [first, ...rest] = keyHeaders.filter((name) => headers[name] !== undefined);
      if (first !== undefined) for (const name of rest) delete headers[name];
    },
  }),
  everywhere("several-keys-refused", "More than one key header is refused.", {
    response(response, request) {
      const came = keyHeaders.filter((name) => request.headers[name] !== undefined);
      if (came.length > 1) refuse(response, request, 400);
      if (came.length > 1 && request.endpoint === "/geolocation") {
        response.body = { success: false, code: 400, message: "One key is enough." };
      }
    },
  }),
  {
    ...everywhere(
      "texts-refused-for-signs-or-length",
      "A search text is refused with 400 if it has more than ten words, an apostrophe or a letter outside ASCII.",
      {
        response(response, request) {
          const text = request.sent.get("query") ?? request.sent.get("q") ?? "";
          const isOdd = /['\u0080-\u{10ffff}]/u.test(text) || text.split(" ").length > 10;
          if (isOdd && response.status === 200) refuse(response, request, 400);
        },
      },
    ),
    cells: { surface: "aggregator", endpoint: "/search" },
  },
  everywhere(
    "texts-folded-in-the-echo",
    "The echo of a text is in capitals, and a number is echoed as a number, whatever its digits.",
    {
      response({ body }) {
        const echo = editableAt(body, "parameters");
        for (const [name, value] of Object.entries(echo ?? {})) {
          if (echo === null || typeof value !== "string") continue;
          const isText = name === "query" || name === "location";
          if (isText) echo[name] = value.toUpperCase();
          else if (/^\p{Nd}+$/u.test(value)) echo[name] = Number(value.normalize("NFKC"));
        }
      },
    },
  ),
  everywhere("any-unknown-version-is-the-latest", "Values that are not versions are ignored.", {
    request({ surface, version, headers, endpoint }) {
      if (generationOf(surface, endpoint, version) === null) delete headers["api-version"];
    },
  }),
  everywhere(
    "texts-cleaned",
    "All characters of a text except letters, digits and spaces are ignored.",
    {
      request(request) {
        for (const name of ["query", "location"]) {
          const value = request.query.get(name);
          if (value === null || !/[\p{Cc}\p{Cf}\p{So}]/u.test(value)) continue;
          request.query.set(name, value.replace(/[\p{Cc}\p{Cf}\p{So}]/gu, " ").trim() || "-");
        }
      },
    },
  ),
];
