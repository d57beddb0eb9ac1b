import { inError, letIn, takeKeys } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

/** The value of Authorization after a scheme, in any letter case; null for another scheme. */
function after(scheme: string, { headers }: FaultRequest): string | null {
  const value = String(headers.authorization ?? "");
  const found = value.toLowerCase().startsWith(`${scheme} `);
  return found ? value.slice(scheme.length + 1) : null;
}

/** Listed forms of the key that are not accepted, and unlisted forms that are. */
export const authFormFaults: readonly Fault[] = [
  {
    name: "bearer-not-accepted",
    breaks: "auth.style-accepted",
    cells: { surface: "news", endpoint: "/info/topics", auth: "bearer" },
    sentence: "The topic list does not support Authorization: Bearer.",
    request: takeKeys,
  },
  {
    name: "api-key-header-forgotten",
    breaks: "auth.style-accepted",
    also: ["version.articles-explicit-version"],
    cells: { surface: "news", endpoint: "/search/articles", auth: "api-key" },
    sentence: "Article search does not read the api-key header.",
    request: takeKeys,
  },
  {
    name: "x-api-key-newer-than-the-old-version",
    breaks: "auth.style-accepted",
    cells: { surface: "aggregator", endpoint: "/search", version: "2022-01-01", auth: "x-api-key" },
    sentence: "Search at 2022-01-01 does not support x-api-key, which was added later.",
    request: takeKeys,
  },
  {
    name: "bearer-forbidden",
    breaks: "auth.style-accepted",
    cells: {
      surface: "aggregator",
      endpoint: "/geolocation",
      version: "2024-01-01",
      auth: "bearer",
    },
    sentence: "The location endpoint at 2024-01-01 answers a bearer key with 403.",
    request(request) {
      if (request.key === request.keys.aggregator.own) takeKeys(request);
    },
    ...inError((body, { key, keys }, response) => {
      if (key !== keys.aggregator.own) return;
      response.status = 403;
      body.code = 403;
    }),
  },
  {
    name: "bare-key-accepted",
    breaks: "auth.bare-authorization-refused",
    cells: { surface: "news", endpoint: "/search/articles" },
    sentence: "Article search accepts a key in Authorization without a scheme.",
    request(request) {
      if (request.headers.authorization === request.keys.news.own) letIn(request);
    },
    witness: { headers: { authorization: "$KEY" } },
  },
  {
    name: "basic-accepted",
    breaks: "auth.basic-authorization-refused",
    cells: { surface: "aggregator" },
    sentence: "The aggregator accepts the user name of HTTP Basic as a key.",
    request(request) {
      const decoded = Buffer.from(after("basic", request) ?? "", "base64").toString();
      if (decoded.split(":")[0] === request.keys.aggregator.own) letIn(request);
    },
    witness: { endpoint: "/search", headers: { authorization: "Basic $BASIC" } },
  },
  {
    name: "basic-password-accepted",
    breaks: "auth.basic-authorization-refused",
    cells: { surface: "news" },
    sentence: "The news surface accepts the password of HTTP Basic as a key, whoever the user is.",
    request(request) {
      const decoded = Buffer.from(after("basic", request) ?? "", "base64").toString();
      if (decoded.split(":")[1] === request.keys.news.own) letIn(request);
    },
    witness: { endpoint: "/info/topics", headers: { authorization: "Basic $BASIC" } },
  },
  {
    name: "token-scheme-accepted",
    breaks: "auth.other-scheme-refused",
    cells: { surface: "aggregator" },
    sentence: "The aggregator accepts Authorization: Token <key>, which is not listed.",
    request(request) {
      if (after("token", request) === request.keys.aggregator.own) letIn(request);
    },
    witness: { endpoint: "/topics", headers: { authorization: "Token $KEY" } },
  },
  {
    name: "any-scheme-accepted",
    breaks: "auth.other-scheme-refused",
    also: ["auth.basic-authorization-refused"],
    cells: { surface: "news" },
    sentence:
      "The news surface takes the last word of Authorization as the key, whatever precedes it.",
    request(request) {
      const [scheme = "", word = ""] = String(request.headers.authorization ?? "").split(" ");
      const [user] = Buffer.from(word, "base64").toString().split(":");
      const key = scheme === "Basic" ? user : word;
      if (key === request.keys.news.own) letIn(request);
    },
    witness: { endpoint: "/search/publishers", headers: { authorization: "ApiKey $KEY" } },
  },
  {
    name: "header-names-compared-exactly",
    breaks: "auth.header-name-case-ignored",
    cells: { surface: "aggregator" },
    sentence: "The aggregator recognises the key headers in lower case only.",
    request(request) {
      if (request.headerNames.some((name) => /^(X-)?API-KEY$|^AUTHORIZATION$/.test(name))) {
        takeKeys(request);
      }
    },
    witness: { endpoint: "/search", headers: { "API-KEY": "$KEY" } },
  },
  {
    name: "bearer-with-a-capital-only",
    breaks: "auth.scheme-case-ignored",
    cells: { surface: "news" },
    sentence: "The news surface accepts Bearer, but neither bearer nor BEARER.",
    request(request) {
      if (!/^Bearer /.test(String(request.headers.authorization ?? "Bearer "))) takeKeys(request);
    },
    witness: { endpoint: "/info/topics", headers: { authorization: "bearer $KEY" } },
  },
  {
    name: "session-in-place-of-a-key",
    breaks: "auth.cookies-no-key",
    // Data without a key breaks it, whatever the request was sent for.
    also: ["auth.missing-key-refused"],
    cells: { surface: "aggregator", endpoint: "/search" },
    sentence: "A request with a key begins a session, whose cookie is accepted without a key.",
    request(request) {
      if (/\bsid=opened\b/.test(String(request.headers.cookie))) letIn(request);
    },
    response({ status, headers }) {
      if (status === 200)
        headers["set-cookie"] = "sid=opened; Expires=Wed, 21 Oct 2099 07:28:00 GMT; HttpOnly";
    },
    witness: { headers: { cookie: "sid=opened" } },
  },
];
