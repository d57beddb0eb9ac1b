import { type AuthStyle, authStyles, type Cell, defaultVersion } from "../contracts/words.ts";
import { type Ask, noCredential } from "../harness/ask.ts";
import { ask, keyed, ordinaryOnce, role, styleOf } from "./asks.ts";
import { rowOf, turn } from "./cells.ts";
import type { CheckContext } from "./check.ts";

/** Values of `Authorization` that carry no key: a scheme alone, another scheme, an empty token, garbage. */
const malformedValues = ["Bearer", "Token nonsense", "Bearer  ,", "Basic Og==", "???"] as const;

export function missingKey(context: CheckContext): Ask {
  return ordinaryOnce(context, noCredential);
}

export function unknownKey(context: CheckContext, style: AuthStyle): Ask {
  return ordinaryOnce(context, keyed(style, "unknown"));
}

/** The other product's key, or a revoked one, in the style whose turn it is. */
export function wrongKey(context: CheckContext, key: "other-product" | "revoked"): Ask {
  const style = turn(context.contracts, context.cell, key === "revoked" ? 1 : 0);
  return ordinaryOnce(context, keyed(style, key));
}

/** Two malformed headers: the scheme alone everywhere, and the others in turns. */
export function malformedAuthorizations(context: CheckContext): readonly Ask[] {
  const row = rowOf(context.contracts, context.cell);
  const other = malformedValues[1 + (row % (malformedValues.length - 1))] ?? malformedValues[1];
  return [malformedValues[0], other].map((authorization) =>
    ordinaryOnce(context, { kind: "malformed", authorization }),
  );
}

/** A key is revoked whatever the version, so that the dated cells are enough; they save quota. */
function wrongKeysIn({ version }: Cell): readonly ("other-product" | "revoked")[] {
  return version === defaultVersion ? ["other-product"] : ["other-product", "revoked"];
}

/** Every refusal of a key that is asked for in a cell, whichever check asks. */
export function keyRefusals(context: CheckContext): readonly Ask[] {
  const { subject, cell } = context;
  return [
    missingKey(context),
    ...authStyles.map((style) => unknownKey(context, style)),
    ...wrongKeysIn(cell)
      .filter((key) => subject.hasKey(cell.surface, key))
      .map((key) => wrongKey(context, key)),
    ...(cell.version === "default" ? malformedAuthorizations(context) : []),
  ];
}

/** Numbers of results that lie outside 1 to 100 or are no integers. */
export const badResultCounts = ["0", "-1", "101", "99999999999999999999", "1.5", "ten"] as const;

/** Requests with a good key and a parameter that has to be refused. */
export function parameterRefusals(context: CheckContext): readonly Ask[] {
  const { cell } = context;
  if (cell.endpoint === "/geolocation") return [ask(context, [])];
  if (cell.endpoint !== "/search/publishers" || cell.version === "default") return [];
  const limit = role(context, "publishers", "limit");
  const query = role(context, "publishers", "query");
  return [
    ...(limit === null ? [] : badResultCounts.map((value) => ask(context, [[limit, value]]))),
    ...(query === null ? [] : [ask(context, [[query, ""]])]),
  ];
}

/** Every refusal of a cell. */
export function refusals(context: CheckContext): readonly Ask[] {
  const styled = { ...context, cell: { ...context.cell, auth: styleOf(context) } };
  return [...keyRefusals(styled), ...parameterRefusals(styled)];
}
