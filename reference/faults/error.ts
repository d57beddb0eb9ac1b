import { legacy, versionsOf, withMetadata } from "../versions.ts";
import { editableAt, inError, isEditable, modernised, objectsAt } from "./edit.ts";
import type { Fault, FaultResponse } from "./fault.ts";

/** The legacy form of a current error. */
export function outdated({ status, body }: FaultResponse): unknown {
  const [first] = objectsAt(body, "errors");
  return first === undefined ? body : { success: false, code: status, message: first.message };
}

/** Refusals in a wrong form. */
export const errorFaults: readonly Fault[] = [
  {
    name: "new-errors-at-old-versions",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "Errors of search at the old versions have the current envelope.",
    response(response) {
      response.body = modernised(response, "UNAUTHORIZED");
    },
    witness: { key: "none" },
  },
  {
    name: "new-errors-of-bad-dates",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "A refused search by dates at the old versions has the current envelope.",
    response(response, { sent }) {
      const hasDates = sent.has("published_from") || sent.has("published_to");
      if (response.status !== 400 || !hasDates) return;
      response.body = modernised(response, "INVALID_PARAMETER");
    },
    witness: { query: { published_from: "yesterday" } },
  },
  {
    name: "new-errors-unless-codes-are-refused",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence:
      "At the old versions, a refusal of other parameters than the country and the language has the current envelope.",
    response(response, { sent }) {
      const hasCode = sent.has("country") || sent.has("language");
      if (response.status !== 400 || hasCode) return;
      response.body = modernised(response, "INVALID_PARAMETER");
    },
    witness: { version: "2024-01-01", query: { q: "climate", page: "0" } },
  },
  {
    name: "refused-value-not-escaped",
    breaks: "error.geolocation-legacy-envelope",
    also: ["robustness.unexpected-values"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: legacy },
    sentence: "The message repeats a refused country without escaping its quotation marks.",
    response(response, { sent }) {
      const country = sent.get("country");
      if (response.status !== 400 || country === null) return;
      response.raw = JSON.stringify(response.body).replace(
        '"message":"',
        () => `"message":"${country}: `,
      );
    },
    witness: { query: { location: "London", country: '"x"' } },
  },
  {
    name: "second-error-in-one-word",
    breaks: "error.current-members",
    also: ["error.details-present"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence:
      "If the number of results and the text are both invalid, the second error is a string.",
    response({ body, status }, { sent }) {
      const errors = editableAt(body)?.errors;
      const isBoth = sent.has("limit") && sent.get("query") === "";
      if (status === 400 && isBoth && Array.isArray(errors)) errors.push("the text is empty");
    },
    witness: { query: { limit: "0", query: "" } },
  },
  {
    name: "new-errors-at-geolocation",
    breaks: "error.geolocation-legacy-envelope",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: withMetadata },
    sentence:
      "Errors of the location endpoint have the current envelope instead of the legacy one.",
    response(response) {
      response.body = modernised(
        response,
        response.status === 400 ? "INVALID_PARAMETER" : "UNAUTHORIZED",
      );
    },
    witness: { key: "none" },
  },
  {
    name: "error-code-as-number",
    breaks: "error.current-members",
    also: ["error.invalid-parameter-code"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The code of a current error is a number instead of a string.",
    response(response) {
      for (const error of objectsAt(response.body, "errors")) error.code = response.status;
    },
    witness: { key: "none" },
  },
  {
    name: "refusal-called-success",
    breaks: "error.legacy-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "A legacy error has success: true.",
    response(response) {
      const body = editableAt(response.body);
      if (response.status >= 400 && body !== null) body.success = true;
    },
    witness: { key: "none" },
  },
  {
    name: "error-code-of-its-own",
    breaks: "error.legacy-code-equals-status",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "The code of a legacy error is not the HTTP status.",
    response(response) {
      const body = editableAt(response.body);
      if (body?.success === false) body.code = 1000 + response.status;
    },
    witness: { key: "none" },
  },
  {
    name: "details-left-out",
    breaks: "error.details-present",
    also: ["description.answers-match"],
    cells: { surface: "news", endpoint: "/info/topics", version: withMetadata },
    sentence: "Current errors have no details.",
    response(response) {
      for (const error of objectsAt(response.body, "errors")) delete error.details;
    },
    witness: { key: "none" },
  },
  {
    name: "crash-on-text-for-a-number",
    breaks: "error.never-5xx",
    also: ["limit.out-of-range-refused", "limit.odd-spelling-refused"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A number of results that is not a number results in status 500.",
    response(response, { sent }) {
      if (response.status === 400 && /[a-z]/i.test(sent.get("limit") ?? "")) response.status = 500;
    },
    witness: { query: { limit: "ten" } },
  },
  {
    name: "old-errors-at-the-new-version",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "Errors of topics have the legacy envelope at the current version.",
    ...inError((_, __, response) => {
      response.body = outdated(response);
    }),
    witness: { key: "none" },
  },
  {
    name: "old-refusals-of-parameters-at-the-new-version",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence:
      "Refusals of a parameter of topics have the legacy envelope at the current version; other errors do not.",
    ...inError((_, __, response) => {
      if (response.status === 400) response.body = outdated(response);
    }),
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "" } },
  },
  {
    name: "new-refusals-of-parameters-at-the-oldest-version",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/topics", version: "2022-01-01" },
    sentence:
      "Refusals of a parameter of topics have the current envelope at the oldest version; other errors do not.",
    response(response) {
      if (response.status === 400) response.body = modernised(response, "INVALID_PARAMETER");
    },
    witness: { query: { topic_id: "TECHNOLOGY", subtopic_id: "" } },
  },
  {
    name: "problem-details",
    breaks: "error.envelope-matches-version",
    also: [
      "error.json-content-type",
      "robustness.repeated-parameters",
      "robustness.unexpected-values",
    ],
    cells: { surface: "aggregator", endpoint: "/search", version: "2026-05-25" },
    sentence: "Errors of search are problem details, another standard, instead of an envelope.",
    ...inError((_, __, response) => {
      response.headers["content-type"] = "application/problem+json";
      response.body = { type: "about:blank", title: "Unauthorized", status: response.status };
    }),
    witness: { key: "none" },
  },
  {
    name: "countries-fail-in-the-old-way",
    breaks: "error.current-on-news",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "Errors of the country list have the legacy envelope at the current version.",
    ...inError((_, __, response) => {
      response.body = outdated(response);
    }),
    witness: { key: "none" },
  },
  {
    name: "error-in-one-word",
    breaks: "error.known-envelope",
    // Which careless requests article search gets depends on its versions.
    also: ["error.matching-envelope-elsewhere", "robustness."],
    cells: {
      surface: "news",
      endpoint: "/search/articles",
      version: versionsOf("news", "/search/articles"),
    },
    sentence: "Errors of article search are an object with a member error, in neither envelope.",
    ...inError((_, __, response) => {
      response.body = { error: "unauthorized" };
    }),
    witness: { key: "none" },
  },
  {
    name: "new-errors-of-old-articles",
    breaks: "error.matching-envelope-elsewhere",
    cells: { surface: "news", endpoint: "/search/articles", version: "2024-01-01" },
    sentence: "Errors of article search at 2024-01-01 have the current envelope.",
    ...inError((_, __, response) => {
      response.body = modernised(response, "UNAUTHORIZED");
    }),
    witness: { key: "none" },
  },
  {
    name: "location-error-in-the-new-envelope",
    breaks: "error.geolocation-legacy-envelope",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2026-05-25" },
    sentence:
      "The error for a missing location has the current envelope instead of the legacy one.",
    ...inError((_, __, response) => {
      if (response.status === 400) response.body = modernised(response, "INVALID_PARAMETER");
    }),
    witness: { query: {} },
  },
  {
    name: "no-errors-listed",
    breaks: "error.current-errors-not-empty",
    also: ["error.invalid-parameter-code"],
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The errors list of a refusal is empty.",
    ...inError((body) => {
      body.errors = [];
    }),
    witness: { key: "none" },
  },
  {
    name: "one-error-without-list",
    breaks: "error.current-members",
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "errors is a single error instead of a list.",
    ...inError((body) => {
      if (Array.isArray(body.errors)) body.errors = body.errors[0];
    }),
    witness: { key: "none" },
  },
  {
    name: "errors-without-time",
    breaks: "error.current-members",
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "The metadata of errors lacks its timestamp.",
    ...inError(({ metadata }) => {
      if (isEditable(metadata)) delete metadata.timestamp;
    }),
    witness: { key: "none" },
  },
  {
    name: "null-message",
    breaks: "error.current-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: withMetadata },
    sentence: "The message of a current error is null.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors")) error.message = null;
    }),
    witness: { key: "none" },
  },
  {
    name: "details-as-list",
    breaks: "error.current-members",
    cells: { surface: "news", endpoint: "/search/articles", version: withMetadata },
    sentence: "details is [] if there are none, as PHP writes an empty array.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors")) error.details = [];
    }),
    witness: { key: "none" },
  },
  {
    name: "old-code-as-text",
    breaks: "error.legacy-members",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "The code of a legacy error is a string instead of a number.",
    ...inError((body) => {
      body.code = String(body.code);
    }),
    witness: { key: "none" },
  },
  {
    name: "error-in-place-of-message",
    breaks: "error.legacy-members",
    cells: { surface: "news", endpoint: "/info/countries", version: "2024-01-01" },
    sentence: "A legacy error has a member error instead of message.",
    ...inError((body) => {
      body.error = body.message;
      delete body.message;
    }),
    witness: { key: "none" },
  },
  {
    name: "code-always-400",
    breaks: "error.legacy-code-equals-status",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "The code of a legacy error is 400, whatever the status.",
    ...inError((body) => {
      body.code = 400;
    }),
    witness: { key: "none" },
  },
  {
    name: "fields-by-name",
    breaks: "error.legacy-fields",
    cells: { surface: "aggregator", endpoint: "/geolocation" },
    sentence: "fields is an object that maps names to descriptions instead of a list.",
    ...inError((body) => {
      if (Array.isArray(body.fields)) body.fields = { location: "must be present" };
    }),
    witness: { query: {} },
  },
  {
    name: "field-without-words",
    breaks: "error.legacy-fields",
    cells: { surface: "news", endpoint: "/search/publishers", version: "2024-01-01" },
    sentence: "The description of a field that is refused is null.",
    ...inError((body) => {
      for (const field of objectsAt(body, "fields")) field.description = null;
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "parameter-code-of-its-own",
    breaks: "error.invalid-parameter-code",
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "A refused parameter has the code invalid_parameter, in lower case.",
    ...inError((body) => {
      for (const error of objectsAt(body, "errors")) error.code = String(error.code).toLowerCase();
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "parameters-unprocessable",
    breaks: "error.parameter-status-400",
    cells: { surface: "news", endpoint: "/search/publishers" },
    sentence: "A refused parameter has status 422, the default of the framework.",
    ...inError((body, _, response) => {
      if (response.status !== 400) return;
      response.status = 422;
      if ("code" in body) body.code = 422;
    }),
    witness: { query: { limit: "0" } },
  },
  {
    name: "crash-without-location",
    breaks: "error.never-5xx",
    also: ["parameter.location-required"],
    cells: { surface: "aggregator", endpoint: "/geolocation", version: "2024-01-01" },
    sentence: "A request without a location results in status 500 at 2024-01-01.",
    ...inError((_, { sent }, response) => {
      if (response.status === 400 && !sent.has("location")) response.status = 500;
    }),
    witness: { query: {} },
  },
];
