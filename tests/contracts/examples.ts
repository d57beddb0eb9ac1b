import { readdirSync, readFileSync } from "node:fs";
import type { Catalogue, Operation, SchemaFinding } from "../../contracts/catalogue.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import { parseYaml } from "../../contracts/yaml.ts";

/** A body that differs from the group's own in a few places. */
interface Example {
  readonly name: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
}

/** Bodies of some operations, with the findings that are expected of them. */
export interface ExampleGroup {
  /** `<surface> <endpoint> <version>` or `error <envelope>`. */
  readonly operations: readonly string[];
  readonly body: unknown;
  readonly accepted: readonly Example[];
  readonly rejected: readonly (Example & { readonly finds: readonly string[] })[];
}

const folder = new URL("examples/", import.meta.url);

const written: readonly ExampleGroup[] = readdirSync(folder)
  .sort()
  .flatMap((file) => parseYaml(readFileSync(new URL(file, folder), "utf8")) as ExampleGroup[]);

const nameOf = ({ surface, endpoint, version }: Operation) => `${surface} ${endpoint} ${version}`;

/**
 * An operation without a group of its own takes that of the version before, since a later version adds to
 * its bodies. Not one of another envelope, or one that shows the items of the endpoint for the first time.
 */
function groupsFor(operation: Operation): string {
  const named = new Set(written.flatMap(({ operations }) => operations));
  const before = loadCatalogue().operations.find(
    (one) =>
      one.surface === operation.surface &&
      one.endpoint === operation.endpoint &&
      one.version <= operation.version &&
      one.generation === operation.generation &&
      one.list === operation.list &&
      named.has(nameOf(one)),
  );
  return nameOf(before ?? operation);
}

export const exampleGroups: readonly ExampleGroup[] = written.map((group) => ({
  ...group,
  operations: [
    ...group.operations.filter((name) => name.startsWith("error ")),
    ...loadCatalogue()
      .operations.filter((operation) => group.operations.includes(groupsFor(operation)))
      .map(nameOf),
  ],
}));

function change(root: unknown, pointer: string, edit: (parent: object, name: string) => void) {
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  const parent = names.reduce<unknown>((value, name) => Reflect.get(Object(value), name), root);
  if (typeof parent !== "object" || parent === null) throw new Error(`${pointer}: no such place`);
  edit(parent, last);
}

/** The body of an example. */
export function bodyOf(group: ExampleGroup, { set = {}, remove = [] }: Example): unknown {
  if ("" in set) return set[""];
  const body = structuredClone(group.body);
  for (const [pointer, value] of Object.entries(set)) {
    change(body, pointer, (parent, name) => {
      Reflect.set(parent, name === "-" && Array.isArray(parent) ? parent.length : name, value);
    });
  }
  for (const pointer of remove) {
    change(body, pointer, (parent, name) => {
      if (!Reflect.has(parent, name)) throw new Error(`${pointer}: nothing to remove`);
      Reflect.deleteProperty(parent, name);
    });
  }
  return body;
}

/** What judges the bodies of a group's operation, and the requirements that own its schema. */
export function judgeOf(contracts: Catalogue, name: string) {
  const [first, second = "", version = ""] = name.split(" ");
  if (first === "error") {
    return contracts.errors[second === "legacy" ? "legacy" : "metadata-and-errors"];
  }
  const surface = surfaces.find((one) => one === first);
  const found = surface === undefined ? null : contracts.operation(surface, second, version);
  if (found === null) throw new Error(`${name}: no such operation`);
  return { validate: found.validateSuccess, requirements: found.successRequirements };
}

export function inShort({ path, requirement }: SchemaFinding): string {
  return `${path} ${requirement}`;
}
