import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import type { Requirement } from "../../contracts/register.ts";
import {
  type AuthStyle,
  authStyles,
  type Cell,
  defaultVersion,
} from "../../contracts/vocabulary.ts";
import { credentialHeaders } from "../../harness/requests/credential-header.ts";
import {
  carriesOwnKeyAsListed,
  exchangeId,
  isUsualGet,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { areaRulesOf } from "./area-rules.ts";
import { rotatedStyle } from "./rotation.ts";

/** The style in which a request sends its first credential; null if it sends none. */
export function styleSent({ credential }: RequestSpec): AuthStyle | null {
  const [first] = credentialHeaders(credential);
  if (first === undefined) return null;
  return authStyles.find((style) => style === first.name.toLowerCase()) ?? "bearer";
}

/**
 * Whether the version header, if any, is sent as the specification has it. The effect of other spellings is judged by
 * the requirements that send them.
 */
function hasUsualVersion({ versionHeader }: RequestSpec): boolean {
  return versionHeader === undefined;
}

/**
 * Whether a request has the surface's key in a listed form and nothing that the specification does not document,
 * whatever client sends it.
 */
export function isDocumented(spec: RequestSpec, { requirement }: Planned): boolean {
  if (!isUsualGet(spec)) return false;
  if (areaRulesOf(requirement.id).careless) return false;
  return carriesOwnKeyAsListed(spec.credential);
}

/** A request of the plan. */
export interface SentRequest {
  readonly spec: RequestSpec;
  /**
   * Whether a server error, and a 2xx status other than 200, is certainly wrong, since a `must` is judged by its
   * response or all of it is documented; otherwise the requirement that sends the request reports it.
   */
  readonly owed: boolean;
}

interface Planned {
  readonly requests: readonly RequestSpec[];
  readonly requirement: Pick<Requirement, "id" | "level">;
}

/**
 * Looks up the distinct requests that are sent to a cell. A request without a key belongs to the cell's
 * style by rotation; a cell without a style has all of them.
 *
 * @param planned called once, at the first lookup
 * @param includes which requests; those with the usual version header if absent
 */
export function requestsByCell(
  planned: () => readonly Planned[],
  contracts: Catalogue,
  includes: (spec: RequestSpec, planned: Planned) => boolean = hasUsualVersion,
): (cell: Cell) => readonly SentRequest[] {
  let index: ReadonlyMap<string, readonly SentRequest[]> | undefined;
  return (cell) => {
    index ??= indexOf(planned(), contracts, includes);
    return index.get(keyOf(cell, cell.auth)) ?? [];
  };
}

function indexOf(
  planned: readonly Planned[],
  contracts: Catalogue,
  includes: (spec: RequestSpec, planned: Planned) => boolean,
): ReadonlyMap<string, readonly SentRequest[]> {
  const once = new Map<string, SentRequest>();
  for (const one of planned) {
    const isMust = one.requirement.level === "must";
    for (const spec of one.requests.filter((spec) => includes(spec, one))) {
      const owed = isMust || isDocumented(spec, one);
      const id = exchangeId(spec);
      const known = once.get(id);
      if (known === undefined || (owed && !known.owed)) once.set(id, { spec, owed });
    }
  }
  const places = [...once.values()].flatMap((sent) => {
    const { surface, endpoint, version } = sent.spec;
    const style = styleSent(sent.spec) ?? rotatedStyle(contracts, sent.spec);
    // The response to an unlisted version is judged in the default cell.
    const isListed = contracts.operation(surface, endpoint, version) !== null;
    const place = { surface, endpoint, version: isListed ? version : defaultVersion };
    return [style, null].map((auth) => ({ sent, key: keyOf(place, auth) }));
  });
  return new Map(
    [...group(places, ({ key }) => key)].map(([key, all]) => [key, all.map(({ sent }) => sent)]),
  );
}

function keyOf({ surface, endpoint, version }: Omit<Cell, "auth">, auth: AuthStyle | null): string {
  return `${surface} ${endpoint} ${version} ${auth}`;
}
