import { places } from "../corpus/places.ts";
import {
  articles,
  editableAt,
  inSuccess,
  isEditable,
  objectsAt,
  refuse,
  refuseWith,
  succeeded,
} from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

/** A value that no item of the corpus has. */
const nothing = "zqxnothing";

/** Searches for a value that no item has instead of the given one, but echoes the given one. */
function withoutHits(
  name: string,
  unknown: (request: FaultRequest) => boolean,
): Pick<Variant, "request" | "response"> {
  return {
    request(request) {
      if (request.sent.has(name) && unknown(request)) request.query.set(name, nothing);
    },
    response({ body }, request) {
      const echoed = editableAt(body, "parameters");
      if (echoed !== null && echoed[name] === nothing) echoed[name] = request.sent.get(name);
    },
  };
}

/** Whether a location is in another country than the requested or default one. */
function isAbroad({ sent }: FaultRequest): boolean {
  const asked = (sent.get("location") ?? "").toLowerCase();
  const place = places.find(({ name }) => name.toLowerCase() === asked);
  return place !== undefined && place.country !== (sent.get("country") ?? "us").toLowerCase();
}

/** Refuses some of the requests with a valid key; a status that the specification gives stays as it is. */
function refusing(
  isRefused: (request: FaultRequest) => boolean,
  status: number,
): Pick<Variant, "request" | "response"> {
  return {
    request(request) {
      if (isRefused(request)) refuse(request);
    },
    response(response, request) {
      if (response.status === 400 && isRefused(request)) refuseWith(response, status);
    },
  };
}

/** The domain that the suite filters by if it is given one. */
const givenDomain = "greatlakesherald.example";

/** Gives every article and its source other addresses, and refuses some domains; the given one has no news. */
function atAddresses(
  addressOf: (url: string) => string,
  isRefused: (domain: string) => boolean,
): Pick<Variant, "request" | "response"> {
  const refusal = refusing(({ sent }) => isRefused(sent.get("domain") ?? ""), 404);
  const empty = withoutHits("domain", ({ sent }) => sent.get("domain") === givenDomain);
  const moved = inSuccess((body) => {
    for (const article of articles(body)) {
      article.url = addressOf(String(article.url));
      const { source } = article;
      if (isEditable(source) && "url" in source) source.url = addressOf(String(source.url));
    }
  });
  return {
    request(request) {
      refusal.request?.(request);
      empty.request?.(request);
    },
    response(response, request) {
      for (const one of [refusal, empty, moved]) one.response?.(response, request);
    },
  };
}

/** Codes that only the aggregator has. */
const ofAggregator: Readonly<Record<string, readonly string[]>> = {
  country: ["us", "gb"],
  language: ["en", "fr"],
};

/** Servers without matches for the default samples of the suite. */
export const sampleVariants: readonly Variant[] = [
  {
    name: "places-in-their-own-country",
    sentence:
      "A place has news in its own country only, so London has none in the default country.",
    cells: { endpoint: "/geolocation" },
    ends: "conformant",
    ...withoutHits("location", isAbroad),
  },
  {
    name: "no-news-of-the-default-country",
    sentence: "There is no news for the default country of locations.",
    cells: { endpoint: "/geolocation" },
    ends: "conformant",
    ...withoutHits(
      "location",
      (request) =>
        isAbroad(request) || (request.sent.get("country") ?? "US").toUpperCase() === "US",
    ),
  },
  {
    name: "nothing-about-the-climate",
    sentence: "The default search text of the suite finds nothing.",
    cells: { endpoint: "/search" },
    ends: "conformant",
    request(request) {
      for (const name of ["query", "q"]) {
        if (request.sent.get(name) === "climate") request.query.set(name, nothing);
      }
    },
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed !== null && echoed.query === nothing) echoed.query = sent.get("query");
    },
  },
  {
    name: "no-technology",
    sentence: "The topic TECHNOLOGY lists nothing.",
    cells: { endpoint: "/topics" },
    ends: "conformant",
    ...withoutHits("topic_id", ({ sent }) => sent.get("topic_id") === "TECHNOLOGY"),
  },
  {
    name: "no-such-publisher",
    sentence: "The publisher whose domain the suite filters by has no news.",
    cells: { endpoint: "/search" },
    ends: "conformant",
    ...withoutHits("domain", ({ sent }) => sent.get("domain") === givenDomain),
  },
  {
    name: "only-places-of-its-own",
    sentence: "No place is known that the suite could ask for, and unknown ones are refused.",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    ends: "incomplete",
    request(request) {
      if (request.sent.has("location")) refuse(request);
    },
  },
  {
    name: "codes-of-another-product",
    sentence:
      "The list of countries allows others than the aggregator has, which refuses all but its own.",
    cells: {},
    ends: "conformant",
    quiet: true,
    request(request) {
      if (request.endpoint !== "/search") return;
      for (const [name, codes] of Object.entries(ofAggregator)) {
        const code = request.sent.get(name)?.toLowerCase() ?? "";
        if (code !== "" && !codes.includes(code)) refuse(request);
      }
    },
    response(response, { endpoint }) {
      if (endpoint !== "/info/countries" || !succeeded(response)) return;
      for (const country of objectsAt(response.body, "countries")) {
        country.allowed = String(country.code).toLowerCase() === "de";
        for (const language of objectsAt(country, "languages")) {
          language.allowed = country.allowed;
        }
      }
    },
  },
  {
    name: "domains-without-their-hosts",
    sentence:
      "Articles are on a host of the publisher's domain, which is refused as a domain of its own.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    ...atAddresses(
      (url) => url.replace(/\/\/(www\.)?/, "//m."),
      (domain) => domain.startsWith("m."),
    ),
  },
  {
    name: "domains-as-addresses-write-them",
    sentence: "A publisher is known by the host of its address only, which begins with www.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    ...atAddresses(
      (url) => url.replace(/\/\/(www\.)?/, "//www."),
      (domain) => domain !== "" && domain !== givenDomain && !domain.startsWith("www."),
    ),
  },
  {
    name: "articles-through-one-host",
    sentence:
      "All articles and pages about publishers are on the server's own host, which is not one of a publisher.",
    cells: { surface: "aggregator" },
    ends: "conformant",
    ...atAddresses(
      (url) => `https://go.headlines.example/${encodeURIComponent(url)}`,
      (domain) => domain.endsWith("headlines.example"),
    ),
  },
];
