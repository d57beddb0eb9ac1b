import type { Operation } from "../../../contracts/catalogue.ts";
import { editableAt, inSuccess, movedTime, objectsAt } from "../edit.ts";
import { inBodiesOwning, inGoodBodies } from "./good-bodies.ts";
import type { FaultPlace, OneCellClass } from "./one-cell-class.ts";

type Entry = Record<string, unknown>;

/** Members that the contracts require of every entry, by the operation. */
function requiredOf({ entries }: Operation): readonly string[] {
  if (entries === null) return [];
  return [...entries.shape.members]
    .filter(([, { presence }]) => presence === "required")
    .map(([name]) => name);
}

/** One fault for each member that every entry of the list must have. */
function inEveryEntry(change: (entry: Entry, name: string) => void): OneCellClass["at"] {
  return ({ operation }: FaultPlace) =>
    operation.protected
      ? requiredOf(operation).map((variant) => ({
          variant,
          ...inSuccess((body) => {
            const entries = objectsAt(body, operation.list ?? "");
            for (const entry of entries) if (variant in entry) change(entry, variant);
          }),
        }))
      : [];
}

/** Changes every entry of the list of success bodies of the selected operations. */
const ofItems = (applies: (operation: Operation) => boolean, change: (item: Entry) => void) =>
  inGoodBodies(applies, (body, { list }) => {
    for (const item of objectsAt(body, list ?? "")) change(item);
  });

const ofEntries = [
  ...["item.discriminator", "item.article-identifying", "item.article-types"],
  ...["item.date-iso8601", "item.legacy-identifying", "item.legacy-types"],
  ...["item.publisher-identifying", "item.publisher-types", "item.category-not-blank"],
  ...["plan.country-members", "plan.country-types", "plan.country-code-alpha2"],
  ...["plan.topic-members", "plan.topic-types", "plan.allowed-flag"],
];

const also = ["item.", "plan.", "parameter.", "version.", "description.", "robustness.", "limit."];
const sentWith = ["key"] as const;

const inMetadata = (change: (metadata: Entry) => void) =>
  inBodiesOwning("metadata.members-present", (body) => {
    const metadata = editableAt(body, "metadata");
    if (metadata !== null) change(metadata);
  });

const hour = 3_600_000;

/** Success responses with wrong entries or metadata. */
export const bodyClasses: readonly OneCellClass[] = [
  {
    name: "entry-member-dropped",
    sentence: "entries lack a required member.",
    blames: ofEntries,
    also,
    sentWith,
    at: inEveryEntry((entry, name) => delete entry[name]),
  },
  {
    name: "entry-member-null",
    sentence: "a required member of each entry is null.",
    blames: ofEntries,
    also,
    sentWith,
    at: inEveryEntry((entry, name) => {
      entry[name] = null;
    }),
  },
  {
    name: "entry-member-type",
    sentence: "a required member of each entry has another type.",
    blames: ofEntries,
    also,
    sentWith,
    at: inEveryEntry((entry, name) => {
      entry[name] = typeof entry[name] === "string" ? 7 : "7";
    }),
  },
  {
    name: "type-at-an-old-version",
    sentence: "items have a type although their version has none.",
    blames: ["item.no-type-before-2026"],
    also: ["version.default-is-latest"],
    sentWith,
    at: (place) =>
      inBodiesOwning("item.no-type-before-2026", (body) => {
        for (const item of objectsAt(body, place.operation.list ?? "")) item.type = "article";
      })(place),
  },
  {
    name: "kind-that-there-is-not",
    sentence: "the type of items is not a listed one.",
    blames: ["item.discriminator"],
    also: ["item.", "parameter."],
    sentWith,
    at: (place) =>
      inBodiesOwning("item.discriminator", (body) => {
        for (const item of objectsAt(body, place.operation.list ?? "")) item.type = "news";
      })(place),
  },
  {
    name: "date-in-words",
    sentence: "dates are not ISO 8601.",
    blames: ["item.date-iso8601", "item.legacy-types"],
    also: ["item.", "parameter.", "description."],
    sentWith,
    at: ofItems(
      ({ entries }) => entries?.shape.members.has("date") === true,
      (item) => {
        if ("date" in item) item.date = "25 May 2026 10:00";
      },
    ),
  },
  {
    name: "date-without-zone",
    sentence: "dates have no zone.",
    blames: ["item.date-rfc3339"],
    also: ["description."],
    sentWith,
    at: ofItems(
      ({ entries }) => entries?.shape.members.has("date") === true,
      (item) => {
        if (typeof item.date === "string") item.date = item.date.replace("Z", "");
      },
    ),
  },
  {
    name: "source-as-text",
    sentence: "the source of an article is its name.",
    blames: ["item.source-shape", "item.legacy-source-shape"],
    also: ["item.", "parameter.", "description."],
    sentWith,
    at: ofItems(
      ({ entries }) => entries?.shape.members.has("source") === true,
      (item) => {
        if ("source" in item) item.source = "The Daily";
      },
    ),
  },
  {
    name: "category-blank",
    sentence: "publishers have a blank category.",
    blames: ["item.category-not-blank"],
    also: ["parameter."],
    sentWith,
    at: ofItems(
      ({ entries }) => entries?.shape.members.has("category") === true,
      (item) => {
        item.category = " ";
      },
    ),
  },
  {
    name: "allowed-against-the-languages",
    sentence: "a country is allowed exactly when none of its languages is.",
    blames: ["plan.country-allowed-iff-language"],
    also: ["plan.lists-agree"],
    sentWith,
    at: ofItems(
      ({ list, entries }) => list === "countries" && entries !== null,
      (item) => {
        item.allowed = item.allowed !== true;
      },
    ),
  },
  {
    name: "id-no-uuid",
    sentence: "the id in metadata is not a UUID.",
    blames: ["metadata.id-uuid"],
    sentWith,
    at: inBodiesOwning("metadata.id-uuid", (body) => {
      const metadata = editableAt(body, "metadata");
      if (metadata !== null) metadata.id = `req-${Math.random()}`;
    }),
  },
  {
    name: "metadata-without-id",
    sentence: "metadata has no id.",
    blames: ["metadata.members-present"],
    sentWith,
    at: inMetadata((metadata) => delete metadata.id),
  },
  {
    name: "metadata-without-time",
    sentence: "metadata has no timestamp.",
    blames: ["metadata.members-present"],
    sentWith,
    at: inMetadata((metadata) => delete metadata.timestamp),
  },
  {
    name: "took-as-text",
    sentence: "took_ms is a string.",
    blames: ["metadata.member-types"],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.took_ms = String(metadata.took_ms);
    }),
  },
  {
    name: "time-in-words",
    sentence: "the timestamp is not ISO 8601.",
    blames: ["metadata.timestamp-iso8601"],
    also: ["metadata.", "description."],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.timestamp = new Date().toUTCString();
    }),
  },
  {
    name: "time-without-zone",
    sentence: "the timestamp has no zone.",
    blames: ["metadata.timestamp-rfc3339"],
    also: ["description."],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.timestamp = String(metadata.timestamp).replace("Z", "");
    }),
  },
  {
    name: "took-negative",
    sentence: "took_ms is negative.",
    blames: ["metadata.took-not-negative"],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.took_ms = -1;
    }),
  },
  {
    name: "answers-of-last-week",
    sentence: "the timestamp is a week old.",
    blames: ["metadata.timestamp-within-a-day"],
    also: ["metadata.timestamp-within-five-minutes"],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.timestamp = movedTime(metadata.timestamp, -7 * 24 * hour);
    }),
  },
  {
    name: "clock-an-hour-slow",
    sentence: "the timestamp is an hour old.",
    blames: ["metadata.timestamp-within-five-minutes"],
    sentWith,
    at: inMetadata((metadata) => {
      metadata.timestamp = movedTime(metadata.timestamp, -hour);
    }),
  },
  ...(
    [
      ["navigation_links", "topic_id", "envelope.navigation-links"],
      ["related_topics", "topic_id", "envelope.related-topics"],
      ["related_publications", "publication_id", "envelope.related-publications"],
      ["subtopic_links", "subtopic_id", "envelope.subtopic-links"],
    ] as const
  ).map(([list, id, requirement]) => ({
    name: `${list.replaceAll("_", "-")}-without-id`,
    sentence: `the entries of ${list} have no ${id}.`,
    blames: [requirement],
    also: ["parameter."],
    sentWith,
    at: inBodiesOwning(requirement, (body) => {
      for (const entry of objectsAt(body, list)) delete entry[id];
    }),
  })),
];
