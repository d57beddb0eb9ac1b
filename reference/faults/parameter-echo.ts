import { withMetadata } from "../versions.ts";
import { editableAt, inSuccess, movedTime } from "./edit.ts";
import type { Fault } from "./fault.ts";

const search = { surface: "aggregator", endpoint: "/search" } as const;
const geolocation = { surface: "aggregator", endpoint: "/geolocation" } as const;

/** Changes the echo of a text. */
function inEcho(name: string, change: (text: string) => string): Pick<Fault, "response"> {
  return inSuccess((body) => {
    const parameters = editableAt(body, "parameters");
    const text = parameters?.[name];
    if (parameters !== null && typeof text === "string") parameters[name] = change(text);
  });
}

/** Echoes a parameter under the name of another one that was not sent. */
function renameEcho(name: string, other: string): Pick<Fault, "response"> {
  return inSuccess((body, { sent }) => {
    const parameters = editableAt(body, "parameters");
    if (parameters === null || !sent.has(name) || sent.has(other)) return;
    parameters[other] = parameters[name];
    delete parameters[name];
  });
}

/** Echoes of parameters that were not sent, or missing echoes. */
export const echoFaults: readonly Fault[] = [
  {
    name: "query-not-echoed",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name", "parameter.odd-signs-echoed"],
    cells: { ...search, version: withMetadata },
    sentence: "parameters does not echo the search text.",
    response({ body }) {
      delete editableAt(body, "parameters")?.query;
    },
    witness: { query: { query: "climate" } },
  },
  {
    name: "french-by-default",
    breaks: "parameter.geolocation-defaults",
    also: ["parameter.geolocation-defaults-effective", "consistency.versions-find-the-same"],
    cells: { ...geolocation, version: withMetadata },
    sentence: "The language of the location endpoint defaults to fr instead of en.",
    request({ query }) {
      if (!query.has("language")) query.set("language", "fr");
    },
  },

  {
    name: "location-not-echoed",
    breaks: "parameter.location-echoed",
    also: ["parameter.echoed-by-name", "parameter.odd-signs-echoed"],
    cells: { ...geolocation, version: withMetadata },
    sentence: "parameters does not echo the location.",
    ...inSuccess((body) => {
      delete editableAt(body, "parameters")?.location;
    }),
  },
  {
    name: "blanks-of-places-echoed-as-plus",
    breaks: "parameter.location-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { ...geolocation, version: withMetadata },
    sentence: "A location of several words is echoed with a plus sign for each space.",
    ...inEcho("location", (text) => text.replaceAll(" ", "+")),
    witness: { query: { location: "New York" } },
  },
  {
    name: "stop-words-not-echoed",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { ...search, version: withMetadata },
    sentence: "Stop words, such as of, are missing from the echo, as they are from the search.",
    ...inEcho("query", (text) => text.replace(/\b(the|of|in|and)\b ?/gi, "")),
    witness: { query: { query: "the price of coal" } },
  },
  {
    name: "plus-taken-literally",
    breaks: "parameter.plus-is-blank",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "Plus signs in a search text, as forms write them, are not decoded to spaces.",
    request({ query, target }) {
      const text = query.get("query");
      if (text !== null && target.includes("+")) query.set("query", text.replaceAll(" ", "+"));
    },
    witness: { target: "/search/publishers?query=price+of+coal" },
  },
  {
    name: "zero-not-echoed-at-article-search",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { surface: "news", endpoint: "/search/articles", version: withMetadata },
    sentence: "The search text 0 is echoed as the value null.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters?.query === "0") parameters.query = null;
    }),
    witness: { query: { query: "0" } },
  },
  {
    name: "null-not-echoed-at-search",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The search text null is echoed as the value null.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters?.query === "null") parameters.query = null;
    }),
    witness: { query: { query: "null" } },
  },
  {
    name: "language-of-the-country-echoed",
    breaks: "parameter.geolocation-defaults",
    cells: { ...geolocation, version: withMetadata },
    sentence: "Without a language, that of the country is echoed: fr for FR.",
    ...inSuccess((body, { sent }) => {
      const parameters = editableAt(body, "parameters");
      if (parameters && sent.get("country") === "FR" && !sent.has("language"))
        parameters.language = "fr";
    }),
    witness: { query: { location: "London", country: "FR" } },
  },
  {
    name: "echo-ends-at-an-emoji",
    breaks: "parameter.odd-signs-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "The echo ends at the first character that needs four bytes in UTF-8.",
    ...inEcho("query", (text) => text.replace(/[\u{10000}-\u{10ffff}][\s\S]*/u, "")),
    witness: { query: { query: "coal 🙂 exit" } },
  },
  {
    name: "query-echoed-as-q",
    breaks: "parameter.echoed-by-name",
    cells: { surface: "news", endpoint: "/search/articles", version: withMetadata },
    sentence: "The search text is echoed as q, although it was sent as query.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters === null) return;
      parameters.q = parameters.query;
      delete parameters.query;
    }),
    witness: { query: { query: "climate" } },
  },
  {
    name: "echo-still-encoded",
    breaks: "parameter.odd-signs-echoed",
    also: ["parameter.parameters-echoed", "parameter.echoed-by-name"],
    cells: { ...search, version: withMetadata },
    sentence: "The echo of the search text is percent-encoded, as received.",
    ...inEcho("query", (text) => encodeURIComponent(text)),
    witness: { query: { query: "São Paulo" } },
  },
  {
    name: "publisher-query-echoed-from-a-field-of-100",
    breaks: "parameter.odd-signs-echoed",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The echo of a publisher search ends after 100 characters.",
    ...inEcho("query", (text) => text.slice(0, 100)),
    witness: { query: { query: "climate ".repeat(15).trim() } },
  },
  {
    name: "accents-taken-for-two-letters",
    breaks: "parameter.odd-signs-echoed",
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence: "Article search reads the bytes of an accented letter as two letters.",
    ...inEcho("query", (text) => Buffer.from(text, "utf8").toString("latin1")),
    witness: { query: { query: "São Paulo" } },
  },
  {
    name: "zero-not-echoed",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { ...search, version: withMetadata },
    sentence: "The search text 0 is left out of the echo, as if there were none.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null && parameters.query === "0") delete parameters.query;
    }),
    witness: { query: { query: "0" } },
  },
  {
    name: "location-echoed-for-html",
    breaks: "parameter.odd-signs-echoed",
    cells: { ...geolocation, version: withMetadata },
    sentence: "The location is echoed with HTML escapes.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (typeof parameters?.location !== "string") return;
      parameters.location = parameters.location.replaceAll("'", "&#39;");
    }),
    witness: { query: { location: "L'Aquila" } },
  },
  {
    name: "echo-of-somebody-else",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name", "parameter.odd-signs-echoed"],
    cells: { surface: "news", endpoint: "/search/articles", version: withMetadata },
    sentence: "The echo of article search comes from the cache, from another search.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null) parameters.query = "elections";
    }),
    witness: { query: { query: "climate" } },
  },
  {
    name: "country-not-echoed",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "parameters does not echo the country.",
    ...inSuccess((body) => {
      delete editableAt(body, "parameters")?.country;
    }),
    witness: { query: { country: "us" } },
  },
  {
    name: "default-echoed-for-what-was-sent",
    breaks: "parameter.others-echoed",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The echoed number of results is always the default, 10.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      if (parameters !== null) parameters.limit = 10;
    }),
  },
  {
    name: "leading-zeros-lost-in-the-echo",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name"],
    cells: { ...search, version: withMetadata },
    sentence: "A search text of digits is echoed without its leading zeros.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      const query = parameters?.query;
      if (typeof query !== "string" || !/^\d+$/.test(query)) return;
      Object.assign(parameters ?? {}, { query: String(BigInt(query)) });
    }),
    witness: { query: { query: "007" } },
  },
  {
    name: "first-date-echoed-as-the-day-before",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "The published-from date is echoed as midnight of the day before.",
    ...inSuccess((body) => {
      const parameters = editableAt(body, "parameters");
      const from = parameters?.published_from;
      if (parameters && typeof from === "string")
        parameters.published_from = movedTime(from, -24 * 3_600_000);
    }),
    witness: { query: { published_from: "2026-03-20" } },
  },
  {
    name: "echo-cut-off",
    breaks: "parameter.odd-signs-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "The echo of the search text ends after 64 characters.",
    ...inEcho("query", (text) => text.slice(0, 64)),
    witness: { query: { query: "word ".repeat(20).trim() } },
  },
  {
    name: "dates-exchanged-in-the-echo",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "The echoes of the two dates are swapped if both are sent.",
    ...inSuccess((body, { sent }) => {
      const parameters = editableAt(body, "parameters");
      const [from, to] = [sent.get("published_from"), sent.get("published_to")];
      if (parameters === null || from === null || to === null) return;
      [parameters.published_from, parameters.published_to] = [to, from];
    }),
    witness: { query: { published_from: "2026-01-01", published_to: "2026-06-30" } },
  },
  {
    name: "british-by-default",
    breaks: "parameter.geolocation-defaults",
    also: ["parameter.geolocation-defaults-effective"],
    cells: { ...geolocation, version: withMetadata },
    sentence: "The country of the location endpoint defaults to GB instead of US.",
    request({ query }) {
      if (!query.has("country")) query.set("country", "GB");
    },
  },
  {
    name: "country-and-language-swapped",
    breaks: "parameter.others-echoed",
    cells: { ...geolocation, version: withMetadata },
    sentence: "The echoes of country and language are swapped if both are sent.",
    ...inSuccess((body, { sent }) => {
      const parameters = editableAt(body, "parameters");
      if (parameters === null || !sent.has("country") || !sent.has("language")) return;
      [parameters.country, parameters.language] = [parameters.language, parameters.country];
    }),
    witness: { query: { location: "London", country: "GB", language: "fr" } },
  },
  {
    name: "british-by-default-beside-a-language",
    breaks: "parameter.geolocation-defaults",
    cells: { ...geolocation, version: withMetadata },
    sentence: "The echoed country is GB if only a language is sent.",
    ...inSuccess((body, { sent }) => {
      const parameters = editableAt(body, "parameters");
      if (parameters === null || sent.has("country") || !sent.has("language")) return;
      parameters.country = "GB";
    }),
    witness: { query: { location: "London", language: "en" } },
  },
  {
    name: "spaces-echoed-as-plus",
    breaks: "parameter.parameters-echoed",
    also: ["parameter.echoed-by-name", "consistency."],
    cells: { ...search, version: withMetadata },
    sentence: "Spaces in the search text are echoed as plus signs, as in a form.",
    ...inEcho("query", (text) => text.replaceAll(" ", "+")),
    witness: { query: { query: "climate change" } },
  },
  {
    name: "category-kept-in-the-echo",
    breaks: "parameter.unsent-not-echoed",
    also: ["consistency."],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence:
      "If a language is sent without a category, the echo has the last category that any request sent.",
    ...inSuccess((body, { sent, memory }) => {
      const category = sent.get("category");
      if (category !== null) memory.set("category", category);
      const parameters = editableAt(body, "parameters");
      if (
        parameters !== null &&
        category === null &&
        sent.has("language") &&
        memory.has("category")
      )
        parameters.category = memory.get("category");
    }),
    witness: { query: { language: "en" }, before: [{ query: { category: "Science" } }] },
  },
  {
    name: "dates-of-somebody-else-echoed",
    breaks: "parameter.unsent-not-echoed",
    also: ["consistency."],
    cells: { ...search, version: withMetadata },
    sentence: "If a country is sent, the echo has the published-from date of an earlier search.",
    ...inSuccess((body, { sent, memory }) => {
      const date = sent.get("published_from");
      if (date !== null) memory.set("date", date);
      const parameters = editableAt(body, "parameters");
      if (parameters !== null && date === null && sent.has("country") && memory.has("date"))
        parameters.published_from = memory.get("date");
    }),
    witness: { query: { country: "us" }, before: [{ query: { published_from: "2026-01-01" } }] },
  },
  {
    name: "echo-ends-at-an-ampersand",
    breaks: "parameter.odd-signs-echoed",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence:
      "The echo of a publisher search is decoded before it is split: it ends at the first &.",
    ...inEcho("query", (text) => text.replace(/&.*/s, "")),
    witness: { query: { query: "AT&T" } },
  },
  {
    name: "articles-echoed-up-to-an-ampersand",
    breaks: "parameter.odd-signs-echoed",
    cells: { surface: "news", endpoint: "/search/articles", version: "default" },
    sentence: "The echo of article search is decoded before it is split: it ends at the first &.",
    ...inEcho("query", (text) => text.replace(/&.*/s, "")),
    witness: { query: { query: "AT&T" } },
  },
  {
    name: "country-echoed-as-language",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "A country without a language is echoed as the language.",
    ...renameEcho("country", "language"),
    witness: { query: { country: "us" } },
  },
  {
    name: "first-date-echoed-as-the-last",
    breaks: "parameter.others-echoed",
    cells: { ...search, version: withMetadata },
    sentence: "A published-from date without a published-to date is echoed as the latter.",
    ...renameEcho("published_from", "published_to"),
    witness: { query: { published_from: "2026-01-01" } },
  },
  {
    name: "opaque-ids-echoed-in-small-letters",
    breaks: "parameter.others-echoed",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Opaque topic ids are echoed in small letters, which are those of another topic.",
    ...inEcho("topic_id", (text) => (text.startsWith("CAAq") ? text.toLowerCase() : text)),
    witness: { query: { topic_id: "CAAqAAAA" } },
  },
  {
    name: "category-echoed-as-language",
    breaks: "parameter.others-echoed",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A category without a language is echoed as the language.",
    ...renameEcho("category", "language"),
    witness: { query: { category: "Science" } },
  },
];
