import { editableAt, isEditable, objectsAt } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";
import { ofEnvelopes, otherEnvelope } from "./error-envelopes.ts";
import type { OneCellClass } from "./one-cell-class.ts";
import { restate } from "./refusing.ts";

/** Endpoints where the specification limits or requires a parameter. */
const refuseParameters = new Set(["/geolocation", "/search/publishers"]);

/** Changes every refusal of a parameter. */
const refusing =
  (change: (response: FaultResponse) => void): OneCellClass["at"] =>
  ({ operation }) =>
    refuseParameters.has(operation.endpoint)
      ? [
          {
            response(response) {
              if (response.status === 400) change(response);
            },
          },
        ]
      : [];

const sentWith = ["key"] as const;
const refused = [
  "limit.out-of-range-refused",
  "limit.out-of-range-refused-2024",
  "parameter.location-required",
];
const also = ["limit.", "parameter.", "robustness."];

/** Refusals of parameters in requests with a valid key. */
export const parameterRefusalClasses: readonly OneCellClass[] = [
  {
    name: "parameter-refused-with-500",
    sentence: "a refused parameter results in status 500.",
    blames: ["error.never-5xx", ...refused],
    also: [...also, "error."],
    sentWith,
    at: refusing((response) => restate(response, 500)),
  },
  {
    name: "parameter-refused-with-200",
    sentence: "the refusal of a parameter has status 200.",
    blames: refused,
    also: [...also, "description.", "envelope.", "version.", "metadata."],
    sentWith,
    at: refusing((response) => {
      response.status = 200;
    }),
  },
  {
    name: "parameter-refused-with-422",
    sentence: "a refused parameter gets 422 instead of 400.",
    blames: ["error.parameter-status-400", "parameter.location-required"],
    also: ["error.matching-envelope-elsewhere"],
    sentWith,
    at: refusing((response) => restate(response, 422)),
  },
  {
    name: "parameter-error-called-html",
    sentence: "refusals of parameters are declared as text/html.",
    blames: ["error.json-content-type"],
    also,
    sentWith,
    at: refusing((response) => {
      response.headers["content-type"] = "text/html; charset=utf-8";
    }),
  },
  {
    name: "parameter-error-in-the-other-envelope",
    sentence: "refusals of parameters have the other error envelope.",
    blames: ofEnvelopes,
    also: ["error.invalid-parameter-code"],
    sentWith,
    at: refusing((response) => {
      if (isEditable(response.body)) response.body = otherEnvelope(response.body, response);
    }),
  },
  {
    name: "parameter-error-with-fields-by-name",
    sentence: "the fields of a refused parameter are an object instead of a list.",
    blames: ["error.legacy-fields"],
    also,
    sentWith,
    at: (place) =>
      place.operation.errorEnvelope === "legacy" || place.operation.endpoint === "/geolocation"
        ? refusing(({ body }) => {
            const error = editableAt(body);
            if (error !== null && "fields" in error) error.fields = { limit: "must be less" };
          })(place)
        : [],
  },
  {
    name: "parameter-code-of-its-own",
    sentence: "a refused parameter has a code other than INVALID_PARAMETER.",
    blames: ["error.invalid-parameter-code"],
    sentWith,
    at: (place) =>
      place.operation.errorEnvelope === "metadata-and-errors" &&
      place.operation.endpoint !== "/geolocation"
        ? refusing(({ body }) => {
            for (const error of objectsAt(body, "errors")) error.code = "BAD_REQUEST";
          })(place)
        : [],
  },
];
