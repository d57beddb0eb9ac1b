import { type AuthStyle, authStyles, type Cell, defaultVersion } from "../contracts/words.ts";
import { type Ask, noCredential } from "../harness/ask.ts";
import { ask, keyed, ordinaryOnce, role } from "./asks.ts";
import { rowOf, turn } from "./cells.ts";
import type { CheckContext } from "./check.ts";

/** Headers that carry no key: a scheme alone, another scheme, an empty token or key, garbage. */
const schemeAlone = { header: "authorization", value: "Bearer" } as const;
const malformed = [
  { header: "authorization", value: "Token nonsense" },
  { header: "api-key", value: "" },
  { header: "authorization", value: "Bearer  ," },
  { header: "x-api-key", value: "" },
  { header: "authorization", value: "Basic Og==" },
  { header: "authorization", value: "???" },
] as const;

export function missingKey(context: CheckContext): Ask {
  return ordinaryOnce(context, noCredential);
}

/** Three keys that were never issued, which take turns so that each style tries each somewhere. */
const neverIssued = ["unknown", "lengthened", "shortened"] as const;

export function unknownKey(context: CheckContext, style: AuthStyle): Ask {
  const offset = authStyles.indexOf(turn(context.contracts, context.cell));
  const key = neverIssued[(authStyles.indexOf(style) + offset) % neverIssued.length] ?? "unknown";
  return ordinaryOnce(context, keyed(style, key));
}

/** The other product's key, or a revoked one, in the style whose turn it is. */
export function wrongKey(context: CheckContext, key: "other-product" | "revoked"): Ask {
  const style = turn(context.contracts, context.cell, key === "revoked" ? 1 : 0);
  return ordinaryOnce(context, keyed(style, key));
}

/** Two malformed headers: the scheme alone everywhere, and the others in turns. */
export function malformedAuthorizations(context: CheckContext): readonly Ask[] {
  const row = rowOf(context.contracts, context.cell);
  const other = malformed[row % malformed.length] ?? malformed[0];
  return [schemeAlone, other].map((wrong) =>
    ordinaryOnce(context, { kind: "malformed", ...wrong }),
  );
}

/** The own key in the forms that are not listed; where one is accepted there is no refusal to judge. */
function unlistedForms(context: CheckContext): readonly Ask[] {
  return (["bare", "basic"] as const).map((form) =>
    ordinaryOnce(context, { kind: "key", key: "own", form }),
  );
}

/** The three styles at each dated version; where the header is omitted they take turns. */
export function stylesTried({ cell, contracts }: CheckContext): readonly AuthStyle[] {
  return cell.version === defaultVersion ? [turn(contracts, cell)] : authStyles;
}

/** Every refusal of a key that is asked for in a cell, whichever check asks. */
export function keyRefusals(context: CheckContext): readonly Ask[] {
  const { subject, cell } = context;
  return [
    missingKey(context),
    ...stylesTried(context).map((style) => unknownKey(context, style)),
    ...(["other-product", "revoked"] as const)
      .filter((key) => subject.hasKey(cell.surface, key))
      .map((key) => wrongKey(context, key)),
    ...(cell.version === defaultVersion
      ? [...malformedAuthorizations(context), ...unlistedForms(context)]
      : []),
  ];
}

/** Numbers of results that lie outside 1 to 100 or are no integers. */
const badResultCounts = ["0", "-1", "101", "99999999999999999999", "1.5", "10abc"] as const;

/** Requests with a good key and a parameter that has to be refused. */
export function parameterRefusals(context: CheckContext): readonly Ask[] {
  const { cell } = context;
  if (cell.endpoint === "/geolocation") return [ask(context, [])];
  if (cell.endpoint !== "/search/publishers") return [];
  const limit = role(context, "publishers", "limit");
  const query = role(context, "publishers", "query");
  return [
    ...(limit === null
      ? []
      : resultCountsRefused(cell).map((value) => ask(context, [[limit, value]]))),
    ...(query === null ? [] : [ask(context, [[query, ""]])]),
  ];
}

/** All bad numbers of results at each dated version; where the header is omitted the two next to the limits. */
export function resultCountsRefused({ version }: Cell): readonly string[] {
  return version === defaultVersion ? ["0", "101"] : badResultCounts;
}

/** Every refusal of a cell. */
export function refusals(context: CheckContext): readonly Ask[] {
  return [...keyRefusals(context), ...parameterRefusals(context)];
}
