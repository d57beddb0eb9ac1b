import { isEditable, objectsAt } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";
import { ofEnvelopes, otherEnvelope } from "./error-envelopes.ts";
import type { OneCellClass } from "./one-cell-class.ts";
import { atProtected, refusing } from "./refusing.ts";

type Body = Record<string, unknown>;

/** Changes the body of refused keys. */
function inBody(change: (body: Body, response: FaultResponse) => void): OneCellClass["at"] {
  return atProtected(
    refusing((response) => {
      if (isEditable(response.body)) change(response.body, response);
    }),
  );
}

/** Changes the body of refused keys in one of the two envelopes. */
function inEnvelope(
  envelope: "legacy" | "metadata-and-errors",
  change: (body: Body, response: FaultResponse) => void,
): OneCellClass["at"] {
  const at = inBody(change);
  return (place) => {
    const { endpoint, errorEnvelope } = place.operation;
    const owed = endpoint === "/geolocation" ? "legacy" : errorEnvelope;
    return owed === envelope ? at(place) : [];
  };
}

const inErrors = (change: (error: Body) => void) =>
  inEnvelope("metadata-and-errors", (body) => {
    for (const error of objectsAt(body, "errors")) change(error);
  });

const sentWith = ["key", "none"] as const;

/** Replaces the text of a refusal. */
const inText = (write: (text: string) => string) =>
  atProtected(
    refusing((response) => {
      response.raw = write(JSON.stringify(response.body));
    }),
  );

const page = "<html><body><h1>401 Authorization Required</h1></body></html>";

/** Refusals of keys whose body breaks the specification. */
export const refusalBodyClasses: readonly OneCellClass[] = [
  {
    name: "error-envelope-swapped",
    sentence: "refusals have the other error envelope.",
    blames: ofEnvelopes,
    sentWith,
    at: inBody((body, response) => {
      response.body = otherEnvelope(body, response);
    }),
  },
  {
    name: "error-in-no-envelope",
    sentence: "refusals are an object with a member error, in neither envelope.",
    blames: ofEnvelopes,
    also: ["robustness."],
    sentWith,
    at: inBody((_, response) => {
      response.body = { error: "unauthorized" };
    }),
  },
  {
    name: "refusal-as-a-page",
    sentence: "a gateway refuses keys with an HTML page.",
    blames: ofEnvelopes,
    also: ["error.json-content-type", "robustness."],
    sentWith,
    at: atProtected(
      refusing((response) => {
        response.headers["content-type"] = "text/html";
        response.raw = page;
      }),
    ),
  },
  ...(
    [
      ["refusal-without-body", "refusals have no body.", () => ""],
      ["refusal-cut-short", "refusals end in the middle.", (text) => text.slice(0, -5)],
      ["refusal-with-a-tail", "a second object follows a refusal.", (text) => `${text}{}`],
    ] as const satisfies readonly (readonly [string, string, (text: string) => string])[]
  ).map(([name, sentence, write]) => ({
    name,
    sentence,
    blames: ofEnvelopes,
    also: ["robustness."],
    sentWith,
    at: inText(write),
  })),
  {
    name: "legacy-code-as-text",
    sentence: "the code of a legacy error is a string.",
    blames: ["error.legacy-members"],
    sentWith,
    at: inEnvelope("legacy", (body) => {
      body.code = String(body.code);
    }),
  },
  {
    name: "legacy-code-of-its-own",
    sentence: "the code of a legacy error is not the status.",
    blames: ["error.legacy-code-equals-status"],
    sentWith,
    at: inEnvelope("legacy", (body) => {
      body.code = 1401;
    }),
  },
  {
    name: "legacy-error-called-success",
    sentence: "a legacy error has success: true.",
    blames: ["error.legacy-members", ...ofEnvelopes],
    sentWith,
    at: inEnvelope("legacy", (body) => {
      body.success = true;
    }),
  },
  {
    name: "legacy-error-without-message",
    sentence: "a legacy error has no message.",
    blames: ["error.legacy-members", ...ofEnvelopes],
    sentWith,
    at: inEnvelope("legacy", (body) => {
      delete body.message;
    }),
  },
  {
    name: "legacy-fields-by-name",
    sentence: "fields is an object instead of a list.",
    blames: ["error.legacy-fields"],
    sentWith,
    at: inEnvelope("legacy", (body) => {
      body.fields = { "api-key": "must be a key" };
    }),
  },
  {
    name: "error-code-as-number",
    sentence: "the code of an error is a number.",
    blames: ["error.current-members"],
    sentWith,
    at: inErrors((error) => {
      error.code = 401;
    }),
  },
  {
    name: "error-message-null",
    sentence: "the message of an error is null.",
    blames: ["error.current-members"],
    sentWith,
    at: inErrors((error) => {
      error.message = null;
    }),
  },
  {
    name: "error-details-as-list",
    sentence: "the details of an error are a list.",
    blames: ["error.current-members"],
    sentWith,
    at: inErrors((error) => {
      error.details = [];
    }),
  },
  {
    name: "error-details-left-out",
    sentence: "errors have no details.",
    blames: ["error.details-present"],
    also: ["description."],
    sentWith,
    at: inErrors((error) => {
      delete error.details;
    }),
  },
  {
    name: "errors-empty",
    sentence: "the list of errors is empty.",
    blames: ["error.current-errors-not-empty"],
    sentWith,
    at: inEnvelope("metadata-and-errors", (body) => {
      body.errors = [];
    }),
  },
  {
    name: "errors-without-time",
    sentence: "the metadata of errors has no timestamp.",
    blames: ["error.current-members"],
    sentWith,
    at: inEnvelope("metadata-and-errors", ({ metadata }) => {
      if (isEditable(metadata)) delete metadata.timestamp;
    }),
  },
];
