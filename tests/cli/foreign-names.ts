import { descriptionPath } from "../../reference/description/path.ts";
import { editableAt, isEditable } from "../../reference/faults/edit.ts";
import type { Deviation } from "../../reference/faults/fault.ts";

/** What a server of another country may call its parameters, by endpoint. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/search": {
    domain: "herausgeber",
    published_from: "ab",
    published_to: "bis",
    page: "seite",
    hits_per_page: "treffer",
    pageSize: "menge",
  },
  "/topics": { topic_id: "thema", subtopic_id: "unterthema" },
  "/search/publishers": {
    query: "suche",
    category: "rubrik",
    country: "land",
    language: "sprache",
    limit: "anzahl",
    sort: "reihenfolge",
  },
};

/** A server whose own parameters all have other names, which nothing but its description tells. */
export const foreignNames: readonly Deviation[] = [
  ...Object.entries(names).map(
    ([endpoint, own]): Deviation => ({
      name: `foreign-names-of${endpoint.replaceAll("/", "-")}`,
      cells: { endpoint },
      sentence: "Parameters have names of another language.",
      request(request) {
        const known = new Map(Object.entries(own).map(([name, foreign]) => [foreign, name]));
        const query = new URLSearchParams();
        for (const [name, value] of request.query) {
          // The names of the reference server mean nothing here.
          if (known.has(name) || !(name in own)) query.append(known.get(name) ?? name, value);
        }
        request.query = query;
      },
      response({ body }) {
        const echo = editableAt(body, "parameters");
        if (echo === null) return;
        for (const [name, foreign] of Object.entries(own)) {
          if (!(name in echo)) continue;
          echo[foreign] = echo[name];
          delete echo[name];
        }
      },
    }),
  ),
  {
    name: "foreign-names-described",
    cells: { endpoint: descriptionPath },
    sentence: "The description has the same names.",
    response({ body }) {
      for (const [endpoint, own] of Object.entries(names)) {
        const parameters = editableAt(body, "paths", endpoint, "get")?.parameters;
        for (const parameter of Array.isArray(parameters) ? parameters.filter(isEditable) : []) {
          parameter.name = own[String(parameter.name)] ?? parameter.name;
        }
      }
    },
  },
];
