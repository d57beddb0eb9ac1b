import { withMetadata } from "../versions.ts";
import { editableAt, inList, inSuccess, isEditable, moveOn, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const countries = { surface: "news", endpoint: "/info/countries", version: withMetadata } as const;
const topics = { surface: "news", endpoint: "/info/topics", version: withMetadata } as const;

/** Wrong information about the caller's plan. */
export const planFaults: readonly Fault[] = [
  {
    name: "three-letter-countries",
    breaks: "plan.country-code-alpha2",
    cells: countries,
    sentence: "Country codes have three letters instead of two.",
    response({ body }) {
      for (const country of objectsAt(body, "countries")) country.code = `${country.code}X`;
    },
  },
  {
    name: "all-countries-allowed",
    breaks: "plan.country-allowed-iff-language",
    cells: countries,
    sentence: "Countries are allowed although none of their languages is.",
    response({ body }) {
      for (const country of objectsAt(body, "countries")) country.allowed = true;
    },
  },
  {
    name: "allowed-as-text",
    breaks: "plan.allowed-flag",
    cells: topics,
    sentence: "The allowed flag of topics is a string instead of a boolean.",
    response({ body }) {
      for (const topic of objectsAt(body, "topics")) topic.allowed = String(topic.allowed);
    },
  },
  {
    name: "one-subtopic-without-flag",
    breaks: "plan.subtopics",
    cells: topics,
    sentence: "The last subtopic of the last topic has no allowed flag.",
    response({ body }) {
      const last = objectsAt(body, "topics").at(-1);
      delete objectsAt(last, "subtopics").at(-1)?.allowed;
    },
  },
  {
    name: "last-country-without-name",
    breaks: "plan.country-members",
    cells: countries,
    sentence: "The last country has no name.",
    ...inList("countries", (country) => delete country.name, "last"),
  },
  {
    name: "null-languages",
    breaks: "plan.country-types",
    cells: countries,
    sentence: "A country without languages has languages: null.",
    ...inList(
      "countries",
      (country) => {
        country.languages = null;
        country.allowed = false;
      },
      "last",
    ),
  },
  {
    name: "numeric-country-codes",
    breaks: "plan.country-types",
    cells: countries,
    sentence: "The code of the last country is its number in ISO 3166.",
    ...inList(
      "countries",
      (country) => {
        country.code = 826;
      },
      "last",
    ),
  },
  {
    name: "languages-without-flag",
    breaks: "plan.country-languages",
    cells: countries,
    sentence: "The languages of the last country have no allowed flag.",
    ...inList(
      "countries",
      (country) => {
        for (const language of objectsAt(country, "languages")) delete language.allowed;
      },
      "last",
    ),
  },
  {
    name: "languages-allowed-by-number",
    breaks: "plan.allowed-flag",
    cells: countries,
    sentence: "The allowed flags of languages are 0 and 1.",
    ...inList("countries", (country) => {
      for (const language of objectsAt(country, "languages")) {
        language.allowed = Number(language.allowed);
      }
    }),
  },
  {
    name: "paid-countries-hidden",
    breaks: "plan.country-allowed-iff-language",
    cells: countries,
    sentence: "A country is allowed only if all of its languages are.",
    ...inList("countries", (country) => {
      const languages = objectsAt(country, "languages");
      country.allowed = languages.length > 1 && languages.every(({ allowed }) => allowed === true);
    }),
  },
  {
    name: "last-topic-without-id",
    breaks: "plan.topic-members",
    cells: topics,
    sentence: "The last topic has no id.",
    ...inList("topics", (topic) => delete topic.id, "last"),
  },
  {
    name: "topics-numbered",
    breaks: "plan.topic-types",
    cells: topics,
    sentence: "The ids of topics are numbers.",
    ...inList("topics", (topic) => {
      topic.id = 7;
    }),
  },
  {
    name: "null-subtopics",
    breaks: "plan.topic-types",
    also: ["plan.lists-agree"],
    cells: { ...topics, auth: "x-api-key" },
    sentence: "subtopics of the last topic is null for clients with x-api-key.",
    ...inList(
      "topics",
      (topic) => {
        topic.subtopics = null;
      },
      "last",
    ),
  },
  {
    name: "null-subtopic-name",
    breaks: "plan.subtopics",
    cells: topics,
    sentence: "The first subtopic of every topic has name: null.",
    ...inList("topics", (topic) => {
      const [first] = objectsAt(topic, "subtopics");
      if (first !== undefined) first.name = null;
    }),
  },
  {
    name: "every-third-list-is-empty",
    breaks: "plan.lists-agree",
    also: ["plan.lists-something"],
    cells: countries,
    sentence:
      "Every third list of countries is empty, since one of three servers has not loaded it.",
    response({ status, body }, { memory }) {
      const list = editableAt(body, "countries") ?? body;
      if (status !== 200 || !isEditable(list)) return;
      const number = Number(memory.get("lists") ?? 0) + 1;
      memory.set("lists", number);
      if (number % 3 === 0) list.countries = [];
    },
    witness: { before: [{}, {}] },
  },
  {
    name: "bearers-see-one-topic",
    breaks: "plan.lists-agree",
    cells: { ...topics, auth: "bearer" },
    sentence: "Clients with a bearer token see the first topic only.",
    response({ body }) {
      const list = editableAt(body);
      if (list !== null && Array.isArray(list.topics)) list.topics.splice(1);
    },
  },
  {
    name: "last-country-missing-by-default",
    breaks: "plan.lists-agree",
    cells: countries,
    sentence: "Without the version header the last country is missing.",
    response({ body }, { version }) {
      const list = editableAt(body);
      if (version === "default" && list !== null && Array.isArray(list.countries))
        list.countries.pop();
    },
    witness: { version: "default" },
  },
  {
    name: "country-listed-twice",
    breaks: "plan.listed-once",
    cells: countries,
    sentence: "The first country is listed again at the end, as one that is not allowed.",
    ...inSuccess(({ countries: all }) => {
      if (!Array.isArray(all) || !isEditable(all[0])) return;
      const languages = objectsAt(all[0], "languages");
      all.push({
        ...all[0],
        allowed: false,
        languages: languages.map((language) => ({ ...language, allowed: false })),
      });
    }),
  },
  {
    name: "countries-under-one-name",
    breaks: "plan.names-differ",
    cells: countries,
    sentence: "Every country has the name of the first.",
    ...inSuccess((body) => {
      const all = objectsAt(body, "countries");
      for (const country of all) country.name = all[0]?.name;
    }),
  },
  {
    name: "subtopics-under-the-name-of-their-topic",
    breaks: "plan.names-differ",
    cells: topics,
    sentence: "Every subtopic has the name of its topic.",
    ...inList("topics", (topic) => {
      for (const subtopic of objectsAt(topic, "subtopics")) subtopic.name = topic.name;
    }),
  },
  {
    name: "languages-under-one-name",
    breaks: "plan.names-differ",
    cells: countries,
    sentence: "Every language is called English.",
    ...inList("countries", (country) => {
      for (const language of objectsAt(country, "languages")) language.name = "English";
    }),
  },
  {
    name: "languages-without-names",
    breaks: "item.listed-members-seen",
    also: ["item.texts-filled", "plan.names-differ"],
    cells: countries,
    sentence: "The names of languages are empty.",
    ...inList("countries", (country) => {
      for (const language of objectsAt(country, "languages")) language.name = "";
    }),
  },
  {
    name: "no-topics-supported",
    breaks: "plan.lists-something",
    cells: topics,
    sentence: "The list of topics is empty.",
    ...inSuccess((body) => {
      body.topics = [];
    }),
  },
  {
    name: "code-of-the-next-country",
    breaks: "plan.names-of-codes",
    cells: countries,
    sentence: "A country has the code of the next one in the list.",
    ...inSuccess((body) => moveOn(objectsAt(body, "countries"), "code")),
  },
  {
    name: "name-of-the-next-language",
    breaks: "plan.names-of-codes",
    cells: countries,
    sentence: "The names of languages are those of the next one in the alphabet of codes.",
    ...inSuccess((body) => {
      const languages = objectsAt(body, "countries").flatMap((country) =>
        objectsAt(country, "languages"),
      );
      const codes = [...new Set(languages.map(({ code }) => String(code)))].sort();
      const names = new Map(languages.map(({ code, name }) => [String(code), name]));
      for (const language of languages) {
        const place = codes.indexOf(String(language.code));
        language.name = names.get(codes[(place + 1) % codes.length] ?? "");
      }
    }),
  },
  {
    name: "two-topics-with-one-id",
    breaks: "plan.listed-once",
    cells: topics,
    sentence: "The last topic has the id of the first.",
    ...inSuccess((body) => {
      const all = objectsAt(body, "topics");
      const last = all.at(-1);
      if (last !== undefined) last.id = all[0]?.id;
    }),
  },
  {
    name: "subtopics-of-one-topic",
    breaks: "plan.topics-have-own-subtopics",
    cells: topics,
    sentence: "Every topic has the subtopics of the first one.",
    ...inSuccess((body) => {
      const [first, ...others] = objectsAt(body, "topics");
      for (const topic of others) topic.subtopics = first?.subtopics;
    }),
  },
  {
    name: "every-country-allowed-at-2024",
    breaks: "plan.country-allowed-iff-language-2024",
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence: "At 2024-01-01 every country is allowed, whatever its languages are.",
    ...inList("countries", (country) => {
      country.allowed = true;
    }),
  },
];
