import { editableAt, refuseWith } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import type { Variant } from "./variant.ts";

const withCodes = ["/search", "/geolocation", "/search/publishers"];

/** Leads the request to a refusal of its parameters. */
function refuse({ query }: FaultRequest): void {
  query.set("page", "not-a-page");
  query.set("limit", "not-a-number");
  query.delete("location");
}

/** Whether a code other than us and en was sent. */
function hasOtherCode({ sent }: FaultRequest): boolean {
  const isOther = (code: string | null, own: string) => code && code.toLowerCase() !== own;
  return Boolean(isOther(sent.get("country"), "us") || isOther(sent.get("language"), "en"));
}

/** Puts what was sent into the echo again. */
function echoAgain(names: readonly string[]): Pick<Variant, "response"> {
  return {
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      for (const name of names) if (echoed && sent.has(name)) echoed[name] = sent.get(name);
    },
  };
}

/** Freedoms in what countries, languages, topics and pages lead to. */
export const combinationVariants: readonly Variant[] = [
  {
    name: "the-same-news-for-every-country",
    sentence: "The few items that there are belong to no country and no language.",
    cells: { endpoint: withCodes },
    ends: "conformant",
    request({ query }) {
      query.delete("country");
      query.delete("language");
    },
    ...echoAgain(["country", "language"]),
  },
  {
    name: "other-countries-are-not-on-the-plan",
    sentence: "The aggregator refuses a country other than us and a language other than en.",
    cells: { surface: "aggregator", endpoint: ["/search", "/geolocation"] },
    ends: "conformant",
    quiet: true,
    request(request) {
      if (hasOtherCode(request)) refuse(request);
    },
  },
  {
    name: "other-countries-are-forbidden",
    sentence:
      "A country other than us and a language other than en are outside the plan, and refused with 403.",
    cells: { surface: "aggregator", endpoint: ["/search", "/geolocation"] },
    ends: "conformant",
    quiet: true,
    request(request) {
      if (hasOtherCode(request)) refuse(request);
    },
    response(response, request) {
      if (response.status === 400 && hasOtherCode(request)) refuseWith(response, 403);
    },
  },
  {
    name: "languages-of-their-country-only",
    sentence:
      "A language that the country does not have is refused: us has en, gb has en and jp has ja.",
    cells: { endpoint: withCodes },
    ends: "conformant",
    quiet: true,
    request(request) {
      const [country, language] = [request.sent.get("country"), request.sent.get("language")];
      const own = country?.toLowerCase() === "jp" ? "ja" : "en";
      if (country && language && language.toLowerCase() !== own) refuse(request);
    },
  },
  {
    name: "regional-forms-of-languages",
    sentence: "A language is echoed as a regional form of it.",
    cells: { endpoint: withCodes },
    ends: "conformant",
    quiet: true,
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      const language = sent.get("language");
      if (echoed && language && /^[a-z]{2}$/.test(language)) {
        echoed.language = language === "en" ? "en-US" : `${language}-${language.toUpperCase()}`;
      }
    },
  },
  {
    name: "no-subtopics",
    sentence: "No topic has subtopics.",
    cells: { surface: "aggregator", endpoint: "/topics" },
    ends: "incomplete",
    response({ body }) {
      const outer = editableAt(body);
      if (outer && "subtopic_links" in outer) outer.subtopic_links = [];
    },
  },
  {
    name: "later-pages-refused",
    sentence: "Search with a text has one page only.",
    cells: { surface: "aggregator", endpoint: "/search" },
    ends: "conformant",
    quiet: true,
    request(request) {
      const { sent } = request;
      const isLater = (sent.get("page") ?? "1") !== "1";
      if ((sent.has("query") || sent.has("q")) && isLater) refuse(request);
    },
  },
];
