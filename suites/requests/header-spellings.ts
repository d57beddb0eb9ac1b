import { type AuthStyle, defaultVersion } from "../../contracts/vocabulary.ts";
import type { AuthForm, RequestSpec } from "../../harness/requests/request-spec.ts";
import { cells, datedVersions, only, type Where } from "../model/cells.ts";
import { alternativesOf, type CheckContext, type RequestChoice } from "../model/check.ts";
import { rotate, rowOf } from "../model/rotation.ts";
import { alternatives, ordinary, ping, styleOf } from "./ordinary-requests.ts";

/**
 * Where other spellings of header names are tried, in each style once: at the oldest version of an endpoint, since a
 * server that does not recognise the version header answers as the latest one. Its HTTP library handles them in the same
 * way at all endpoints of a surface.
 */
export const cellsOfSpellings: Where = only(
  cells(
    {
      endpoints: ["/search", "/search/articles", "/info/countries"],
      protected: true,
      availability: ["stated"],
    },
    "rotated",
  ),
  ({ cell, contracts }) =>
    cell.version === (datedVersions(contracts, cell).at(-1) ?? defaultVersion),
);

type Spelling = NonNullable<RequestSpec["versionHeader"]>;
const spellings: readonly [Spelling, Spelling] = ["API-VERSION", "Api-Version"];

const upperCase: Readonly<Record<AuthStyle, AuthForm>> = {
  "api-key": "api-key-upper-case",
  "x-api-key": "x-api-key-upper-case",
  bearer: "authorization-upper-case",
};

/** The ordinary request with the names of both headers in other letter cases: of the key, and of the version. */
export function withOtherSpellings(context: CheckContext): RequestChoice {
  const form = upperCase[styleOf(context)];
  const row = rowOf(context.contracts, context.cell);
  const versionHeader = rotate(spellings, row / 2);
  const spelled = alternativesOf(ordinary(context, { kind: "key", key: "own", form }));
  return alternatives(spelled.map((spec) => ({ ...spec, versionHeader })));
}

/** Ping with the name of the version header in another letter case. */
export function pingWithOtherSpelling(context: CheckContext): RequestSpec {
  return { ...ping(context), versionHeader: "Api-Version" };
}
