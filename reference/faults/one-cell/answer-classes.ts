import { succeeded } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";
import type { Act, OneCellClass } from "./one-cell-class.ts";

/** Changes every success response, regardless of its content. */
const serving = (change: (response: FaultResponse) => void, variant?: string): Act => ({
  ...(variant === undefined ? {} : { variant }),
  response(response) {
    if (succeeded(response)) change(response);
  },
});

const everywhere =
  (...acts: readonly Act[]): OneCellClass["at"] =>
  ({ operation }) =>
    operation.protected ? acts : [];

const written = (write: (text: string) => string | Uint8Array): OneCellClass["at"] =>
  everywhere(
    serving((response) => {
      response.raw = write(JSON.stringify(response.body));
    }),
  );

/** Requirements that can't be judged, or are broken too, if a request that must be served is not. */
const unserved = [
  ...["auth.revocation-", "auth.style-accepted", "transport.", "envelope.", "item.", "plan."],
  ...["parameter.", "limit.", "version.", "metadata.", "robustness.", "description.", "error."],
];

/** The last two where an endpoint need not have the version. */
const notServed = [
  "transport.success-status",
  "version.articles-explicit-version",
  "version.topics-2022-no-server-error",
];

const sentWith = ["key"] as const;

/** Success responses that are wrong before their body is parsed. */
export const answerClasses: readonly OneCellClass[] = [
  {
    name: "served-with-another-status",
    sentence: "valid requests get a status other than 200.",
    blames: notServed,
    also: unserved,
    sentWith,
    at: everywhere(
      ...[201, 202, 204, 206, 302, 404, 500].map((status) =>
        serving((response) => {
          response.status = status;
        }, String(status)),
      ),
    ),
  },
  {
    name: "called-html",
    sentence: "success responses are declared as text/html.",
    blames: ["transport.json-content-type"],
    sentWith,
    at: everywhere(
      serving((response) => {
        response.headers["content-type"] = "text/html; charset=utf-8";
      }),
    ),
  },
  {
    name: "without-media-type",
    sentence: "success responses have no media type.",
    blames: ["transport.json-content-type"],
    sentWith,
    at: everywhere(
      serving((response) => {
        delete response.headers["content-type"];
      }),
    ),
  },
  {
    name: "body-cut-short",
    sentence: "the JSON ends in the middle.",
    blames: ["transport.json-body"],
    also: unserved,
    sentWith,
    at: written((text) => text.slice(0, Math.ceil(text.length / 2))),
  },
  {
    name: "body-with-a-tail",
    sentence: "other text follows the JSON.",
    blames: ["transport.json-body"],
    also: unserved,
    sentWith,
    at: written((text) => `${text}{}`),
  },
  {
    name: "body-empty",
    sentence: "success responses have no body.",
    blames: ["transport.json-body"],
    also: unserved,
    sentWith,
    at: written(() => ""),
  },
  {
    name: "body-in-utf-16",
    sentence: "the JSON is not in UTF-8.",
    blames: ["transport.json-body"],
    also: unserved,
    sentWith,
    at: written((text) => Buffer.from(text, "utf16le")),
  },
  {
    name: "body-a-page",
    sentence: "an HTML page comes with status 200.",
    blames: ["transport.json-body"],
    also: unserved,
    sentWith,
    at: written(() => "<!doctype html><title>OK</title><p>It works!</p>"),
  },
  {
    name: "byte-order-mark",
    sentence: "success bodies begin with a byte order mark.",
    blames: ["transport.no-byte-order-mark"],
    also: ["robustness."],
    sentWith,
    at: written((text) => `\uFEFF${text}`),
  },
  {
    name: "compression-announced-only",
    sentence: "success responses claim to be compressed, but are not.",
    blames: ["transport.http-message"],
    also: unserved,
    sentWith,
    at: everywhere(
      serving((response) => {
        response.headers["content-encoding"] = "gzip";
      }),
    ),
  },
  {
    name: "answer-cut-off",
    sentence: "the connection is closed in the middle of success responses.",
    blames: ["transport.http-message"],
    also: unserved,
    sentWith,
    at: everywhere(
      serving((response) => {
        response.cut = "mid-body";
      }),
    ),
  },
  {
    name: "request-dropped",
    sentence: "the connection is closed without a response to valid requests.",
    blames: notServed,
    also: unserved,
    sentWith,
    at: everywhere(
      serving((response) => {
        response.cut = "before-answer";
      }),
    ),
  },
];
