import { legacy, withMetadata } from "../versions.ts";
import { isEditable, modernised } from "./edit.ts";
import { outdated } from "./error.ts";
import type { Fault } from "./fault.ts";

/** Refusals with the members of both envelopes. */
export const bothEnvelopeFaults: readonly Fault[] = [
  {
    name: "errors-in-both-envelopes",
    breaks: "error.one-envelope",
    also: ["description.answers-match"],
    cells: { surface: "news", endpoint: "/info/countries", version: withMetadata },
    sentence: "Errors of the current version still have the members of the legacy envelope, too.",
    response(response) {
      if (isEditable(response.body)) Object.assign(response.body, outdated(response));
    },
    witness: { key: "none" },
  },
  {
    name: "old-errors-with-the-new-members",
    breaks: "error.one-envelope",
    also: ["description.answers-match"],
    cells: { surface: "aggregator", endpoint: "/search", version: legacy },
    sentence: "Errors of the old versions have the members of the current envelope, too.",
    response(response) {
      const { body } = response;
      if (response.status < 400 || !isEditable(body)) return;
      const current = modernised(response, "UNAUTHORIZED");
      if (isEditable(current)) Object.assign(body, current);
    },
    witness: { key: "none" },
  },
];
