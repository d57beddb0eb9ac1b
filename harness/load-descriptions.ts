import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isObject, type JsonObject } from "../contracts/json.ts";
import { type Surface, surfaces } from "../contracts/words.ts";
import type { Description } from "../description/description.ts";
import { readDocument, withViolations } from "../description/read-description.ts";
import { type Client, createClient } from "./client.ts";
import { isUrl } from "./configuration/description-location.ts";
import type { Configuration, Keys, SurfaceConfiguration } from "./configuration/types.ts";
import { UsageError } from "./configuration/usage-error.ts";
import { oneLine } from "./failures.ts";
import { createGate } from "./gate.ts";
import { createPacing } from "./pacing.ts";
import { createRedactor, type Redact, secretsOf } from "./redaction.ts";
import { acceptedCodings } from "./request.ts";
import { suiteVersion } from "./suite-version.ts";

/** Of a configuration, what is needed to read descriptions. */
type Reading = Pick<Configuration, "surfaces" | "network">;

export interface LoadDescriptionsOptions {
  /** Where paths are shown from. */
  readonly cwd: string;
  /** false: what stands behind a URL is left alone. */
  readonly fetch: boolean;
}

/**
 * The surfaces with what stands at their `openapi`: files are read, URLs fetched, with everything that
 * they refer to in the same folder tree or at the same origin. What is fetched from the origin of the
 * surface carries the configured headers, and its key where it is refused without one.
 *
 * @throws UsageError where a file can't be read or is no description; what can't be fetched is noted in
 *   the description instead, since that may be the server's doing
 */
export async function loadDescriptions(
  configuration: Reading,
  keys: Keys,
  { cwd, fetch }: LoadDescriptionsOptions,
): Promise<Configuration["surfaces"]> {
  const wanted = surfaces.filter((name) => {
    const location = configuration.surfaces[name]?.openapi ?? null;
    return location !== null && (fetch || !isUrl(location));
  });
  if (wanted.length === 0) return configuration.surfaces;
  const redact = createRedactor(secretsOf(configuration, keys));
  const client = createClient(configuration.network);
  const fetcher = createFetcher(configuration, keys, client);
  try {
    const loaded: Partial<Record<Surface, SurfaceConfiguration>> = { ...configuration.surfaces };
    await Promise.all(
      wanted.map(async (name) => {
        const surface = configuration.surfaces[name];
        if (surface === undefined || surface.openapi === null) return;
        const description = isUrl(surface.openapi)
          ? await fetchDescription(surface.openapi, (url) => fetcher(name, url), redact)
          : await readDescription(surface.openapi, cwd, redact);
        loaded[name] = { ...surface, description };
      }),
    );
    return loaded;
  } finally {
    await client.close();
  }
}

async function readDescription(file: string, cwd: string, redact: Redact): Promise<Description> {
  const shown = relative(cwd, file) || file;
  try {
    const document = await readDocument(file, async (location) => {
      if (isUrl(location)) throw new Error(`it refers to ${location}, which is not fetched`);
      return readFileSync(
        location.startsWith("file:") ? fileURLToPath(location) : location,
        "utf8",
      );
    });
    return await described(redact(shown), document, redact);
  } catch (error) {
    throw new UsageError(
      `the description ${shown} can't be used: ${redact(oneLine(messageOf(error)))}`,
      "It has to be an OpenAPI document in JSON or YAML.",
    );
  }
}

async function fetchDescription(
  url: string,
  fetchText: (url: string) => Promise<string>,
  redact: Redact,
): Promise<Description> {
  const { origin } = new URL(url);
  const source = redact(url);
  try {
    const document = await readDocument(url, async (location) => {
      // Whoever wrote the description must not choose what this machine reads.
      if (!isUrl(location) || new URL(location).origin !== origin) {
        throw new Error(`it refers to ${location}, which is at another origin and not fetched`);
      }
      return fetchText(location);
    });
    return await described(source, document, redact);
  } catch (error) {
    const problem = redact(oneLine(messageOf(error)));
    return { source, document: null, problem, violations: [] };
  }
}

async function described(
  source: string,
  document: JsonObject,
  redact: Redact,
): Promise<Description> {
  const clean = redactAll(document, redact);
  if (!isObject(clean)) throw new Error("it is no object, and so no OpenAPI document");
  return withViolations({ source, document: clean, problem: null });
}

/** Takes every secret out of every text, so that what is judged is what is written down. */
function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactAll(entry, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactAll(member, redact)]),
  );
}

type FetchText = (surface: Surface, url: string) => Promise<string>;

function createFetcher(configuration: Reading, keys: Keys, client: Client): FetchText {
  const pacing = createPacing(configuration.network);
  const gate = createGate();
  return async (surface, url) => {
    const base = configuration.surfaces[surface]?.baseUrl ?? "";
    const isOwn = URL.canParse(base) && new URL(base).origin === new URL(url).origin;
    const get = async (more: Readonly<Record<string, string>>) => {
      const headers = {
        ...(isOwn ? configuration.network.headers : {}),
        accept: "application/json, application/yaml;q=0.9, */*;q=0.8",
        "accept-encoding": acceptedCodings,
        "user-agent": `news-conformance/${suiteVersion}`,
        ...more,
      };
      const { reply } = await pacing.run(
        (how) => client.send({ method: "GET", url, headers }, how),
        "normal",
        gate,
      );
      if (reply.kind === "failed") throw new Error(reply.failure.message);
      return reply;
    };
    const { own } = keys[surface];
    let reply = await get({});
    if ([401, 403].includes(reply.status) && isOwn && own !== null) {
      reply = await get({ authorization: `Bearer ${own}` });
    }
    if (reply.status !== 200) {
      throw new Error(`${url} was answered with ${reply.status}${pointer(url, reply.headers)}`);
    }
    return new TextDecoder().decode(reply.body);
  };
}

/** Redirects are not followed, since what the document refers to would be looked for at the wrong place. */
function pointer(url: string, { location }: Readonly<Record<string, string | undefined>>): string {
  if (location === undefined || !URL.canParse(location, url)) return "";
  return `: name ${new URL(location, url).href} instead, where it redirects to`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
