import { places } from "../corpus/places.ts";
import { editableAt } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

/** What no item of the corpus has. */
const nothing = "zqxnothing";

/** Looks for something that no item has in place of a value, and echoes the value all the same. */
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

/** Whether a location lies in another country than the one that is asked for or, without one, the default. */
function isAbroad({ sent }: FaultRequest): boolean {
  const asked = (sent.get("location") ?? "").toLowerCase();
  const place = places.find(({ name }) => name.toLowerCase() === asked);
  return place !== undefined && place.country !== (sent.get("country") ?? "us").toLowerCase();
}

/** Servers that have nothing for what the suite asks with by default. */
export const sampleVariants: readonly Variant[] = [
  {
    name: "places-in-their-own-country",
    sentence:
      "A place has news in its own country only, so that London has none in the default one.",
    cells: { endpoint: "/geolocation" },
    ends: "conformant",
    ...withoutHits("location", isAbroad),
  },
  {
    name: "no-news-of-the-default-country",
    sentence: "Nothing is known of the country that locations default to.",
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
    sentence: "The search text that the suite asks with by default finds nothing.",
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
    ...withoutHits("domain", ({ sent }) => sent.get("domain") === "harborpost.example"),
  },
];
