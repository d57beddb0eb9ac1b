import { letIn } from "./edit.ts";
import type { Fault, FaultRequest, FaultWitness } from "./fault.ts";

interface WayIn {
  readonly name: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly surface: "aggregator" | "news";
  readonly sentence: string;
  readonly isLetIn: (request: FaultRequest) => boolean;
  readonly witness: FaultWitness;
}

const withoutKey = ({ auth, headers }: FaultRequest) =>
  auth === null && headers.authorization === undefined;

const bearer = ({ headers }: FaultRequest) => String(headers.authorization ?? "");

function isPatternOf(pattern: string, text: string): boolean {
  const signs = [...pattern];
  return (
    signs.length === text.length &&
    signs.every((sign, index) => sign === "_" || sign === text[index])
  );
}

/** Things that a server may mistake for a key or for an exemption from it. */
const waysIn: readonly WayIn[] = [
  {
    name: "public-path-in-a-header",
    breaks: "auth.missing-key-refused",
    surface: "news",
    sentence: "A path in a header for proxies is looked up in the list of public paths.",
    isLetIn: (request) => withoutKey(request) && request.headers["x-original-url"] === "/ping",
    witness: { endpoint: "/info/topics", headers: { "x-original-url": "/ping" } },
  },
  {
    name: "public-path-in-a-parameter",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "A URL that contains /ping anywhere needs no key.",
    isLetIn: (request) =>
      withoutKey(request) &&
      decodeURIComponent(request.target.split("?")[1] ?? "").includes("/ping"),
    witness: { endpoint: "/search", query: { next: "/ping" }, key: "none" },
  },
  {
    name: "no-key-for-debugging",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "With debug=true, no key is needed.",
    isLetIn: (request) => withoutKey(request) && request.sent.get("debug") === "true",
    witness: { endpoint: "/topics", query: { debug: "true" }, key: "none" },
  },
  {
    name: "any-key-in-the-url",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "Any value of the parameter apiKey is accepted as a key.",
    isLetIn: (request) => withoutKey(request) && request.sent.has("apiKey"),
    witness: { endpoint: "/topics", query: { apiKey: "none" }, key: "none" },
  },
  {
    name: "any-token-in-the-url",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "Any value of the parameter access_token is accepted as a key.",
    isLetIn: (request) => withoutKey(request) && request.sent.has("access_token"),
    witness: { endpoint: "/topics", query: { access_token: "none" }, key: "none" },
  },
  {
    name: "private-network-behind-a-proxy",
    breaks: "auth.missing-key-refused",
    surface: "news",
    sentence: "Requests that a proxy has received from a private network need no key.",
    isLetIn: (request) =>
      withoutKey(request) && /^10\./.test(String(request.headers["x-forwarded-for"])),
    witness: { endpoint: "/search/articles", headers: { "x-forwarded-for": "10.0.0.1" } },
  },
  {
    name: "forwarded-by-the-own-machine",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "Requests that a proxy has received from its own machine need no key.",
    isLetIn: (request) => withoutKey(request) && request.headers.forwarded === "for=127.0.0.1",
    witness: { endpoint: "/search", headers: { forwarded: "for=127.0.0.1" } },
  },
  {
    name: "scripts-of-the-own-site",
    breaks: "auth.missing-key-refused",
    surface: "aggregator",
    sentence: "Scripts of the server's own site need no key.",
    isLetIn: (request) =>
      withoutKey(request) && request.headers["sec-fetch-site"] === "same-origin",
    witness: { endpoint: "/geolocation", headers: { "sec-fetch-site": "same-origin" } },
  },
  {
    name: "scripts-by-the-usual-header",
    breaks: "auth.missing-key-refused",
    surface: "news",
    sentence: "Requests with the header of scripts in browsers need no key.",
    isLetIn: (request) => withoutKey(request) && "x-requested-with" in request.headers,
    witness: { endpoint: "/info/topics", headers: { "x-requested-with": "XMLHttpRequest" } },
  },
  {
    name: "user-of-a-gateway",
    breaks: "auth.missing-key-refused",
    surface: "news",
    sentence: "A user whom a gateway names needs no key.",
    isLetIn: (request) => withoutKey(request) && "x-forwarded-user" in request.headers,
    witness: { endpoint: "/search/publishers", headers: { "x-forwarded-user": "admin" } },
  },
  {
    name: "probes-need-no-key",
    breaks: "auth.missing-key-refused",
    also: ["transport.any-media-type"],
    surface: "news",
    sentence: "Requests of an orchestrator that asks whether the service is up need no key.",
    isLetIn: (request) =>
      withoutKey(request) && /^kube-probe/.test(String(request.headers["user-agent"])),
    witness: { endpoint: "/info/countries", headers: { "user-agent": "kube-probe/1.31" } },
  },
  {
    name: "unsigned-tokens-accepted",
    breaks: "auth.unknown-key-refused",
    surface: "aggregator",
    sentence: "A JSON Web Token without a signature is accepted as a key.",
    isLetIn: ({ key }) => /^eyJ[\w-]+\.[\w-]+\.$/.test(key ?? ""),
    witness: { endpoint: "/search", headers: { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." } },
  },
  {
    name: "keys-for-trying-things-out",
    breaks: "auth.unknown-key-refused",
    surface: "aggregator",
    sentence: "The keys demo and test are accepted.",
    isLetIn: ({ key }) => key === "demo" || key === "test",
    witness: { endpoint: "/search", headers: { "api-key": "test" } },
  },
  {
    name: "keys-taken-for-patterns",
    breaks: "auth.unknown-key-refused",
    surface: "aggregator",
    sentence: "A key is looked up with LIKE, for which an underscore stands for any character.",
    isLetIn: ({ key, keys }) => isPatternOf(key ?? "", keys.aggregator.own),
    witness: { endpoint: "/search", key: "altered-within" },
  },
  {
    name: "scheme-in-lower-case-not-checked",
    breaks: "auth.unknown-key-refused",
    surface: "aggregator",
    sentence: "Whatever follows the scheme bearer in lower case is accepted.",
    isLetIn: (request) => /^bearer \S/.test(bearer(request)),
    witness: { endpoint: "/search", headers: { authorization: "bearer bk_never-issued" } },
  },
];

/** Requests without a valid key that are let in because of something that is no key. */
export const letInFaults: readonly Fault[] = [
  ...waysIn.map(
    ({ name, breaks, also = [], surface, sentence, isLetIn, witness }): Fault => ({
      name,
      breaks,
      also: ["auth.", ...also],
      cells: { surface },
      sentence,
      request(request) {
        if (isLetIn(request)) letIn(request);
      },
      witness,
    }),
  ),
  {
    name: "public-suffix",
    breaks: "auth.path-spelling-needs-key",
    cells: { surface: "news" },
    sentence: "A path that ends in /ping is public, and what follows a semicolon is cut off.",
    request(request) {
      const [, path] = /^([^;]+);\/ping$/.exec(request.path) ?? [];
      if (path === undefined) return;
      letIn(request);
      request.path = path;
    },
    witness: { target: "/search/publishers;/ping", key: "none" },
  },
  {
    name: "crash-on-a-long-key",
    breaks: "auth.unknown-key-refused",
    also: ["auth.", "error."],
    cells: { surface: "news" },
    sentence: "A key of more than 255 characters results in status 500.",
    response(response, { key }) {
      if ((key ?? "").length > 255) response.status = 500;
    },
    witness: { endpoint: "/info/topics", headers: { "api-key": "k".repeat(300) } },
  },
];
