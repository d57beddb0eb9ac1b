import { placeKey } from "../../contracts/check-key.ts";
import type { Rotation } from "../../contracts/vocabulary.ts";
import { carriesKey, exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import type { PlannedCheck } from "../model/planned-check.ts";

/** Checks that must be judged by the same machine, since they look at the same responses. */
interface Unit {
  readonly places: Set<string>;
  readonly requests: Set<string>;
}

/**
 * Tells which checks of a plan belong to one shard. The plan is divided by endpoint and version, whose
 * checks share their responses, and evenly by requests. What needs the revocable key of a surface stays
 * together, since that key can be revoked once only.
 *
 * @param planned the whole plan, the same on every machine: before anything is known of the server
 */
export function shardOf(
  planned: readonly PlannedCheck[],
  { part, of }: Rotation,
): (check: Pick<PlannedCheck, "cell">) => boolean {
  const shards = Array.from({ length: of }, () => ({ size: 0, places: new Set<string>() }));
  const bySize = unitsOf(planned).sort((one, other) => other.requests.size - one.requests.size);
  for (const { places, requests } of bySize) {
    const least = shards.reduce((best, one) => (one.size < best.size ? one : best));
    least.size += requests.size;
    for (const place of places) least.places.add(place);
  }
  const own = shards[part - 1]?.places ?? new Set();
  return (check) => own.has(placeKey(check.cell));
}

function unitsOf(planned: readonly PlannedCheck[]): Unit[] {
  const units = new Map<string, Unit>();
  const revoking = new Map<string, string>();
  for (const check of planned) {
    const place = placeKey(check.cell);
    const { surface } = check.cell;
    const unit = units.get(place) ?? { places: new Set([place]), requests: new Set() };
    units.set(place, unit);
    for (const spec of check.requests) unit.requests.add(exchangeId(spec));
    if (!check.requests.some(isAboutRevocation)) continue;
    const first = units.get(revoking.get(surface) ?? place) ?? unit;
    revoking.set(surface, revoking.get(surface) ?? place);
    join(first, unit, units);
  }
  return [...new Set(units.values())];
}

function join(one: Unit, other: Unit, units: Map<string, Unit>): void {
  if (one === other) return;
  for (const place of other.places) {
    one.places.add(place);
    units.set(place, one);
  }
  for (const request of other.requests) one.requests.add(request);
}

function isAboutRevocation({ after, credential }: RequestSpec): boolean {
  return after === "revocation" || carriesKey(credential, "revocable");
}
