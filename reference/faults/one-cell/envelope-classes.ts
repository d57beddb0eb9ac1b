import type { Operation } from "../../../contracts/catalogue.ts";
import { hasMetadata } from "../../../contracts/generations.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import { editableAt, inSuccess, objectsAt } from "../edit.ts";
import { inGoodBodies } from "./good-bodies.ts";
import type { Act, FaultPlace, OneCellClass } from "./one-cell-class.ts";

const enveloped = ({ surface, list }: Operation): boolean =>
  surface === "aggregator" && list !== null;
const requires =
  (name: string) =>
  ({ requiredMembers }: Operation): boolean =>
    requiredMembers.includes(name);
const paged = requires("pageSize");
/** Endpoints that can be searched for a text without matches. */
const findNothing = new Set(["/search", "/geolocation", "/search/publishers"]);

/** The other versions of the endpoint whose bodies differ from this one. */
function otherVersions({ operation }: FaultPlace): readonly Operation[] {
  return loadCatalogue().operations.filter(
    ({ surface, endpoint, generation, availability }) =>
      operation.protected &&
      operation.requiredMembers.length > 0 &&
      surface === operation.surface &&
      endpoint === operation.endpoint &&
      availability !== "contested" &&
      generation !== operation.generation,
  );
}

const sentWith = ["key"] as const;

/** Requirements about the body, which all see the body of another version. */
const otherShape = [
  ...["version.", "envelope.", "metadata.", "item.", "plan.", "parameter.", "limit."],
  ...["robustness.", "description.", "error."],
];

/** Success responses with a wrong envelope. */
export const envelopeClasses: readonly OneCellClass[] = [
  {
    name: "version-ignored",
    sentence: "another version responds.",
    blames: ["version.own-envelope", "version.default-is-latest", "envelope.members-present"],
    // Where two versions have one list, entries of the other lack what theirs have.
    also: [...otherShape, "consistency.entries-described-alike"],
    sentWith,
    at: (place) =>
      otherVersions(place).map(
        ({ version }): Act => ({
          variant: version,
          request({ headers }) {
            headers["api-version"] = version;
          },
        }),
      ),
  },
  {
    name: "member-dropped",
    sentence: "a member of the envelope is missing.",
    blames: ["envelope.members-present"],
    also: otherShape,
    sentWith,
    at: ({ operation }) =>
      operation.protected
        ? operation.requiredMembers.map((variant) => ({
            variant,
            ...inSuccess((body) => {
              delete body[variant];
            }),
          }))
        : [],
  },
  {
    name: "member-null",
    sentence: "a member of the envelope is null.",
    blames: ["envelope.member-types"],
    also: otherShape,
    sentWith,
    at: ({ operation }) =>
      operation.protected
        ? operation.requiredMembers.map((variant) => ({
            variant,
            ...inSuccess((body) => {
              body[variant] = null;
            }),
          }))
        : [],
  },
  {
    name: "list-as-object",
    sentence: "the list is an object with the keys 0, 1, 2.",
    blames: ["envelope.member-types"],
    also: otherShape,
    sentWith,
    at: inGoodBodies(
      ({ list, requiredMembers }) => list !== null && requiredMembers.includes(list),
      (body, { list }) => {
        if (list !== null) body[list] = { ...objectsAt(body, list) };
      },
    ),
  },
  {
    name: "null-when-nothing-is-found",
    sentence: "an empty list is null.",
    blames: ["envelope.lists-when-empty"],
    also: otherShape,
    sentWith,
    at: inGoodBodies(
      ({ endpoint, list }) => findNothing.has(endpoint) && list !== null,
      (body, { list }) => {
        const found = list === null ? null : body[list];
        if (list !== null && Array.isArray(found) && found.length === 0) body[list] = null;
      },
    ),
  },
  {
    name: "success-false",
    sentence: "success bodies have success: false.",
    blames: ["envelope.success-is-true"],
    also: ["robustness."],
    sentWith,
    at: inGoodBodies(requires("success"), (body) => {
      body.success = false;
    }),
  },
  {
    name: "foreign-member",
    sentence: "the body has a member of another version's envelope.",
    blames: ["version.no-legacy-members", "version.no-foreign-members"],
    // The foreign metadata has the same id in every response.
    also: ["consistency.request-id-distinct"],
    sentWith,
    at: inGoodBodies(enveloped, (body, operation) => {
      if (hasMetadata(operation)) body.success = true;
      else body.metadata = { id: "1", took_ms: 1, timestamp: new Date().toISOString() };
    }),
  },
  {
    name: "echo-dropped",
    sentence: "parameters is empty.",
    blames: ["parameter.parameters-echoed", "parameter.location-echoed", "parameter.others-echoed"],
    also: ["parameter."],
    sentWith,
    // The other lists are requested without parameters.
    at: inGoodBodies(
      (operation) => operation.requiredMembers.includes("parameters") && takesParameters(operation),
      (body) => {
        body.parameters = {};
      },
    ),
  },
  {
    name: "echo-of-somebody-else",
    sentence: "parameters has the values of another request.",
    blames: ["parameter.parameters-echoed", "parameter.location-echoed"],
    also: ["parameter."],
    sentWith,
    at: inGoodBodies(
      ({ requiredMembers, parameters }) =>
        requiredMembers.includes("parameters") &&
        (parameters.includes("query") || parameters.includes("location")),
      (body) => {
        body.parameters = { query: "somebody else", location: "Elsewhere" };
      },
    ),
  },
  {
    name: "total-below-the-items",
    sentence: "the total is less than the number of items on the page.",
    blames: ["envelope.counts-cover-items"],
    also: ["envelope."],
    sentWith,
    at: inGoodBodies(enveloped, (body) => {
      for (const name of ["total", "totalHits"]) if (name in body) body[name] = 0;
      const metadata = editableAt(body, "metadata");
      if (metadata !== null) metadata.total_hits = 0;
    }),
  },
  {
    name: "size-off-by-one",
    sentence: "size is one more than the number of items on the page.",
    blames: ["envelope.size-equals-items"],
    also: ["envelope."],
    sentWith,
    at: inGoodBodies(paged, (body) => {
      body.size = Number(body.size) + 1;
    }),
  },
  {
    name: "page-size-too-small",
    sentence: "pageSize is less than the number of items on the page.",
    blames: ["envelope.size-within-page-size"],
    also: ["envelope.", "parameter.pagination-holds"],
    sentWith,
    at: inGoodBodies(paged, (body) => {
      body.pageSize = 1;
    }),
  },
  {
    name: "first-page-is-zero",
    sentence: "the first page has the number 0.",
    blames: ["envelope.first-page-is-one"],
    also: ["parameter.pagination-holds"],
    sentWith,
    at: inGoodBodies(paged, (body) => {
      body.page = 0;
    }),
  },
  {
    name: "last-page-forgotten",
    sentence: "totalPages is one less than the number of pages.",
    blames: ["envelope.total-pages-consistent"],
    also: ["parameter.pagination-holds"],
    sentWith,
    at: inGoodBodies(paged, (body) => {
      body.totalPages = Number(body.totalPages) - 1;
    }),
  },
  {
    name: "pagination-as-text",
    sentence: "hits_per_page is a string.",
    blames: ["envelope.pagination-fields-integers"],
    also: ["envelope.", "parameter.pagination-holds", "description."],
    sentWith,
    at: inGoodBodies(
      (operation) => enveloped(operation) && hasMetadata(operation),
      (body) => {
        const metadata = editableAt(body, "metadata");
        if (metadata !== null) metadata.hits_per_page = "10";
      },
    ),
  },
];

function takesParameters({ parameters, roles }: Operation): boolean {
  return parameters.length + roles.length > 0;
}
