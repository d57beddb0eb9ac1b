import type { Catalogue, Operation } from "./catalogue.ts";
import { group } from "./group.ts";
import type { Cell } from "./vocabulary.ts";

/** A version may lack parameters that its endpoint has at another version. */

type Place = Pick<Cell, "surface" | "endpoint" | "version">;
type Contracts = Pick<Catalogue, "operation" | "operations">;

/** What an operation lacks of its endpoint at other versions. */
export interface Removed {
  /** Names that the specification shows. */
  readonly parameters: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

// Asked for every request of every plan.
const removed = new WeakMap<Contracts, Changes>();

interface Changes {
  readonly lacking: ReadonlyMap<Operation, Removed>;
  /** Few endpoints have any. */
  readonly endpoints: ReadonlySet<string>;
}

function changesOf(contracts: Contracts): Changes {
  const lacking = removedFrom(contracts);
  return { lacking, endpoints: new Set([...lacking.keys()].map(({ endpoint }) => endpoint)) };
}

function removedFrom(contracts: Contracts): ReadonlyMap<Operation, Removed> {
  const endpoints = group(contracts.operations, (one) => `${one.surface} ${one.endpoint}`);
  return new Map(
    [...endpoints.values()].flatMap((versions) => {
      const parameters = versions.flatMap((one) => one.parameters);
      const roles = versions.flatMap((one) => one.roles.map(({ role }) => role));
      return versions.flatMap((one) => {
        const own = new Set(one.roles.map(({ role }) => role));
        const lacking: Removed = {
          parameters: new Set(parameters.filter((name) => !one.parameters.includes(name))),
          roles: new Set(roles.filter((role) => !own.has(role))),
        };
        return lacking.parameters.size + lacking.roles.size === 0 ? [] : [[one, lacking] as const];
      });
    }),
  );
}

/** What the version of a place lacks; null if it lacks nothing or the endpoint does not have it. */
export function removedAt(
  contracts: Contracts,
  { surface, endpoint, version }: Place,
): Removed | null {
  let known = removed.get(contracts);
  if (known === undefined) {
    known = changesOf(contracts);
    removed.set(contracts, known);
  }
  if (!known.endpoints.has(endpoint)) return null;
  const operation = contracts.operation(surface, endpoint, version);
  return operation === null ? null : (known.lacking.get(operation) ?? null);
}

/** Whether the version of a place lacks a parameter or role that its endpoint has at another version. */
export function lacksAny(contracts: Contracts, place: Place): boolean {
  return removedAt(contracts, place) !== null;
}

/** Whether the version of a place lacks a parameter that the specification shows at another version. */
export function lacksParameter(contracts: Contracts, place: Place, name: string): boolean {
  return removedAt(contracts, place)?.parameters.has(name) ?? false;
}

/** Whether the version of a place lacks a role that its endpoint has at another version. */
export function lacksRole(contracts: Contracts, place: Place, role: string): boolean {
  return removedAt(contracts, place)?.roles.has(role) ?? false;
}
