import type { Availability, Operation, RoleDescription } from "./catalogue.ts";
import type { ContractFiles } from "./contract-files.ts";
import { errorEnvelopeOf, generations } from "./generations.ts";
import { group } from "./group.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "./json.ts";
import { type Surface, surfaces, type Version } from "./vocabulary.ts";

/** An operation of an OpenAPI document, before its schemas are read. */
export interface OperationSource
  extends Omit<
    Operation,
    | "entries"
    | "judgedPlaces"
    | "requiredMembers"
    | "validateSuccess"
    | "successRequirements"
    | "successShape"
  > {
  /** The file of the success schema; null if any JSON is a valid success body. */
  readonly successSchema: string | null;
}

const availabilities: readonly Availability[] = ["stated", "contested", "unstated"];

/** The path of a version's OpenAPI document, relative to the contracts folder. */
export function documentPath(surface: Surface, version: Version): string {
  return `${surface}/${version}/openapi.yaml`;
}

/** The versions that have a folder, newest first. */
export function versionFolders(files: ContractFiles, surface: Surface): readonly Version[] {
  return files
    .folders(surface)
    .filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
    .sort()
    .reverse();
}

/**
 * Every operation of every version: surfaces and endpoints in the order of the specification, then the
 * newest version first.
 *
 * @throws Error that names the document and the endpoint if one can't be read
 */
export function describeOperations(files: ContractFiles): readonly OperationSource[] {
  return surfaces.flatMap((surface) => {
    const described = versionFolders(files, surface).flatMap((version) =>
      readDocument(files, surface, version),
    );
    const documents = [...group(described, ({ version }) => version).values()];
    const endpoints = merged(documents.map((list) => list.map(({ endpoint }) => endpoint)));
    return endpoints.flatMap((endpoint) => described.filter((one) => one.endpoint === endpoint));
  });
}

/**
 * Merges several consistent orders of names into one: a version with only some of the endpoints does not
 * change the order of the others.
 */
function merged(orders: readonly (readonly string[])[]): readonly string[] {
  const names: string[] = [];
  for (const order of orders) {
    let next = 0;
    for (const name of order) {
      const known = names.indexOf(name);
      if (known < 0) names.splice(next, 0, name);
      next = (known < 0 ? next : known) + 1;
    }
  }
  return names;
}

function readDocument(
  files: ContractFiles,
  surface: Surface,
  version: Version,
): readonly OperationSource[] {
  const file = documentPath(surface, version);
  const document = files.read(file);
  if (!isObject(document)) throw new Error(`${file}: no OpenAPI document`);
  const generation = word(document, "x-generation", generations, file);
  return Object.entries(objectAt(document, "paths")).map(([endpoint, written]) => {
    // An unchanged endpoint is a reference to the document of the previous version.
    const ref = isObject(written) ? textAt(written, "$ref") : null;
    const place = ref === null ? null : files.resolve(ref, file);
    const from = place?.file ?? file;
    const get = objectAt(place === null ? written : files.at(place), "get");
    const where = `${file}: ${endpoint}`;
    const security = get.security ?? document.security;
    const parameters = queryParameters(files, get, from);
    return {
      surface,
      endpoint,
      version,
      availability: word(get, "x-availability", availabilities, where),
      protected: Array.isArray(security) && security.length > 0,
      generation,
      errorEnvelope: errorEnvelopeOf(generation),
      list: textAt(get, "x-list"),
      roleGroup: textAt(get, "x-role-group"),
      roles: listAt(get, "x-roles").map((role) => readRole(role, where)),
      parameters: parameters.flatMap((one) => textAt(one, "name") ?? []),
      parameterExamples: parameterExamples(parameters),
      successSchema: successSchema(files, get, from, where),
    };
  });
}

function word<T extends string>(
  operation: JsonObject,
  name: string,
  allowed: readonly T[],
  where: string,
): T {
  const found = allowed.find((value) => value === operation[name]);
  if (found === undefined) throw new Error(`${where}: ${name} must be ${allowed.join(" or ")}`);
  return found;
}

function readRole(value: unknown, where: string): RoleDescription {
  const described = isObject(value) ? value : {};
  const role = textAt(described, "role");
  const meaning = textAt(described, "meaning");
  if (role === null || meaning === null) throw new Error(`${where}: a role without its meaning`);
  return { role, meaning, schema: objectAt(described, "schema") };
}

function queryParameters(
  files: ContractFiles,
  operation: JsonObject,
  file: string,
): readonly JsonObject[] {
  return listAt(operation, "parameters").flatMap((written) => {
    const ref = isObject(written) ? textAt(written, "$ref") : null;
    const parameter = ref === null ? written : files.at(files.resolve(ref, file));
    return isObject(parameter) && parameter.in === "query" ? [parameter] : [];
  });
}

function parameterExamples(parameters: readonly JsonObject[]): Readonly<Record<string, string>> {
  const found = parameters.flatMap((parameter) => {
    const schema = objectAt(parameter, "schema");
    const [listed] = [...listAt(schema, "examples"), ...listAt(schema, "enum")];
    const value = parameter.example ?? listed ?? schema.default;
    return value === undefined ? [] : [[textAt(parameter, "name") ?? "", String(value)] as const];
  });
  return Object.fromEntries(found);
}

function successSchema(
  files: ContractFiles,
  operation: JsonObject,
  file: string,
  where: string,
): string | null {
  const ok = objectAt(objectAt(operation, "responses"), "200");
  const { schema } = objectAt(objectAt(ok, "content"), "application/json");
  if (!isObject(schema)) throw new Error(`${where}: no JSON schema for 200`);
  if (Object.keys(schema).length === 0) return null;
  const ref = textAt(schema, "$ref");
  const place = ref === null ? null : files.resolve(ref, file);
  if (place === null || place.pointer !== "") {
    throw new Error(`${where}: the schema of 200 must be a separate file, or {}`);
  }
  return place.file;
}
