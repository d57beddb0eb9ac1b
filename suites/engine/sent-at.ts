import type { Catalogue } from "../../contracts/catalogue.ts";
import { type AuthStyle, authStyles, type Cell } from "../../contracts/vocabulary.ts";
import {
  type AuthForm,
  exchangeId,
  type RequestSpec,
  singleCredentials,
} from "../../harness/exchanges/request-spec.ts";
import { rotatedStyle } from "./cells.ts";

/** The header that a form of sending a key uses, as the style that is known for it. */
const styleOfForm: Readonly<Record<AuthForm, AuthStyle>> = {
  "api-key": "api-key",
  "api-key-upper-case": "api-key",
  "x-api-key": "x-api-key",
  "x-api-key-upper-case": "x-api-key",
  bearer: "bearer",
  "authorization-upper-case": "bearer",
  "bearer-lower-case": "bearer",
  "bearer-upper-case": "bearer",
  bare: "bearer",
  basic: "bearer",
  "token-scheme": "bearer",
  "api-key-scheme": "bearer",
};

/** The style in which a request sends its first credential; null where it sends none. */
function styleSent({ credential }: RequestSpec): AuthStyle | null {
  const [first] = singleCredentials(credential);
  if (first === undefined) return null;
  if (first.kind === "key") return styleOfForm[first.form];
  return authStyles.find((style) => style === first.header) ?? "bearer";
}

/** Only requests as clients make them: the path, the method and the query as they are documented. */
function isOrdinary({ method = "GET", rawQuery }: RequestSpec): boolean {
  return method === "GET" && rawQuery === undefined;
}

/**
 * Looks up which requests are sent to a cell, each once. A request without a key counts for the style
 * that the cell has by rotation; a cell without a style gets all.
 *
 * @param sent called once, when somebody first looks something up
 */
export function indexed(
  sent: () => readonly RequestSpec[],
  contracts: Catalogue,
): (cell: Cell) => readonly RequestSpec[] {
  let index: ReadonlyMap<string, readonly RequestSpec[]> | undefined;
  return (cell) => {
    index ??= indexOf(sent(), contracts);
    return index.get(keyOf(cell, cell.auth)) ?? [];
  };
}

function indexOf(
  sent: readonly RequestSpec[],
  contracts: Catalogue,
): ReadonlyMap<string, readonly RequestSpec[]> {
  const once = new Map(sent.filter(isOrdinary).map((spec) => [exchangeId(spec), spec]));
  const index = new Map<string, RequestSpec[]>();
  for (const spec of once.values()) {
    for (const auth of [styleSent(spec) ?? rotatedStyle(contracts, spec), null]) {
      const key = keyOf(spec, auth);
      const listed = index.get(key);
      if (listed === undefined) index.set(key, [spec]);
      else listed.push(spec);
    }
  }
  return index;
}

function keyOf({ surface, endpoint, version }: Omit<Cell, "auth">, auth: AuthStyle | null): string {
  return `${surface} ${endpoint} ${version} ${auth}`;
}
