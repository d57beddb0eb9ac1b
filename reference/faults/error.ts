import { latest, legacy, modernised, objectAt, objectsAt } from "./edit.ts";
import type { Fault } from "./fault.ts";

/** Refusals that a client can't read. */
export const errorFaults: readonly Fault[] = [
  {
    name: "new-errors-at-old-versions",
    breaks: "error.envelope-matches-version",
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "Errors of search at the old versions have the current envelope.",
    response(response) {
      response.body = modernised(response.body, "UNAUTHORIZED");
    },
    witness: { key: "none" },
  },
  {
    name: "new-errors-at-geolocation",
    breaks: "error.geolocation-legacy-envelope",
    cells: { surface: "aggregator", endpoint: "/geolocation", version: latest },
    sentence: "The location endpoint refuses in the current envelope, where the legacy one is due.",
    response(response) {
      response.body = modernised(
        response.body,
        response.status === 400 ? "INVALID_PARAMETER" : "UNAUTHORIZED",
      );
    },
    witness: { key: "none" },
  },
  {
    name: "error-code-as-number",
    breaks: "error.current-members",
    also: ["error.invalid-parameter-code"],
    cells: { surface: "news", endpoint: "/search/publishers", version: latest },
    sentence: "The code of a current error is a number in place of text.",
    response(response) {
      for (const error of objectsAt(response.body, "errors")) error.code = response.status;
    },
    witness: { key: "none" },
  },
  {
    name: "refusal-called-success",
    breaks: "error.legacy-members",
    cells: { surface: "aggregator", endpoint: "/topics", version: legacy },
    sentence: "A legacy error says success: true.",
    response(response) {
      const body = objectAt(response.body);
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
      const body = objectAt(response.body);
      if (body?.success === false) body.code = 1000 + response.status;
    },
    witness: { key: "none" },
  },
  {
    name: "details-left-out",
    breaks: "error.details-present",
    cells: { surface: "news", endpoint: "/info/topics", version: latest },
    sentence: "Current errors have no details.",
    response(response) {
      for (const error of objectsAt(response.body, "errors")) delete error.details;
    },
    witness: { key: "none" },
  },
  {
    name: "crash-on-text-for-a-number",
    breaks: "error.never-5xx",
    also: ["limit.out-of-range-refused"],
    cells: { surface: "news", endpoint: "/search/publishers", version: latest },
    sentence: "A number of results that is no number at all ends in status 500.",
    response(response, { sent }) {
      if (response.status === 400 && /[a-z]/i.test(sent.get("limit") ?? "")) response.status = 500;
    },
    witness: { query: { limit: "ten" } },
  },
];
