import { editableAt, inSuccess, succeeded } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";
import type { Act, OneCellClass } from "./one-cell-class.ts";

const atPing =
  (...acts: readonly Act[]): OneCellClass["at"] =>
  ({ operation }) =>
    operation.protected ? [] : acts;

const answering = (change: (response: FaultResponse) => void, variant?: string): Act => ({
  ...(variant === undefined ? {} : { variant }),
  response(response, { key, ownerOf, surface }) {
    // The response to a wrong key is a separate class.
    if (succeeded(response) && (key === null || ownerOf(key) === surface)) change(response);
  },
});

const sentWith = ["key", "none"] as const;
const served = ["ping.public", "ping.own-key-accepted"];
const also = ["ping.", "version.", "transport.", "robustness.", "description.", "error."];

/** A connectivity check that is wrong at one version, with or without a key. */
export const pingClasses: readonly OneCellClass[] = [
  {
    name: "ping-refused",
    sentence: "ping is refused.",
    blames: served,
    also,
    sentWith,
    at: atPing(
      answering((response) => {
        response.status = 401;
        response.body = { success: false, code: 401, message: "A key is needed." };
      }),
    ),
  },
  {
    name: "ping-with-another-status",
    sentence: "ping has a status other than 200.",
    blames: served,
    also,
    sentWith,
    at: atPing(
      ...[204, 302, 500].map((status) =>
        answering((response) => {
          response.status = status;
        }, String(status)),
      ),
    ),
  },
  {
    name: "ping-called-text",
    sentence: "ping is declared as text/plain.",
    blames: ["transport.json-content-type"],
    sentWith,
    at: atPing(
      answering((response) => {
        response.headers["content-type"] = "text/plain";
      }),
    ),
  },
  {
    name: "ping-body-no-json",
    sentence: "ping responds with a bare word.",
    blames: ["transport.json-body"],
    also,
    sentWith,
    at: atPing(
      answering((response) => {
        response.raw = "pong";
      }),
    ),
  },
  {
    name: "ping-shouts",
    sentence: "ping says PONG.",
    blames: ["ping.message-pong"],
    sentWith,
    at: atPing(
      answering(({ body }) => {
        const ping = editableAt(body);
        if (ping !== null) ping.message = "PONG";
      }),
    ),
  },
  {
    name: "ping-member-dropped",
    sentence: "ping omits a member.",
    blames: ["ping.members-present"],
    also: ["version."],
    sentWith,
    at: ({ operation }) =>
      operation.protected
        ? []
        : operation.requiredMembers.map((variant) => ({
            variant,
            ...inSuccess((body) => {
              delete body[variant];
            }),
          })),
  },
  {
    name: "ping-timestamp-as-text",
    sentence: "the timestamp of ping is a string.",
    blames: ["ping.member-types"],
    sentWith,
    at: atPing(
      answering(({ body }) => {
        const ping = editableAt(body);
        if (ping !== null) ping.timestamp = new Date().toISOString();
      }),
    ),
  },
  {
    name: "ping-tells-another-version",
    sentence: "ping reports a version other than the one in effect.",
    blames: ["version.ping-tells-version", "version.default-is-latest"],
    also: ["ping.version-listed"],
    sentWith,
    at: atPing(
      answering(({ body }) => {
        const ping = editableAt(body);
        if (ping !== null) ping.version = "2023-01-01";
      }),
    ),
  },
];
