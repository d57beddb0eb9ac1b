import type { OneCellClass } from "./one-cell-class.ts";
import { atProtected, refusing, restate } from "./refusing.ts";

const openDoors = [
  "auth.missing-key-refused",
  "auth.unknown-key-refused",
  "auth.other-product-key-refused",
  "auth.revoked-key-refused",
];

/** A refusal with a success status is judged by the contract of a success. */
const alsoOpen = [
  ...["auth.", "robustness.", "description.", "envelope.", "metadata.", "version."],
  "transport.success-status",
];

/** Invalid keys that are not refused properly. */
export const refusalClasses: readonly OneCellClass[] = [
  {
    name: "key-refused-with-500",
    sentence: "a refused key results in status 500.",
    blames: ["error.never-5xx"],
    also: [...alsoOpen, "error.known-envelope"],
    sentWith: ["key", "none"],
    at: atProtected(refusing((response) => restate(response, 500))),
  },
  {
    name: "key-refused-with-200",
    sentence: "the refusal of a key has status 200.",
    blames: openDoors,
    // Some requests without a valid key have a parameter besides that has to be refused.
    also: [...alsoOpen, "parameter.location-required", "limit.out-of-range-refused"],
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        response.status = 200;
      }),
    ),
  },
  {
    name: "key-refused-by-redirect",
    sentence: "a client without a valid key is redirected to a login page.",
    blames: openDoors,
    also: alsoOpen,
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        response.status = 302;
        response.headers.location = "https://console.example/login";
      }),
    ),
  },
  {
    name: "wrong-key-dropped",
    sentence: "the connection is closed without a response to requests without a valid key.",
    blames: [...openDoors, "error.never-5xx"],
    also: alsoOpen,
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        response.cut = "before-answer";
      }),
    ),
  },
  {
    name: "key-refused-with-another-status",
    sentence: "a refused key gets a 4xx other than 401.",
    blames: [
      "auth.refusal-status-401",
      "auth.geolocation-missing-key-401",
      "auth.geolocation-unknown-key-401",
      "auth.geolocation-invalid-credentials-401",
    ],
    also: ["error.geolocation-", "error.matching-envelope-elsewhere"],
    sentWith: ["key", "none"],
    at: atProtected(
      ...[400, 403, 404].map((status) =>
        refusing((response) => restate(response, status), String(status)),
      ),
    ),
  },
  {
    name: "refusal-called-html",
    sentence: "refusals are declared as text/html.",
    blames: ["error.json-content-type"],
    also: ["robustness."],
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        response.headers["content-type"] = "text/html; charset=utf-8";
      }),
    ),
  },
  {
    name: "refusal-without-media-type",
    sentence: "refusals have no media type.",
    blames: ["error.json-content-type"],
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        delete response.headers["content-type"];
      }),
    ),
  },
  {
    name: "refusal-compression-announced-only",
    sentence: "refusals claim to be compressed, but are not.",
    blames: ["transport.http-message"],
    also: ["auth.", "error.", "robustness.", "version."],
    sentWith: ["key", "none"],
    at: atProtected(
      refusing((response) => {
        response.headers["content-encoding"] = "gzip";
      }),
    ),
  },
];
