import { relative } from "node:path";
import type { Operation } from "../../contracts/catalogue.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import type { Description } from "../../description/description.ts";
import { TooLargeToJudge } from "../../description/description-size.ts";
import { readDocument } from "../../description/read-description.ts";
import { createClient } from "../http/client.ts";
import { oneLine } from "../http/failures.ts";
import { isUrl } from "../is-url.ts";
import { createRedactor, type Redact } from "../secrets/redaction.ts";
import { secretsOf } from "../secrets/secrets.ts";
import type { Configuration, Keys, SurfaceConfiguration } from "../settings/types.ts";
import { UsageError } from "../settings/usage-error.ts";
import { cleanDescription } from "./clean-description.ts";
import { createDescriptionFetcher, type DescriptionFetcher } from "./description-fetcher.ts";
import { descriptionFolder } from "./description-folder.ts";
import { lookForDescription, mostLookups } from "./look-for-description.ts";

/** The part of a configuration that is needed to read descriptions. */
type Reading = Pick<Configuration, "surfaces" | "network">;

export interface LoadDescriptionsOptions {
  /** The folder to which shown paths are relative. */
  readonly cwd: string;
  /** false: no URL is fetched, and no description is searched for. */
  readonly fetch: boolean;
  /** The endpoints of a surface in the contracts, to determine whether a found document describes it. */
  readonly operations: readonly Operation[];
}

/**
 * Adds the descriptions to the surfaces. Files are read and URLs fetched, with everything that they refer
 * to in the same folder tree or at the same origin. If no description is given, one is searched for below
 * the base URL. Requests to the origin of the surface carry the configured headers, and its key if they
 * are refused without one.
 *
 * @throws UsageError if a file can't be read or is not a description; that one is too large to judge is
 *   noted in the description instead, like a failed fetch, of which the server may be the cause
 */
export async function loadDescriptions(
  configuration: Reading,
  keys: Keys,
  { cwd, fetch, operations }: LoadDescriptionsOptions,
): Promise<Configuration["surfaces"]> {
  const redact = createRedactor(secretsOf(configuration, keys));
  const { network } = configuration;
  const client = createClient(network);
  const fetcher = createDescriptionFetcher(configuration, keys, client, {
    retries: network.retries,
    most: Number.POSITIVE_INFINITY,
  });
  // A search for an optional document does not retry.
  const seeker = createDescriptionFetcher(configuration, keys, client, {
    retries: 0,
    most: mostLookups,
  });
  const tools = { fetcher: seeker, redact, operations, timeoutMs: network.timeoutMs };
  const load = async (name: Surface, surface: SurfaceConfiguration) => {
    const { openapi, baseUrl } = surface;
    if (openapi === null) {
      if (!fetch || surface.findDescription !== true) return surface;
      const found = await lookForDescription(name, baseUrl, tools);
      return { ...surface, ...found, descriptionRequests: seeker.requests(name) };
    }
    if (!isUrl(openapi)) {
      return { ...surface, description: await readDescription(openapi, cwd, redact) };
    }
    if (!fetch) return surface;
    const description = await fetchDescription(name, openapi, fetcher, redact);
    return { ...surface, description, descriptionRequests: fetcher.requests(name) };
  };
  try {
    const loaded: Partial<Record<Surface, SurfaceConfiguration>> = { ...configuration.surfaces };
    await Promise.all(
      surfaces.map(async (name) => {
        const surface = configuration.surfaces[name];
        if (surface !== undefined) loaded[name] = await load(name, surface);
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
    const document = await readDocument(file, descriptionFolder(file));
    return await cleanDescription(redact(shown), document, redact);
  } catch (error) {
    if (error instanceof TooLargeToJudge) return unread(redact(shown), error, redact);
    throw new UsageError(
      `the description ${shown} can't be used: ${redact(oneLine(messageOf(error)))}`,
      "It must be an OpenAPI document in JSON or YAML.",
    );
  }
}

async function fetchDescription(
  surface: Surface,
  url: string,
  fetcher: DescriptionFetcher,
  redact: Redact,
): Promise<Description> {
  const { origin } = new URL(url);
  const source = redact(url);
  try {
    const document = await readDocument(url, async (location) => {
      // The author of a description must not choose what this machine reads.
      if (!isUrl(location) || new URL(location).origin !== origin) {
        throw new Error(`it refers to ${location}, which is at another origin and not fetched`);
      }
      const reply = await fetcher.get(surface, location);
      if (reply.status !== 200) {
        const where = pointer(location, reply.headers);
        throw new Error(`${location} was answered with ${reply.status}${where}`);
      }
      return new TextDecoder().decode(reply.body);
    });
    return await cleanDescription(source, document, redact);
  } catch (error) {
    return unread(source, error, redact);
  }
}

function unread(source: string, error: unknown, redact: Redact): Description {
  const problem = redact(oneLine(messageOf(error)));
  return { source, document: null, problem, violations: [] };
}

/** Redirects are not followed, since relative references in the document would then be resolved wrongly. */
function pointer(url: string, { location }: Readonly<Record<string, string | undefined>>): string {
  const target = location === undefined ? null : parseUrl(location, url);
  return target === null ? "" : `: use ${target.href} instead, to which it redirects`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
