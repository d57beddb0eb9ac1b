import { type ContractFiles, openContractFiles, type Place } from "./contract-files.ts";
import { errorEnvelopes } from "./generations.ts";
import { isObject, type JsonObject, textAt } from "./json.ts";
import { contractsFolder, loadCatalogueFrom } from "./load.ts";
import { describeOperations } from "./operations.ts";
import { inStandardTerms } from "./standard-terms.ts";
import type { Version } from "./vocabulary.ts";

/** The JSON Schema of one body, for any validator. */
export interface ExportedSchema {
  /** Path of the file without its ending, such as `aggregator/2026-05-25/search` or `errors/legacy`. */
  readonly name: string;
  /** What has such a body, in a few words. */
  readonly title: string;
  /** Self-contained, in the dialect 2020-12, without formats and extensions. */
  readonly schema: JsonObject;
}

/** The `$id` of a schema is this and its name; nothing is published there. */
const base = "https://github.com/news-conformance/news-conformance/contracts/";

/**
 * The schemas of all success bodies, in the order of the specification, and of both error envelopes. A body
 * that the specification does not show has a schema that accepts everything.
 *
 * @param folder the contracts
 */
export function exportedSchemas(folder: string = contractsFolder()): readonly ExportedSchema[] {
  const files = openContractFiles(folder);
  const { versions } = loadCatalogueFrom(folder);
  const bodies = describeOperations(files).map(
    ({ surface, version, endpoint, successSchema }): ExportedSchema => {
      const name = `${surface}/${version}/${endpoint.slice(1).replaceAll("/", "-")}`;
      const title = `Success body of ${surface} GET ${endpoint} at ${version}`;
      const schema =
        successSchema === null
          ? { description: "Any JSON; the specification does not show the structure." }
          : selfContained(files, successSchema, versions(surface));
      return exported(name, title, schema);
    },
  );
  const errors = errorEnvelopes.map((envelope) =>
    exported(
      `errors/${envelope}`,
      `Error envelope "${envelope}"`,
      selfContained(files, `common/error-${envelope}.yaml`, []),
    ),
  );
  return [...bodies, ...errors];
}

function exported(name: string, title: string, schema: JsonObject): ExportedSchema {
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${base}${name}.json`,
    title,
  };
  return { name, title, schema: { ...head, ...schema } };
}

/** The schema of a file, with everything that it refers to in `$defs`. */
function selfContained(
  files: ContractFiles,
  file: string,
  versions: readonly Version[],
): JsonObject {
  const root: Place = { file, pointer: "" };
  const names = new Map<string, string>([[keyOf(root), ""]]);
  const definitions = new Map<string, unknown>();

  const refer = (place: Place): string => {
    const key = keyOf(place);
    const known = names.get(key);
    if (known !== undefined) return known === "" ? "#" : `#/$defs/${known}`;
    const name = freeName(place, new Set(names.values()));
    names.set(key, name);
    definitions.set(name, null);
    definitions.set(name, copy(files.at(place), place.file));
    return `#/$defs/${name}`;
  };
  const copy = (value: unknown, from: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => copy(entry, from));
    if (!isObject(value)) return value;
    const ref = textAt(value, "$ref");
    const copied = Object.entries(value).flatMap(([keyword, inner]) => {
      if (keyword === "$ref" && ref !== null) return [[keyword, refer(files.resolve(ref, from))]];
      return isDiscriminator(keyword, inner) ? [] : [[keyword, copy(inner, from)]];
    });
    return Object.fromEntries(copied);
  };

  const schema = copy(files.read(file), file);
  const $defs = definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) };
  const standard = withoutFormats(inStandardTerms({ ...asObject(schema), ...$defs }, versions));
  return asObject(standard);
}

/** A keyword of OpenAPI, which says nothing about what is valid. */
function isDiscriminator(keyword: string, value: unknown): boolean {
  return keyword === "discriminator" && isObject(value) && textAt(value, "propertyName") !== null;
}

function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

/** A name for a definition, after its file; with the folder too if another file has that name. */
function freeName({ file, pointer }: Place, taken: ReadonlySet<string>): string {
  const path = `${file.slice(0, -".yaml".length)}${pointer}`.split("/");
  const name = (count: number) =>
    path
      .slice(-count)
      .flatMap((part) => part.split(/[^A-Za-z0-9]/))
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("");
  for (let count = 1; count < path.length; count += 1) {
    if (!taken.has(name(count))) return name(count);
  }
  return name(path.length);
}

/** With or without the prefix of a URN, as the format allows. */
const uuid =
  "^([Uu][Rr][Nn]:[Uu][Uu][Ii][Dd]:)?[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$";

/** Validators differ in the formats that they know, and in whether they check them: a pattern is the same to all. */
function withoutFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFormats);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutFormats(inner)]),
  );
  if (copy.format !== "uuid") return copy;
  const { format: _, ...rest } = copy;
  return { ...rest, pattern: uuid };
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
