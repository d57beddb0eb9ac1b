import type { Operation } from "../contracts/catalogue.ts";
import { type JsonObject, textAt, textsAt } from "../contracts/json.ts";
import type { Version } from "../contracts/vocabulary.ts";
import { isAboutRole, isDated, wordsOf } from "./about-a-role.ts";
import type { DescribedParameter, DescribedSurface } from "./operations.ts";
import { type RoleSigns, roleSigns } from "./role-signs.ts";

/** A role whose name was found in a description. */
export interface DiscoveredRole {
  readonly group: string;
  readonly role: string;
  readonly endpoint: string;
  /** A date; null if the name is the same at every version. */
  readonly version: Version | null;
  readonly name: string;
  /** JSON pointer into the description. */
  readonly pointer: string;
  /** The reason in a few words. */
  readonly because: string;
}

/** A parameter that fits a role, with the reason. */
interface Match {
  readonly parameter: DescribedParameter;
  readonly because: string;
}

/**
 * The roles of a surface whose names a description reveals: by the constraints that the specification
 * gives for their values, then by parameter name, then by the parameter's description. A role that two
 * parameters fit stays unnamed, since a wrong name would cause false failures.
 *
 * @param operations of the surface, at every version
 * @param configured returns the configured name of a role; undefined if there is none
 */
export function discoverRoles(
  described: DescribedSurface,
  basePath: string,
  operations: readonly Operation[],
  configured: (group: string, role: string, version: Version) => string | null | undefined,
): readonly DiscoveredRole[] {
  const versions = operations.map(({ version }) => version);
  const found = operations.flatMap((operation): readonly DiscoveredRole[] => {
    const { roleGroup: group, endpoint, version } = operation;
    if (group === null) return [];
    const get = described.path(endpoint, basePath)?.get;
    if (get === undefined || get === null) return [];
    const names = operation.roles.map(
      ({ role }) => [role, configured(group, role, version)] as const,
    );
    const taken = new Set([...operation.parameters, ...names.map(([, name]) => name)]);
    const open = new Set(names.flatMap(([role, name]) => (name === undefined ? [role] : [])));
    const candidates = get.parameters.filter(
      (one) => one.in === "query" && !taken.has(one.name) && isOfVersion(one, version, versions),
    );
    const signs = roleSigns.filter((one) => one.group === group && open.has(one.role));
    return [...assign(signs, candidates)].map(([{ role }, { parameter, because }]) => ({
      group,
      role,
      endpoint,
      version,
      name: parameter.name,
      pointer: parameter.pointer,
      because,
    }));
  });
  return mergeVersions(found, operations);
}

/** Merges the entries of a name that is the same at every version of its endpoint that has the role. */
function mergeVersions(
  found: readonly DiscoveredRole[],
  operations: readonly Operation[],
): readonly DiscoveredRole[] {
  const merged = found.flatMap((one) => {
    const same = found.filter(
      ({ group, role, name }) => group === one.group && role === one.role && name === one.name,
    );
    const having = operations.filter(
      ({ endpoint, roles }) =>
        endpoint === one.endpoint && roles.some(({ role }) => role === one.role),
    );
    if (same.length < having.length) return [one];
    return same[0] === one ? [{ ...one, version: null }] : [];
  });
  const order = ({ group, role }: DiscoveredRole) =>
    operations
      .flatMap(({ roleGroup, roles }) => roles.map((one) => `${roleGroup} ${one.role}`))
      .indexOf(`${group} ${role}`);
  return merged.sort((a, b) => order(a) - order(b));
}

/** A parameter whose description names versions belongs to those versions only. */
export function isOfVersion(
  { description }: DescribedParameter,
  version: Version,
  versions: readonly Version[],
): boolean {
  if (!/version/i.test(description)) return true;
  const named = versions.filter((one) => description.includes(one));
  return named.length === 0 || named.includes(version);
}

type Stage = (signs: RoleSigns, candidates: readonly DescribedParameter[]) => readonly Match[];

/** The most reliable first. Each returns every parameter that fits. */
const stages: readonly Stage[] = [byConstraint, byName, byWordsOfNameAlone, byDescription];

/**
 * The parameters whose values are bounded as the specification bounds them; also, unless a bounded one is called or
 * described like the role, those that are, and other numbers: the bounds alone may be those of something else.
 */
function byConstraint(
  signs: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly Match[] {
  const bounded = boundedOf(signs, candidates);
  if (bounded.length === 0) return [];
  const called = [byName, byWordsOfName, byText].flatMap((stage) => stage(signs, candidates));
  const isCalled = bounded.some((one) => called.some(({ parameter }) => parameter === one));
  const because = signs.constraint?.words ?? "";
  const fitting = bounded.map((parameter) => ({ parameter, because }));
  if (isCalled) return fitting;
  const numbers = candidates.filter(({ schema }) => typesOf(schema).some(isNumeric));
  const others = numbers.filter((one) => !bounded.includes(one));
  return [...fitting, ...called, ...others.map((parameter) => ({ parameter, because }))];
}

function boundedOf(
  { constraint, role }: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly DescribedParameter[] {
  return candidates.filter(
    ({ schema, name }) => constraint?.holds(schema) && !isCalledOtherwise(name, role),
  );
}

/** A name of one letter says little if another parameter has the bounds of the role. */
function byName(signs: RoleSigns, candidates: readonly DescribedParameter[]): readonly Match[] {
  const bounded = boundedOf(signs, candidates);
  return candidates
    .filter(({ name }) => signs.names.includes(wordsOf(name).join("")))
    .filter((one) => one.name.length > 1 || bounded.every((other) => other === one))
    .map((parameter) => ({ parameter, because: "by its name" }));
}

function byWordsOfName(
  { nameWords }: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly Match[] {
  return candidates
    .filter(({ name }) => nameWords.some((set) => set.every((one) => wordsOf(name).includes(one))))
    .map((parameter) => ({ parameter, because: "by its name" }));
}

/**
 * Words in a name do not decide against another parameter that is described like the role, and not called like another
 * one: `related_topic` beside `id`, "Topic".
 */
function byWordsOfNameAlone(
  signs: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly Match[] {
  const called = byWordsOfName(signs, candidates);
  const isCalled = (one: DescribedParameter) => called.some(({ parameter }) => parameter === one);
  const others = byText(signs, candidates).filter(
    ({ parameter }) => !isCalled(parameter) && !isCalledLikeAnother(parameter, signs),
  );
  return called.length === 0 ? [] : [...called, ...others];
}

function isCalledLikeAnother(parameter: DescribedParameter, { group, role }: RoleSigns): boolean {
  return roleSigns
    .filter((other) => other.group === group && other.role !== role)
    .some((other) => [byName, byWordsOfName].some((stage) => stage(other, [parameter]).length > 0));
}

function byText(signs: RoleSigns, candidates: readonly DescribedParameter[]): readonly Match[] {
  return candidates
    .filter((one) => signs.text.test(one.description) && isDated(one, signs))
    .map((parameter) => ({ parameter, because: "by its description" }));
}

/** A description alone does not decide against another parameter with the bounds of the role, or with words of it. */
function byDescription(
  signs: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly Match[] {
  if (boundedOf(signs, candidates).length > 0) return [];
  const described = byText(signs, candidates);
  const called = byWordsOfName(signs, candidates).filter(
    ({ parameter }) => !described.some((one) => one.parameter === parameter),
  );
  return [...described, ...called];
}

/** A category with minLength 1 is not the search text. */
function isCalledOtherwise(name: string, role: string): boolean {
  const words = wordsOf(name).join("");
  const called = roleSigns.filter(({ names }) => names.includes(words));
  return called.length > 0 && called.every((one) => one.role !== role);
}

/**
 * Assigns a parameter to each role that only it fits, unless it is the only one for another role too. An
 * assigned parameter is no longer available to other roles, so this repeats until nothing changes.
 */
function assign(
  signs: readonly RoleSigns[],
  candidates: readonly DescribedParameter[],
): ReadonlyMap<RoleSigns, Match> {
  const given = new Map<RoleSigns, Match>();
  const isFree = (one: DescribedParameter) =>
    ![...given.values()].some(({ parameter }) => parameter === one);
  for (let stage = 0; stage < stages.length; ) {
    const open = signs.filter((one) => !given.has(one));
    const free = candidates.filter(isFree);
    const matches = open.map(
      (one) => [one, stages[stage]?.(one, fitting(one, free)) ?? []] as const,
    );
    const only = matches.flatMap(([one, [match, ...more]]) =>
      match === undefined || more.length > 0 ? [] : [[one, match] as const],
    );
    const sure = only.filter(
      ([one, { parameter }]) =>
        !only.some(([other, rival]) => other !== one && rival.parameter === parameter),
    );
    for (const [one, match] of sure) given.set(one, match);
    stage = sure.length > 0 ? 0 : stage + 1;
  }
  return given;
}

function typesOf(schema: JsonObject): readonly string[] {
  return typeof schema.type === "string" ? [schema.type] : textsAt(schema, "type");
}

const isNumeric = (type: string): boolean => type === "integer" || type === "number";

/** The parameters of the right type that may have the role; if some have its format, only those. */
function fitting(
  signs: RoleSigns,
  candidates: readonly DescribedParameter[],
): readonly DescribedParameter[] {
  const { type, format } = signs;
  const able = candidates.filter((one) => !isAboutRole(one, signs));
  const typed = able.filter(({ schema }) => {
    const types = typesOf(schema);
    return (
      types.length === 0 ||
      types.some((one) => one === type || (type === "integer" && isNumeric(one)))
    );
  });
  const formatted = typed.filter(({ schema }) => textAt(schema, "format") === format);
  return format !== undefined && formatted.length > 0 ? formatted : typed;
}
