import { dirname, relative } from "node:path";
import { loadCatalogue } from "../../contracts/load.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import { describedEndpoints } from "../../description/described-endpoints.ts";
import { discoverRoles } from "../../description/discover-roles.ts";
import { type DescribedSurface, describedSurface } from "../../description/operations.ts";
import { parseDescriptionLocation } from "../../harness/configuration/description-location.ts";
import { loadDescriptions } from "../../harness/descriptions/load-descriptions.ts";
import { isUrl } from "../../harness/is-url.ts";
import { credentialsInUrl } from "../../harness/secrets/url-credentials.ts";
import { defaultNetwork, defaultSamples } from "../../harness/settings/defaults.ts";
import type { Keys } from "../../harness/settings/types.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import type { DescribedTarget, DescribedTargets } from "./configuration-template.ts";

/** A description as given; `surface` is null if its paths determine it. */
export interface NamedDescription {
  readonly location: string;
  readonly surface: Surface | null;
}

const noKey = { own: null, revoked: null, revocable: null };
const noKeys: Keys = { aggregator: noKey, news: noKey };

/**
 * Reads base URLs and names of roles from descriptions.
 * @param file absolute path of the configuration file; paths are written relative to its folder
 * @throws UsageError if a description can't be read or belongs to no surface, two belong to the same one, or the URL of
 *   one has a credential
 */
export async function describedTargets(
  named: readonly NamedDescription[],
  file: string,
): Promise<DescribedTargets> {
  if (named.some(({ location }) => credentialsInUrl(location).length > 0)) {
    throw new UsageError(
      `the URL of a description contains a credential, which would be written to ${relative(process.cwd(), file)}`,
      "Save the document, and name its file.",
    );
  }
  const targets: Partial<Record<Surface, DescribedTarget>> = {};
  for (const { location, surface } of named) {
    const source = parseDescriptionLocation(location, "--openapi", process.cwd());
    const described = await read(source, location);
    const found = surface === null ? surfacesOf(described) : [surface];
    if (found.length === 0) {
      throw new UsageError(
        `${location} describes no operation of either surface`,
        "Name its surface: --openapi-aggregator or --openapi-news.",
      );
    }
    for (const one of found) {
      const other = targets[one];
      if (other !== undefined) {
        throw new UsageError(
          `${other.location} and ${location} both describe the ${one} surface`,
          "Give one description for each surface; it may consist of several files.",
        );
      }
      targets[one] = { ...targetOf(one, described, source, file), location };
    }
  }
  return targets;
}

async function read(source: string, shown: string): Promise<DescribedSurface> {
  const surface = {
    baseUrl: "http://127.0.0.1",
    openapi: source,
    description: null,
    parameters: {},
    samples: defaultSamples,
    revoke: null,
  };
  const network = { ...defaultNetwork, headers: {}, useProxy: true };
  const { operations } = loadCatalogue();
  const options = { cwd: process.cwd(), fetch: true, operations };
  const loaded = await loadDescriptions({ surfaces: { news: surface }, network }, noKeys, options);
  const description = loaded.news?.description ?? null;
  if (description === null || description.document === null) {
    throw new UsageError(
      `the description ${shown} can't be read: ${description?.problem ?? ""}`,
      "A copy of it in a file works as well.",
    );
  }
  return describedSurface(description.document);
}

/** The surfaces whose operations, other than ping, a description has. */
function surfacesOf(described: DescribedSurface): readonly Surface[] {
  const { operations } = loadCatalogue();
  const basePath = basePathOf(described);
  return surfaces.filter(
    (surface) => describedEndpoints(described, surface, basePath, operations).length > 0,
  );
}

function targetOf(
  surface: Surface,
  described: DescribedSurface,
  source: string,
  file: string,
): Omit<DescribedTarget, "location"> {
  const basePath = basePathOf(described);
  const operations = loadCatalogue().operations.filter((one) => one.surface === surface);
  const path = relative(dirname(file), source).replaceAll("\\", "/");
  return {
    openapi: isUrl(source) ? source : path.startsWith(".") ? path : `./${path}`,
    baseUrl: baseUrlOf(described, source),
    hasOperations: describedEndpoints(described, surface, basePath, operations).length > 0,
    roles: discoverRoles(described, basePath, operations, () => undefined),
  };
}

/** The first server of a description as an absolute URL; null if it has none. */
function baseUrlOf({ servers }: DescribedSurface, source: string): string | null {
  const [first] = servers;
  const base = isUrl(source) ? source : undefined;
  const url = first === undefined || first.includes("{") ? null : parseUrl(first, base);
  if (url === null) return null;
  const { href, protocol } = url;
  return protocol === "http:" || protocol === "https:" ? withoutTrailingSlashes(href) : null;
}

/** The path of the first server, with which the paths may begin. */
function basePathOf({ servers }: DescribedSurface): string {
  const [first = ""] = servers;
  const any = "http://any.example";
  return withoutTrailingSlashes(parseUrl(first, any)?.pathname ?? "");
}
