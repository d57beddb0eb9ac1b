import { latest, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

const countries = { surface: "news", endpoint: "/info/countries", version: latest } as const;
const topics = { surface: "news", endpoint: "/info/topics", version: latest } as const;

/** What is available on the caller's plan, told wrongly. */
export const planFaults: readonly Fault[] = [
  {
    name: "three-letter-countries",
    breaks: "plan.country-code-alpha2",
    cells: countries,
    sentence: "Country codes have three letters in place of two.",
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
    sentence: "The allowed flag of topics is text in place of a boolean.",
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
];
