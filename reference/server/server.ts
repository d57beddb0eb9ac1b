import type { Surface } from "../../contracts/vocabulary.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import type { Deviation } from "../faults/fault.ts";
import { createHttpServer, type Handler } from "../http/http-server.ts";
import {
  createKeyRing,
  issueTestKeys,
  type ReferenceKeys,
  type SurfaceTestKeys,
} from "../http/keys.ts";
import { createConsole } from "./console.ts";
import { surfaceHandler } from "./handler.ts";

type Origin = Surface | "console";

export interface ReferenceServerOptions {
  /** The operating system chooses absent ports. */
  readonly ports?: Partial<Readonly<Record<Origin, number>>>;
  /** The address on which it listens; 127.0.0.1 if absent. */
  readonly host?: string;
  /** Path prefixes such as `/v1/headlines`; none if absent. */
  readonly prefixes?: Partial<Readonly<Record<Surface, string>>>;
  /** Absent ones are random. */
  readonly keys?: Partial<Readonly<Record<Surface, Partial<SurfaceTestKeys>>>>;
  /** Deviations of this server: faults, or variants that conform. */
  readonly faults?: readonly Deviation[];
}

export interface ReferenceServer {
  /** Base URLs with their prefix, without a trailing slash. */
  readonly aggregatorUrl: string;
  readonly newsUrl: string;
  /** Where keys are created and revoked; see `createConsole`. */
  readonly consoleUrl: string;
  readonly keys: ReferenceKeys;
  /** The number of requests received so far; a live value. */
  readonly requests: Readonly<Record<Origin, number>>;
  /** Closes all connections and frees the ports. */
  close(): Promise<void>;
}

function cleanPrefix(prefix: string | undefined): string {
  const trimmed = withoutTrailingSlashes(prefix ?? "").replace(/^\/+/, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}

/**
 * Starts a server that conforms to the whole specification, in this process.
 *
 * @throws if a given port is in use or the address cannot be used; nothing stays open then
 */
export async function startReferenceServer(
  options: ReferenceServerOptions = {},
): Promise<ReferenceServer> {
  const ring = createKeyRing();
  const keys: ReferenceKeys = {
    aggregator: issueTestKeys(ring, "aggregator", options.keys?.aggregator),
    news: issueTestKeys(ring, "news", options.keys?.news),
  };
  const faults = options.faults ?? [];
  const requests: Record<Origin, number> = { aggregator: 0, news: 0, console: 0 };

  const prefixes = {
    aggregator: cleanPrefix(options.prefixes?.aggregator),
    news: cleanPrefix(options.prefixes?.news),
    console: "",
  };
  const surface = (name: Surface): Handler =>
    surfaceHandler({ surface: name, prefix: prefixes[name], faults, ring, keys });
  const serve = (name: Origin, handler: Handler) =>
    createHttpServer(handler, () => {
      requests[name] += 1;
    });
  const servers = {
    aggregator: serve("aggregator", surface("aggregator")),
    news: serve("news", surface("news")),
    console: serve("console", createConsole(ring)),
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  };
  const { host = "127.0.0.1" } = options;
  const listen = async (name: Origin): Promise<string> =>
    (await servers[name].listen(options.ports?.[name] ?? 0, host)) + prefixes[name];

  const started = await Promise.allSettled([
    listen("aggregator"),
    listen("news"),
    listen("console"),
  ]);
  const urls = [];
  for (const result of started) {
    if (result.status === "rejected") {
      await close();
      throw result.reason;
    }
    urls.push(result.value);
  }
  const [aggregatorUrl = "", newsUrl = "", consoleUrl = ""] = urls;
  return { aggregatorUrl, newsUrl, consoleUrl, keys, requests, close };
}
