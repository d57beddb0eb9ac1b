import { echoUnsent, editableAt } from "../faults/edit.ts";
import { withMetadata } from "../versions.ts";
import type { Variant } from "./variant.ts";

/** Freedoms in the echo of the parameters. */
export const echoVariants: readonly Variant[] = [
  {
    name: "echo-under-other-names",
    sentence:
      "The parameters are echoed in a nested object, under names of the server's own, in lower case.",
    cells: { version: withMetadata },
    ends: "conformant",
    response({ body }) {
      const outer = editableAt(body);
      const echoed = editableAt(body, "parameters");
      if (outer === null || echoed === null) return;
      const renamed = Object.entries(echoed).map(([name, value]) => [
        `x_${name}`,
        typeof value === "string" ? ` ${value.toLowerCase()} ` : value,
      ]);
      outer.parameters = { request: Object.fromEntries(renamed) };
    },
  },
  {
    name: "unsent-codes-echoed-as-lists-of-nothing",
    sentence:
      "A country or language that was not sent is echoed as a list that has nothing, or only null.",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    ends: "conformant",
    quiet: true,
    response({ body }, { sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed === null) return;
      if (!sent.has("country")) echoed.country = [null];
      if (!sent.has("language")) echoed.language = [];
    },
  },
  {
    name: "echo-as-a-query-string",
    sentence: "The parameters are echoed in one text, as a query string.",
    cells: { version: withMetadata },
    ends: "conformant",
    response({ body }, { sent }) {
      const outer = editableAt(body);
      if (outer !== null && editableAt(body, "parameters") !== null) {
        outer.parameters = { raw: sent.toString() };
      }
    },
  },
  {
    name: "echo-of-folded-words",
    sentence: "Texts are echoed as a list of search words without accents.",
    cells: { version: withMetadata },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      const echoed = editableAt(body, "parameters");
      for (const name of ["query", "location"]) {
        const text = echoed?.[name];
        if (!echoed || typeof text !== "string") continue;
        const folded = text.normalize("NFD").replace(/\p{M}/gu, "");
        echoed[name] = /[^\p{L}\p{N} ]/u.test(text) ? folded.split(/[^\p{L}\p{N}]+/u) : folded;
      }
    },
  },
  {
    name: "echo-of-regional-languages",
    sentence: "A language is echoed with its region.",
    cells: { version: withMetadata },
    ends: "conformant",
    quiet: true,
    response({ body }) {
      const echoed = editableAt(body, "parameters");
      if (echoed?.language === "en") echoed.language = "en-US";
    },
  },
  {
    name: "places-echoed-as-found",
    sentence: "A place is echoed with its region.",
    cells: { endpoint: "/geolocation", version: withMetadata },
    ends: "conformant",
    response({ body }) {
      const echoed = editableAt(body, "parameters");
      if (typeof echoed?.location === "string") echoed.location += ", Region";
    },
  },
  {
    name: "echo-with-nulls",
    sentence: "Parameters that were not sent are echoed as null, known defaults included.",
    cells: { version: withMetadata },
    ends: "conformant",
    response({ body }, { endpoint, sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed === null) return;
      for (const name of ["query", "location", "country", "language"]) {
        if (!sent.has(name) && endpoint !== "/info/topics") echoed[name] = null;
      }
    },
  },
  {
    name: "defaults-echoed",
    sentence:
      "Numbers and orders that were not sent are echoed with their defaults, as numbers or texts.",
    cells: { version: withMetadata },
    ends: "conformant",
    quiet: true,
    ...echoUnsent({
      "/search": { page: 1, hits_per_page: "10" },
      "/search/publishers": { limit: 10, sort: "None", category: "none" },
    }),
  },
  {
    name: "counts-that-were-not-sent-echoed-as-nothing",
    sentence: "A number that was not sent is echoed as 0, -1 or an empty text.",
    cells: { version: withMetadata },
    ends: "conformant",
    quiet: true,
    ...echoUnsent({
      "/search": { page: 0, hits_per_page: "" },
      "/search/publishers": { limit: -1 },
    }),
  },
];
