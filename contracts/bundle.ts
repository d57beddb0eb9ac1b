import { join } from "node:path";
import type { Catalogue, Operation } from "./catalogue.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt, valueAt } from "./json.ts";
import { contractsFolder, loadCatalogueFrom } from "./load.ts";
import { documentPath } from "./operations.ts";
import { type RoleNamer, roleParameters, unnamedRolesText } from "./role-parameters.ts";
import { inStandardTerms } from "./standard-terms.ts";
import { defaultVersion, type Surface, type Version } from "./vocabulary.ts";

export interface BundleOptions {
  /** The contracts; by default those of this package. */
  readonly folder?: string;
  /** A server's names for the parameters that the specification does not name; by default none is known. */
  readonly nameOf?: RoleNamer;
  /** The server's base URL, in place of a variable for it. */
  readonly baseUrl?: string;
}

/**
 * The contract of one surface at one version as a single OpenAPI document for mock servers and code
 * generators, in standard terms only.
 *
 * The document of a date requires the header `api-version` with that date, since a client of it would get
 * another version without. The document of `default` is the latest contract with an optional header. The
 * header is optional in both where the specification names no versions.
 *
 * @param version a date, or `default` for the latest
 * @throws Error that lists the existing versions if the surface has no such version
 */
export async function bundleContract(
  surface: Surface,
  version: Version,
  { folder = contractsFolder(), nameOf = () => undefined, baseUrl }: BundleOptions = {},
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
  const document = withDiscriminators(
    inStandardTerms(withoutDeepReferences(bundled, bundled), contracts.versions(surface)),
  );
  const paths = Object.entries(objectAt(document, "paths")).map(([endpoint, item]) => {
    const operation = contracts.operation(surface, endpoint, date);
    if (operation === null) throw new Error(`${endpoint} has no version ${date}`);
    const header = versionHeader(operation, contracts, version !== defaultVersion);
    const get = withOwnVersion(objectAt(item, "get"), contracts.versions(surface), date);
    return [endpoint, { get: completed(get, operation, header, nameOf) }];
  });
  return {
    ...document,
    ...(baseUrl === undefined ? {} : { servers: [{ url: baseUrl }] }),
    paths: Object.fromEntries(paths),
  };
}

/** References to components, which are what code generators name types after. */
const toComponent = /^#\/components\/(schemas|responses|examples)\/[^/]+$/;

/** A copy in which everything else that is referred to stands in place of the reference. */
function withoutDeepReferences(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutDeepReferences(entry, root));
  if (!isObject(value)) return value;
  const ref = textAt(value, "$ref");
  if (ref !== null && !toComponent.test(ref)) {
    return withoutDeepReferences(valueAt(root, decodeURIComponent(ref.slice(1))), root);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutDeepReferences(inner, root)]),
  );
}

/**
 * The document with the branch for each value of its discriminators. What stands next to the branches is
 * left out: each of them says it too, and linters and generators read it as a further shape.
 */
function withDiscriminators(document: unknown): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const copied = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, copy(inner)]),
    );
    const discriminator = objectAt(value, "discriminator");
    const property = textAt(discriminator, "propertyName");
    if (property === null) return copied;
    const mapping = mappingOf(listAt(value, "oneOf"), property, document);
    const { type: _type, required: _required, properties: _properties, ...rest } = copied;
    return { ...rest, discriminator: { ...discriminator, mapping } };
  };
  const copied = copy(document);
  return isObject(copied) ? copied : {};
}

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

/**
 * The operation with examples that tell the version of their own document: an endpoint that is referred to has those of
 * the document that it is written in.
 */
function withOwnVersion(get: JsonObject, versions: readonly Version[], own: Version): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const { version } = objectAt(value, "value");
    const isOther = typeof version === "string" && versions.includes(version);
    if (isOther) return { ...value, value: { ...objectAt(value, "value"), version: own } };
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]));
  };
  return { ...get, responses: copy(get.responses) };
}

/** The operation with its own header, since not all have the same versions, and the names of its roles. */
function completed(
  get: JsonObject,
  operation: Operation,
  header: JsonObject,
  nameOf: RoleNamer,
): JsonObject {
  const isHeader = (one: unknown) => isObject(one) && one.name === header.name;
  const { parameters, unnamed } = roleParameters(operation, nameOf);
  const description = unnamed.length === 0 ? {} : { description: unnamedRolesText(unnamed) };
  const own = listAt(get, "parameters").filter((one) => !isHeader(one));
  const { operationId, tags, summary, ...rest } = get;
  const first = { operationId, tags, summary, ...description };
  return { ...first, ...rest, parameters: [...own, ...parameters, header] };
}

/** @param isPinned the document is that of a date, not that of the latest version, whichever that is */
function versionHeader(
  { surface, endpoint, version, availability }: Operation,
  contracts: Catalogue,
  isPinned: boolean,
): JsonObject {
  const header = { name: "api-version", in: "header" };
  if (isPinned) {
    return {
      ...header,
      required: availability !== "unstated",
      description: "The version that this document describes.",
      schema: { type: "string", enum: [version] },
    };
  }
  const versions = contracts.operations
    .filter((one) => one.surface === surface && one.endpoint === endpoint)
    .map((one) => one.version);
  return {
    ...header,
    required: false,
    description:
      "The version of the response. The latest one if omitted, which this document describes.",
    schema: { type: "string", enum: versions, default: version },
  };
}
