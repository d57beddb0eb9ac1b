import { randomUUID } from "node:crypto";
import type { Surface } from "../../contracts/vocabulary.ts";
import { versionsOf } from "../versions.ts";
import type { Endpoint } from "./endpoint.ts";

/** GET /ping, the same on both surfaces; the timestamp is in milliseconds. */
export function pingEndpoint(surface: Surface): Endpoint {
  return {
    path: "/ping",
    versions: versionsOf(surface, "/ping"),
    public: true,
    answer: ({ version }) => ({
      id: randomUUID(),
      message: "pong",
      version,
      timestamp: Date.now(),
    }),
  };
}
