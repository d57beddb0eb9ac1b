import type { Version } from "../../contracts/vocabulary.ts";
import { legacy, versionsOf } from "../versions.ts";

/** Query parameters of the endpoints in this server's description. */
type Parameter = Readonly<Record<string, unknown>>;

function inQuery(name: string, description: string, schema: object, required = false): Parameter {
  return { name, in: "query", required, description, schema };
}

const text = { type: "string" };
const date = { type: "string", format: "date" };
const country = inQuery("country", "Country code, such as us.", text);
const language = inQuery("language", "Language code, such as en.", text);
const pageNumber = inQuery("page", "Page number, starting at 1.", { type: "integer", minimum: 1 });

function pageSize(name: string, description: string): Parameter {
  return inQuery(name, description, { type: "integer", minimum: 1, maximum: 100, default: 10 });
}

function at(versions: readonly Version[]): string {
  return versions.length === 1
    ? `at version ${versions[0]}`
    : `at the versions ${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}`;
}

const aggregatorVersions = versionsOf("aggregator", "/search");
const isLegacy = (version: Version): boolean => legacy.includes(version);
const sizes = {
  hits_per_page: aggregatorVersions.filter((version) => !isLegacy(version)),
  pageSize: aggregatorVersions.filter(isLegacy),
};
const paging = [
  pageNumber,
  ...Object.entries(sizes).map(([name, versions]) =>
    pageSize(name, `Maximum number of items per page; ${at(versions)}.`),
  ),
];

const search = [
  inQuery("query", "Text to search for.", text),
  country,
  language,
  inQuery("domain", "Return only items of the publisher with this domain.", text),
  inQuery("published_from", "Earliest date of publication.", date),
  inQuery("published_to", "Latest date of publication.", date),
];

export const queryParameters: Readonly<Record<string, readonly Parameter[]>> = {
  "/search": [...search, ...paging],
  "/topics": [
    inQuery("topic_id", "A named topic such as TECHNOLOGY, or an opaque id.", text),
    inQuery("subtopic_id", "Opaque id of a subtopic.", text),
    ...paging,
  ],
  "/geolocation": [
    inQuery("location", "Name of a place.", { type: "string", minLength: 1 }, true),
    inQuery("country", "Country code.", { ...text, default: "US" }),
    inQuery("language", "Language code.", { ...text, default: "en" }),
    ...paging,
  ],
  "/search/articles": [...search, ...paging],
  "/search/publishers": [
    inQuery("query", "Text to search for.", { type: "string", minLength: 1 }),
    inQuery("category", "Return only publishers of this category.", text),
    country,
    language,
    inQuery("limit", "Maximum number of publishers.", {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 10,
    }),
    inQuery("sort", "Member to sort by.", text),
  ],
};
