import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Catalogue, Operation } from "./catalogue.ts";
import { type ContractFiles, openContractFiles, type Place } from "./contract-files.ts";
import { type Entries, entriesOf } from "./entries.ts";
import { isObject, textsAt } from "./json.ts";
import { describeOperations, type OperationSource } from "./operations.ts";
import { type Register, readRegister } from "./register.ts";
import { createSchemaValidators, type SchemaValidator } from "./schema-validator.ts";
import { anything as anyShape, type SchemaPlace, type Shape, shapeOf } from "./shape.ts";
import { defaultVersion, type Surface, type Version } from "./vocabulary.ts";

/** The folder of this package, also where this code runs compiled from `dist/contracts/`. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("the contracts are not inside a package");
    folder = parent;
  }
  return folder;
}

/** The folder with the YAML files. */
export function contractsFolder(): string {
  return join(packageFolder(), "contracts");
}

let catalogue: Catalogue | null = null;
let register: Register | null = null;

/** All contracts of this package. Read once per process; validators are compiled on first use. */
export function loadCatalogue(): Catalogue {
  catalogue ??= loadCatalogueFrom(contractsFolder());
  return catalogue;
}

/** The register of this package. Read once per process. */
export function loadRegister(): Register {
  register ??= readRegister(openContractFiles(contractsFolder()));
  return register;
}

/** An endpoint with its operations, which are looked up for every cell of every check. */
interface KnownEndpoint {
  readonly byVersion: Map<Version, Operation>;
  /** The newest that is not contested; null if there is none. */
  latest: Version | null;
}

/**
 * The contracts of another folder with the same structure, uncached. Each version is a folder in it.
 *
 * @param files what is read of it, by default everything
 * @throws Error that names the file if one can't be read
 */
export function loadCatalogueFrom(folder: string, files = openContractFiles(folder)): Catalogue {
  const described = describeOperations(files);
  const versions: Record<Surface, readonly Version[]> = {
    aggregator: agreedVersions(described, "aggregator"),
    news: agreedVersions(described, "news"),
  };
  const validators = {
    aggregator: createSchemaValidators(files, versions.aggregator),
    news: createSchemaValidators(files, versions.news),
  };
  const operations = described.map((one) => withSchema(one, files, validators[one.surface]));
  const known: Record<Surface, Map<string, KnownEndpoint>> = {
    aggregator: new Map(),
    news: new Map(),
  };
  for (const one of operations) {
    const { surface, endpoint, version, availability } = one;
    const own = known[surface].get(endpoint) ?? { byVersion: new Map(), latest: null };
    own.byVersion.set(version, one);
    if (availability !== "contested") own.latest ??= version;
    known[surface].set(endpoint, own);
  }

  const latest = (surface: Surface): Version => {
    const [newest] = versions[surface];
    if (newest === undefined) throw new Error(`${folder}: the ${surface} surface has no version`);
    return newest;
  };
  const defaultOf = (surface: Surface, endpoint: string): Version | null =>
    known[surface].get(endpoint)?.latest ?? null;
  let digest: string | null = null;
  const errorSchema = (file: string) => ({
    ...validators.aggregator(file),
    get shape() {
      return shapeOf(placeIn(files, { file, pointer: "" }));
    },
  });
  return {
    versions: (surface) => versions[surface],
    latest,
    defaultOf,
    operations,
    operation(surface, endpoint, version) {
      const own = known[surface].get(endpoint);
      const date = version === defaultVersion ? own?.latest : version;
      return own?.byVersion.get(date ?? "") ?? null;
    },
    // Error bodies do not depend on the surface.
    errors: {
      get "metadata-and-errors"() {
        return errorSchema("common/error-metadata-and-errors.yaml");
      },
      get legacy() {
        return errorSchema("common/error-legacy.yaml");
      },
    },
    get digest() {
      digest ??= files.digest();
      return digest;
    },
  };
}

function placeIn(files: ContractFiles, place: Place): SchemaPlace {
  return {
    schema: files.at(place),
    follow: (ref) => placeIn(files, files.resolve(ref, place.file)),
  };
}

/** Newest first, without versions whose operations are all contested. */
function agreedVersions(described: readonly OperationSource[], surface: Surface) {
  const agreed = described.filter(
    (one) => one.surface === surface && one.availability !== "contested",
  );
  return [...new Set(agreed.map(({ version }) => version))].sort().reverse();
}

const anything: SchemaValidator = {
  validate: () => [],
  requirements: new Set(),
  places: new Map(),
};

function withSchema(
  { successSchema, ...described }: OperationSource,
  files: ContractFiles,
  validators: (file: string) => SchemaValidator,
): Operation {
  const validator = () => (successSchema === null ? anything : validators(successSchema));
  const success =
    successSchema === null ? null : () => placeIn(files, { file: successSchema, pointer: "" });
  let entries: Entries | null | undefined;
  let shape: Shape | undefined;
  return {
    ...described,
    // Read on demand: listing the operations needs no schema file.
    get requiredMembers() {
      const schema = successSchema === null ? null : files.read(successSchema);
      return isObject(schema) ? textsAt(schema, "required") : [];
    },
    validateSuccess: (body) => validator().validate(body),
    get successRequirements() {
      return validator().requirements;
    },
    get judgedPlaces() {
      return validator().places;
    },
    get successShape() {
      shape ??= success === null ? anyShape : shapeOf(success());
      return shape;
    },
    get entries() {
      const { list } = described;
      if (entries === undefined) {
        entries = success === null || list === null ? null : entriesOf(success(), list);
      }
      return entries;
    },
  };
}
