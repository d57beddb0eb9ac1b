import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Shape } from "../../contracts/shape.ts";
import { hasMember, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** A member of a body, or of the entries of its list, by the names that lead to it. */
export interface TellingMember {
  readonly of: "body" | "entries";
  readonly names: readonly string[];
  /** Whether every body of the version must have it. */
  readonly isRequired: boolean;
}

/**
 * The outermost members that one version of an endpoint has and another lacks. If the body of a version
 * is not shown, only its list is assumed to be the same.
 */
export function membersTelling(version: Operation, from: Operation): readonly TellingMember[] {
  const isShown = from.successShape.members.size > 0;
  const isShared = ({ names: [name] }: TellingMember) => !isShown && name === version.list;
  const ofBody = added(version.successShape, from.successShape).map((one) => ({
    ...one,
    of: "body" as const,
  }));
  const entries = [version.entries, from.entries].map((one) => one?.shape);
  const [own, other] = entries;
  const ofEntries =
    own === undefined || other === undefined || version.list !== from.list
      ? []
      : added(own, other).map((one) => ({ ...one, of: "entries" as const }));
  return [...ofBody.filter((one) => !isShared(one)), ...ofEntries];
}

type Added = Pick<TellingMember, "names" | "isRequired">;

/**
 * The members of a shape that another one does not list, including those of nested objects but not of
 * lists.
 */
function added(shape: Shape, other: Shape): readonly Added[] {
  return [...shape.members].flatMap(([name, described]): readonly Added[] => {
    const known = other.members.get(name);
    const isRequired = described.presence === "required";
    if (described.presence === "forbidden") return [];
    if (known === undefined || known.presence === "forbidden")
      return [{ names: [name], isRequired }];
    return added(described.shape, known.shape).map((inner) => ({
      names: [name, ...inner.names],
      isRequired: isRequired && inner.isRequired,
    }));
  });
}

/** Members that identify an entry at every version. */
const identities = ["url", "id", "code", "name"] as const;

function identityOf(entry: JsonObject): string | null {
  const name = identities.find((one) => typeof entry[one] === "string");
  return name === undefined ? null : `${name} ${entry[name]}`;
}

/**
 * The comparable parts of two responses to the same request: the bodies, and the entries that both list,
 * since different entries may have different members.
 */
export function comparable(
  bodies: readonly unknown[],
  operation: Operation,
): readonly Comparable[] {
  const lists = bodies.map((body) => articlesOf(body, operation).map(({ article }) => article));
  const [shortest = []] = lists.toSorted((one, other) => one.length - other.length);
  const candidates = new Set(shortest.map(identityOf));
  const listed = lists.map(
    (entries) =>
      new Map(
        entries.flatMap((entry) => {
          const identity = identityOf(entry);
          return identity !== null && candidates.has(identity) ? [[identity, entry] as const] : [];
        }),
      ),
  );
  return bodies.map((body, index) => ({
    body,
    entries: [...(listed[index] ?? [])].flatMap(([identity, entry]) =>
      listed.every((one) => one.has(identity)) ? [entry] : [],
    ),
  }));
}

export interface Comparable {
  readonly body: unknown;
  readonly entries: readonly unknown[];
}

/** Whether a member occurs. */
export function occurs({ of, names }: TellingMember, { body, entries }: Comparable): boolean {
  const values = of === "body" ? [body] : entries;
  return values.some((value) => names.reduce<unknown>(member, value) !== undefined);
}

/** The other version of an endpoint all of whose required members a body has. */
export function otherVersion(
  body: unknown,
  { surface, endpoint, version }: Operation,
  { operations }: Catalogue,
): Operation | undefined {
  return operations.find(
    (one) =>
      one.surface === surface &&
      one.endpoint === endpoint &&
      one.version !== version &&
      one.requiredMembers.length > 0 &&
      one.requiredMembers.every((name) => hasMember(body, name)),
  );
}
