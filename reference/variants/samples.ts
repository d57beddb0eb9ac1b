import { places } from "../corpus/places.ts";
import { editableAt } from "../faults/edit.ts";
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
    ...withoutHits("domain", ({ sent }) => sent.get("domain") === "greatlakesherald.example"),
  },
];
