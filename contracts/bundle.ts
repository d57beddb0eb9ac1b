import { join } from "node:path";
import type { Catalogue } from "./catalogue.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt, valueAt } from "./json.ts";
import { contractsFolder, loadCatalogueFrom } from "./load.ts";
import { documentPath } from "./operations.ts";
import { defaultVersion, type Surface, type Version } from "./vocabulary.ts";

/**
 * The contract of one surface at one version as a single OpenAPI document for mock servers and code
 * generators. Extensions that only this suite understands are replaced by standard terms: owning
 * requirements are removed, the values of `api-version` are listed, date-times have the standard format,
 * and discriminators have their mapping.
 *
 * @param version a date, or `default` for the latest
 * @throws Error that lists the existing versions if the surface has no such version
 */
export async function bundleContract(
  surface: Surface,
  version: Version,
  folder: string = contractsFolder(),
): Promise<JsonObject> {
  const contracts = loadCatalogueFrom(folder);
  const date = version === defaultVersion ? contracts.latest(surface) : version;
  const offered = new Set(
    contracts.operations.flatMap((one) => (one.surface === surface ? [one.version] : [])),
  );
  if (!offered.has(date)) {
    const dates = [...offered].sort().reverse().join(", ");
    throw new Error(`the ${surface} surface has no version ${version}; it has ${dates}`);
  }
  // Slow to load, and not used by other commands.
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  const bundled: unknown = await SwaggerParser.bundle(join(folder, documentPath(surface, date)));
  const rewritten = rewrite(bundled, { root: bundled, versions: contracts.versions(surface) });
  if (!isObject(rewritten)) throw new Error(`${documentPath(surface, date)}: no document`);
  return { ...rewritten, paths: withVersionHeaders(rewritten, surface, contracts) };
}

interface Context {
  readonly root: unknown;
  readonly versions: readonly Version[];
}

/** A copy in standard terms, without shared parts. */
function rewrite(value: unknown, context: Context): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, context));
  if (!isObject(value)) return value;
  const { "x-requirement": _, ...rest } = value;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, rewrite(member, context)]),
  );
  if (copy.format === "iso8601-date-time") return { ...copy, format: "date-time" };
  if (copy.format === "api-version") {
    const { format: _format, ...schema } = copy;
    return { ...schema, enum: [...context.versions] };
  }
  const discriminator = objectAt(copy, "discriminator");
  const property = textAt(discriminator, "propertyName");
  if (property === null) return copy;
  const mapping = mappingOf(listAt(copy, "oneOf"), property, context.root);
  return { ...copy, discriminator: { ...discriminator, mapping } };
}

/** The branch for each value of a discriminator. */
function mappingOf(branches: readonly unknown[], property: string, root: unknown): JsonObject {
  return Object.fromEntries(
    branches.flatMap((branch) => {
      const ref = isObject(branch) ? textAt(branch, "$ref") : null;
      if (ref === null) return [];
      const target = valueAt(root, ref.slice(1));
      const value = textAt(objectAt(objectAt(target, "properties"), property), "const");
      return value === null ? [] : [[value, ref]];
    }),
  );
}

/** The paths. Each operation has its own `api-version` header, since not all have the same versions. */
function withVersionHeaders(
  document: JsonObject,
  surface: Surface,
  contracts: Catalogue,
): JsonObject {
  const paths = objectAt(document, "paths");
  return Object.fromEntries(
    Object.entries(paths).map(([endpoint, item]) => {
      const get = objectAt(item, "get");
      const versions = contracts.operations
        .filter((one) => one.surface === surface && one.endpoint === endpoint)
        .map((one) => one.version);
      const parameters = listAt(get, "parameters").map((written) => {
        const ref = isObject(written) ? textAt(written, "$ref") : null;
        const parameter = ref === null ? written : valueAt(document, ref.slice(1));
        if (!isObject(parameter) || parameter.name !== "api-version") return written;
        const byDefault = contracts.defaultOf(surface, endpoint) ?? contracts.latest(surface);
        const schema = { type: "string", enum: versions, default: byDefault };
        return { ...parameter, schema };
      });
      return [endpoint, { ...objectAt(paths, endpoint), get: { ...get, parameters } }];
    }),
  );
}
