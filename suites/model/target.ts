import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import { lacksRole, type Removed, removedAt } from "../../contracts/removed-parameters.ts";
import {
  type Cell,
  defaultVersion,
  type Generated,
  type Surface,
  surfaces,
  type UsedName,
  type Version,
} from "../../contracts/vocabulary.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import type { Description } from "../../description/description.ts";
import { type DiscoveredRole, discoverRoles } from "../../description/discover-roles.ts";
import { type DescribedSurface, describedSurface } from "../../description/operations.ts";
import { isAlteredWithin, otherSurface, recased } from "../../harness/requests/key-names.ts";
import type { KeyName } from "../../harness/requests/request-spec.ts";
import { defaultRobustness } from "../../harness/settings/defaults.ts";
import type { Configuration, Keys, Samples } from "../../harness/settings/types.ts";

/** Country and language, as `/geolocation` documents them: `US` and `en`. */
export interface PlaceCodes {
  readonly country: string;
  readonly language: string;
}

type Place = Pick<Cell, "surface" | "endpoint" | "version">;

const nothing: ReadonlySet<string> = new Set();

/** The target as the checks see it: its surfaces, parameter names and keys. */
export interface Target {
  /** The surfaces that have a base URL, in the order of the specification. */
  readonly surfaces: readonly Surface[];
  samples(surface: Surface): Samples;
  /** The country and language that are sent with a location; null for the documented defaults. */
  placeCodes(surface: Surface): PlaceCodes | null;
  /** Whether every place that was tried was refused, so that none is known that the server has to serve. */
  lacksPlace(surface: Surface): boolean;
  /** The surface's description; null if none was configured or found. */
  description(surface: Surface): Description | null;
  /** Whether that description was found at a usual place, not configured. */
  isFound(surface: Surface): boolean;
  /** The surface's description, indexed for lookups; also null if it could not be read. */
  described(surface: Surface): DescribedSurface | null;
  /** Path of the base URL; empty if it has none. */
  basePath(surface: Surface): string;
  /** Roles without a configured name whose name was discovered in the description. */
  discovered(surface: Surface): readonly DiscoveredRole[];
  /** The real name of a role at a version, configured or discovered; null if none is known. */
  parameterName(surface: Surface, group: string, role: string, version: Version): string | null;
  /** The names of the parameters that an endpoint has at another version, but not at this one. */
  namesRemoved(place: Place): ReadonlySet<string>;
  /** The origin of a role's name: its place in the configuration, or the description. */
  origin(surface: Surface, group: string, role: string): Pick<UsedName, "from" | "source">;
  /** Whether the contract of the version lacks a role that another version has. */
  isRemoved(surface: Surface, group: string, role: string, version: Version): boolean;
  /** Whether the configuration says that this server has no such parameter. */
  isConfiguredAbsent(surface: Surface, group: string, role: string, version: Version): boolean;
  /** Whether such a key is available for this surface. */
  hasKey(surface: Surface, key: KeyName): boolean;
  /** Whether a command that revokes the revocable key is configured. */
  canRevoke(surface: Surface): boolean;
  /** The seed and number of generated requests. */
  readonly robustness: Generated;
}

/**
 * @param contracts give the versions of a surface and the roles of its operations
 * @throws Error for a surface that is not tested: a defect of the suite
 */
export function createTarget(
  configuration: Pick<Configuration, "surfaces"> & Partial<Pick<Configuration, "robustness">>,
  keys: Keys,
  contracts: Pick<Catalogue, "defaultOf" | "operation" | "operations">,
): Target {
  const of = (surface: Surface) => {
    const found = configuration.surfaces[surface];
    if (found === undefined) throw new Error(`the ${surface} surface is not tested`);
    return found;
  };
  const described = (surface: Surface) => {
    const document = of(surface).description?.document ?? null;
    return document === null ? null : describedSurface(document);
  };
  const basePath = (surface: Surface) =>
    withoutTrailingSlashes(new URL(of(surface).baseUrl).pathname);
  const endpointOf = (surface: Surface, group: string): string | null => {
    const isIt = (one: Operation) => one.surface === surface && one.roleGroup === group;
    return contracts.operations.find(isIt)?.endpoint ?? null;
  };
  /** The version that `default` stands for at the endpoint of a group of roles. */
  const dateOf = (surface: Surface, group: string, version: Version): Version => {
    if (version !== defaultVersion) return version;
    const endpoint = endpointOf(surface, group);
    return (endpoint === null ? null : contracts.defaultOf(surface, endpoint)) ?? version;
  };
  const isRemoved = (surface: Surface, group: string, role: string, version: Version) => {
    const endpoint = endpointOf(surface, group);
    return endpoint !== null && lacksRole(contracts, { surface, endpoint, version }, role);
  };
  const configuredName = (surface: Surface, group: string, role: string, version: Version) => {
    const name = of(surface).parameters[group]?.[role];
    if (name === undefined || name === null || typeof name === "string") return name;
    const date = dateOf(surface, group, version);
    return name[date] ?? (version === defaultVersion ? name[version] : undefined) ?? null;
  };
  const found = new Map<Surface, readonly DiscoveredRole[]>();
  const discovered = (surface: Surface) => {
    const known = found.get(surface) ?? discoverAt(surface);
    found.set(surface, known);
    return known;
  };
  const discoverAt = (surface: Surface) => {
    const own = described(surface);
    if (own === null) return [];
    const operations = contracts.operations.filter((one) => one.surface === surface);
    return discoverRoles(own, basePath(surface), operations, (group, role, version) =>
      configuredName(surface, group, role, version),
    );
  };
  const nameOf = (surface: Surface, group: string, role: string, version: Version) => {
    const name = configuredName(surface, group, role, version);
    if (name !== undefined) return name;
    const date = dateOf(surface, group, version);
    const isIt = (one: DiscoveredRole) =>
      one.group === group && one.role === role && (one.version ?? date) === date;
    return discovered(surface).find(isIt)?.name ?? null;
  };
  const namesGone = new Map<string, ReadonlySet<string>>();
  const namesOf = ({ surface, endpoint, version }: Place, removed: Removed) => {
    const own = contracts.operation(surface, endpoint, version);
    const namesAt = (
      { roleGroup, roles, version: at }: Operation,
      isOf: (role: string) => boolean,
    ) =>
      roles
        .filter(({ role }) => roleGroup !== null && isOf(role))
        .map(({ role }) => nameOf(surface, roleGroup ?? "", role, at));
    const gone = contracts.operations
      .filter((one) => one.surface === surface && one.endpoint === endpoint)
      .flatMap((one) => namesAt(one, (role) => removed.roles.has(role)));
    const names = [...removed.parameters, ...gone].filter((name) => name !== null);
    const kept = own === null ? [] : [...own.parameters, ...namesAt(own, () => true)];
    return new Set(names.filter((name) => !kept.includes(name)));
  };
  return {
    surfaces: surfaces.filter((surface) => configuration.surfaces[surface] !== undefined),
    samples: (surface) => of(surface).samples,
    placeCodes: () => null,
    lacksPlace: () => false,
    description: (surface) => of(surface).description,
    isFound: (surface) => (of(surface).lookup?.found ?? null) !== null,
    described,
    basePath,
    discovered,
    parameterName: (surface, group, role, version) =>
      isRemoved(surface, group, role, version) ? null : nameOf(surface, group, role, version),
    namesRemoved(place) {
      const removed = removedAt(contracts, place);
      if (removed === null) return nothing;
      const key = `${place.surface} ${place.endpoint} ${place.version}`;
      const known = namesGone.get(key) ?? namesOf(place, removed);
      namesGone.set(key, known);
      return known;
    },
    origin(surface, group, role) {
      const { parameters, description } = of(surface);
      return parameters[group]?.[role] === undefined
        ? { from: description?.source ?? "", source: "description" }
        : { from: `surfaces.${surface}.parameters.${group}.${role}`, source: "configuration" };
    },
    isRemoved,
    isConfiguredAbsent: (surface, group, role, version) =>
      configuredName(surface, group, role, version) === null,
    hasKey(surface, key) {
      if (key === "unknown") return true;
      const { own } = keys[surface];
      if (key === "lengthened" || key === "shortened") return own !== null;
      if (key === "altered" || isAlteredWithin(key)) return own !== null;
      if (key === "unprefixed") return own !== null;
      // A key without letters can't be written in another case.
      if (key === "recased") return own !== null && recased(own) !== own;
      if (key === "other-product") return keys[otherSurface(surface)].own !== null;
      return keys[surface][key] !== null;
    },
    robustness: configuration.robustness ?? defaultRobustness,
    canRevoke: (surface) => of(surface).revoke !== null && keys[surface].revocable !== null,
  };
}

/** The same target with other samples on one surface. */
export function withSamples(
  target: Target,
  on: Surface,
  { samples, codes }: { readonly samples: Partial<Samples>; readonly codes?: PlaceCodes },
): Target {
  return {
    ...target,
    samples: (surface) =>
      surface === on ? { ...target.samples(surface), ...samples } : target.samples(surface),
    placeCodes: (surface) =>
      surface === on ? (codes ?? target.placeCodes(surface)) : target.placeCodes(surface),
  };
}

/** The same target where no place is known that a surface has to serve. */
export function withoutPlace(target: Target, on: Surface): Target {
  return { ...target, lacksPlace: (surface) => surface === on || target.lacksPlace(surface) };
}
