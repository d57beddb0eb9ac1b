// A minimal news surface in plain node:http: the smallest server that keeps to every requirement.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const versions = ["2026-08-01", "2024-01-01"];
const latest = versions[0];

const languages = [{ name: "English", code: "en", allowed: true }];
const countries = [
  { name: "United Kingdom", code: "GB", allowed: true, languages },
  { name: "United States", code: "US", allowed: true, languages },
];
const technology = [{ id: "CAAqAI", name: "Artificial intelligence", allowed: true }];
const topics = [
  { id: "TECHNOLOGY", name: "Technology", allowed: true, subtopics: technology },
  { id: "BUSINESS", name: "Business", allowed: true, subtopics: [] },
];
const publishers = ["Climate Daily", "Climate Weekly"].map((name) => ({
  title: name,
  name,
  url: `https://${name.toLowerCase().replace(" ", "-")}.example`,
  language: "en",
  category: "General",
  description: `${name} writes about the climate.`,
  logo: "https://images.example/logo.png",
  favicon: "https://images.example/favicon.ico",
  links: [{ type: "website", url: "https://publisher.example", username: "publisher" }],
}));

/** Thrown where a request is refused; becomes an answer in the error envelope of the version. */
class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

/** By path, the members of a successful answer besides metadata and parameters. */
const endpoints = {
  "/info/countries": () => ({ countries }),
  "/info/topics": () => ({ topics }),
  "/search/articles": () => ({}),
  "/search/publishers": (query) => {
    const text = query.get("query")?.trim().toLowerCase();
    if (text === "") throw new Refusal(400, "INVALID_PARAMETER", "query must not be empty");
    const limit = query.get("limit") ?? "10";
    if (!/^[1-9]\d?$|^100$/.test(limit)) {
      throw new Refusal(400, "INVALID_PARAMETER", "limit must be an integer from 1 to 100");
    }
    const isAsked = (name, value) =>
      (query.get(name) || value).toLowerCase() === value.toLowerCase();
    const found = publishers
      .filter(({ description }) => description.toLowerCase().includes(text ?? ""))
      .filter(({ language }) => isAsked("language", language))
      .filter(({ category }) => isAsked("category", category))
      // All of them are British.
      .filter(() => isAsked("country", "GB"));
    if (query.get("sort") === "name") found.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { publishers: found.slice(0, Number(limit)) };
  },
};

/**
 * @param keys those that are accepted
 * @returns a server of node:http that does not listen yet
 */
export function createNewsServer(keys) {
  return createServer((request, response) => {
    const started = performance.now();
    const wanted = request.headers["api-version"] ?? latest;
    const version = versions.includes(wanted) ? wanted : latest;
    const metadata = () => ({
      id: randomUUID(),
      took_ms: Math.round(performance.now() - started),
      timestamp: new Date().toISOString(),
    });
    const send = (status, body) => {
      response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      response.end(request.method === "HEAD" ? undefined : JSON.stringify(body));
    };
    try {
      send(200, answer(request, wanted, version, metadata));
    } catch (error) {
      const { status = 500, code = "INTERNAL_ERROR", message } = error;
      if (version === latest)
        send(status, { metadata: metadata(), errors: [{ code, message, details: {} }] });
      else send(status, { success: false, code: status, message });
    }
  });

  function answer(request, wanted, version, metadata) {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const isKnown = pathname === "/ping" || Object.hasOwn(endpoints, pathname);
    if (!isKnown) throw new Refusal(404, "NOT_FOUND", "there is no such path");
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new Refusal(405, "METHOD_NOT_ALLOWED", "only GET is allowed");
    }
    if (wanted !== version) {
      throw new Refusal(400, "INVALID_PARAMETER", `api-version is one of ${versions.join(", ")}`);
    }
    if (pathname === "/ping") {
      return { id: randomUUID(), message: "pong", version, timestamp: Date.now() };
    }
    const { authorization } = request.headers;
    const bearer = /^Bearer (.*)$/i.exec(authorization ?? "")?.[1];
    const sent = [
      request.headers["api-key"],
      request.headers["x-api-key"],
      authorization === undefined ? undefined : (bearer ?? ""),
    ].filter((key) => key !== undefined);
    if (sent.length === 0 || !sent.every((key) => keys.includes(key))) {
      throw new Refusal(401, "UNAUTHORIZED", "the API key is missing or invalid");
    }
    const parameters = Object.fromEntries(searchParams);
    return { metadata: metadata(), parameters, ...endpoints[pathname](searchParams) };
  }
}
