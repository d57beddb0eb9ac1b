import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { pointerToken } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isServed, successBody } from "../matchers/answer.ts";
import { member } from "../matchers/json.ts";
import {
  comparable,
  membersTelling,
  occurs,
  otherVersion,
  type TellingMember,
} from "../matchers/version-members.ts";
import { cells, union } from "../model/cells.ts";
import {
  answersTogether,
  type CheckContext,
  type Found,
  type NamedExchanges,
  type TogetherCheck,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";

/** Ping itself reports which version is in effect. */
export function expectVersionInEffect(exchange: Exchange, context: CheckContext): readonly Found[] {
  const expected = operationOf(context).version;
  const actual = member(successBody(exchange), "version");
  return actual === expected ? [] : [{ path: "/version", expected, actual: describeValue(actual) }];
}

/**
 * A response without any of the members that distinguish the latest version from an older one is taken
 * for the older version. The distinguishing members are taken from the response to the same request with
 * an explicit version. Recorded traffic may have no such response; then every member that the latest
 * version requires counts.
 */
function expectLatest(
  { observed, implicit = observed, explicit }: NamedExchanges,
  context: CheckContext,
): readonly Found[] {
  if (implicit === undefined) return [];
  const { contracts, cell } = context;
  const latest = operationOf(context);
  // Other requirements report that it is not served.
  const stated = explicit !== undefined && isServed(explicit) ? [successBody(explicit)] : [];
  const [own, other] = comparable([successBody(implicit), ...stated], latest);
  const isShown = (one: TellingMember): boolean =>
    other === undefined ? one.isRequired && one.of === "body" : occurs(one, other);
  const isMissing = (one: TellingMember): boolean => own !== undefined && !occurs(one, own);
  const missing = contracts.operations
    .filter((one) => one.surface === cell.surface && one.endpoint === cell.endpoint)
    .map((older) => membersTelling(latest, older).filter(isShown))
    .find((telling) => telling.length > 0 && telling.every(isMissing));
  if (missing === undefined) return [];
  const as = otherVersion(own?.body, latest, contracts);
  return missing.map((one) => ({
    path: pointerTo(one, latest),
    expected: `a member of ${latest.version}, the latest version`,
    actual: as === undefined ? "absent" : `absent, as in the body at ${as.version}`,
    exchange: implicit.id,
    ...(explicit !== undefined && { beside: explicit.id }),
  }));
}

function pointerTo({ of, names }: TellingMember, { list }: Operation): string {
  const place = of === "entries" && list !== null ? [list, "*"] : [];
  return [...place, ...names].map(pointerToken).join("");
}

// must · Versioning, "When omitted"; Versioning, first table; Endpoints, "All accept the optional
// header"; Aggregator GET /geolocation, row "api-version"
// Without the api-version header, the latest version of the surface applies.
export const defaultIsLatest: TogetherCheck = answersTogether("version.default-is-latest", {
  observed: { in: ["success", "ping"] },
  // In every style, since a gateway may treat one of them differently.
  where: union(
    cells({ protected: true, default: "only" }, "each"),
    cells({ protected: false, default: "only" }, "none"),
  ),
  send: (context) => {
    const { protected: isProtected, version } = operationOf(context);
    if (!isProtected) return { implicit: ping(context) };
    const stated = { ...context, cell: { ...context.cell, version } };
    return { implicit: ordinary(context), explicit: ordinary(stated) };
  },
  expect: (exchanges, context) => {
    if (operationOf(context).protected) return expectLatest(exchanges, context);
    const pinged = exchanges.implicit ?? exchanges.observed;
    return pinged === undefined ? [] : expectVersionInEffect(pinged, context);
  },
});
