import { randomUUID } from "node:crypto";
import type { Version } from "../../contracts/words.ts";
import type { Endpoint } from "./endpoint.ts";

/** GET /ping, alike on both surfaces; the timestamp is in milliseconds. */
export function pingEndpoint(versions: readonly [Version, ...Version[]]): Endpoint {
  return {
    path: "/ping",
    versions,
    public: true,
    answer: ({ version }) => ({
      id: randomUUID(),
      message: "pong",
      version,
      timestamp: Date.now(),
    }),
  };
}
