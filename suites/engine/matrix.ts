import type { Catalogue, Operation } from "../../contracts/catalogue.ts";
import {
  authStyles,
  type Cell,
  defaultVersion,
  type MatrixChoice,
} from "../../contracts/vocabulary.ts";
import {
  canonicalRequest,
  isListedForm,
  isUsualGet,
  type RequestGroup,
  type RequestSpec,
  singleCredentials,
} from "../../harness/requests/request-spec.ts";
import { cellsOf, datedVersions } from "../model/cells.ts";
import {
  alternativesOf,
  type Combining,
  firstRequest,
  type RequestChoice,
} from "../model/check.ts";
import { columnOf, rotate, rotatedStyle, rowOf } from "../model/rotation.ts";
import { styleSent } from "../model/sent-at.ts";
import type { Target } from "../model/target.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";
import { isLiteralKey } from "../requests/refused-keys.ts";

/** The requests of the plan that a run sends, and the cells in which it judges. */
export interface Matrix {
  readonly sends: (choice: RequestChoice) => boolean;
  /** Whether the requests that depend on responses are sent for this purpose (see `following.ts`). */
  readonly follows: (purpose: string) => boolean;
  /** Whether a check may send its requests to other cells than its own, regardless of `sends`. */
  readonly elsewhere: boolean;
  readonly judges: (cell: Cell) => boolean;
  /** Whether combinations of parameters, and values beyond the first, are sent in a cell. */
  readonly combines: (cell: Cell) => Combining;
}

/** Every request of every cell. */
export const everything: Matrix = {
  sends: () => true,
  follows: () => true,
  judges: () => true,
  elsewhere: true,
  combines: () => "in-each-style",
};

/** The matrix that the configuration selects, regardless of a budget. */
export function chosenMatrix(
  { kind, rotation }: MatrixChoice,
  target: Target,
  contracts: Catalogue,
): Matrix {
  const judges =
    rotation === null
      ? everything.judges
      : (cell: Cell) => partOf(contracts, cell, rotation.of) === rotation.part - 1;
  if (kind === "smoke") {
    const requests = oneOfEachEndpoint(target, contracts);
    return {
      ...everything,
      sends: anyOf((spec) => requests.has(canonicalRequest(spec))),
      judges,
      elsewhere: false,
      combines: () => false,
    };
  }
  if (kind === "pairwise")
    return {
      ...everything,
      sends: anyOf((spec) => isInPairs(spec, contracts)),
      judges,
      elsewhere: true,
      combines: (cell) => isForCombinations(cell, contracts) && "in-own-style",
    };
  return { ...everything, judges };
}

/** Whether one of the alternatives is sent. */
function anyOf(sends: (spec: RequestSpec) => boolean): Matrix["sends"] {
  return (choice) => alternativesOf(choice).some(sends);
}

/**
 * The part of a rotation in which a cell is judged, from 0. Cells that differ only in endpoint, version
 * or style are in consecutive parts, so each part covers some of every kind.
 */
function partOf(contracts: Catalogue, cell: Cell, parts: number): number {
  const style = authStyles.indexOf(cell.auth ?? rotatedStyle(contracts, cell));
  const number = 13 * rowOf(contracts, cell) + 5 * columnOf(contracts, cell) + style;
  return ((number % parts) + parts) % parts;
}

/** The kinds of credentials that a request may send instead of the surface's key in a listed style. */
const keyKinds = [
  "missing",
  "unknown",
  "other-product",
  "revoked",
  "malformed",
  "several",
  "unlisted-form",
] as const;
type KeyKind = (typeof keyKinds)[number];

/** null for the surface's key in a listed style, in any spelling and letter case, and for the revocable key. */
function keyKindOf({ credential }: RequestSpec): KeyKind | null {
  if (credential.kind === "several") return "several";
  const [one] = singleCredentials(credential);
  if (one === undefined) return "missing";
  if (one.kind === "malformed") return isLiteralKey(one) ? "unknown" : "malformed";
  if (!isListedForm(one.form)) return "unlisted-form";
  if (one.key === "other-product" || one.key === "revoked") return one.key;
  const isIssued = one.key === "own" || one.key === "revocable" || one.key === "recased";
  return isIssued ? null : "unknown";
}

/**
 * Every pair of endpoint and version, endpoint and style, version and style, and endpoint and kind of
 * key: the surface's key at each endpoint and version in the style that the rotation gives it, and each other
 * kind of key at one version of each endpoint, another one for each kind.
 */
function isInPairs(spec: RequestSpec, contracts: Catalogue): boolean {
  if (spec.group !== undefined) return isFewEnough(spec.group.of, contracts);
  const operation = contracts.operation(spec.surface, spec.endpoint, spec.version);
  // An unlisted path or version is tried only once anyway.
  if (operation === null) return true;
  if (isForHttpLibrary(spec)) return rowOf(contracts, spec) === 0;
  if (!operation.protected) return isRotated(spec, contracts);
  const kind = keyKindOf(spec);
  if (kind === null) return isRotated(spec, contracts);
  const versions = datedVersions(contracts, spec);
  const wanted = rotate(
    [defaultVersion, ...versions],
    keyKinds.indexOf(kind) + rowOf(contracts, spec),
  );
  return spec.version === wanted && isRotated(spec, contracts, keyKinds.indexOf(kind));
}

/**
 * Whether a request is a matter of the server's HTTP library, so that one endpoint stands for all: another method, a
 * malformed query, a parameter with brackets in its name, or accepted media types.
 */
function isForHttpLibrary(spec: RequestSpec): boolean {
  const { negotiation, query } = spec;
  if (!isUsualGet(spec) || negotiation !== undefined) return true;
  return query.some(([name]) => /[[\]]/.test(name));
}

/**
 * A group is sent as a whole and covers no pairs. Included are the groups that are sent at once, the sequence at the
 * first endpoint, and the revocation at the first endpoint of each surface.
 */
function isFewEnough({ order, requests }: RequestGroup, { operations }: Catalogue): boolean {
  const isRevoking = requests.some(({ after }) => after !== undefined);
  return (
    order === "at-once" ||
    requests.every(({ surface, endpoint }) => {
      const first = isRevoking ? operations.find((one) => one.surface === surface) : operations[0];
      return first?.surface === surface && first.endpoint === endpoint;
    })
  );
}

/**
 * Where versions and styles are tried in pairs only, parameters are combined at the newest version of the
 * endpoint with the fewest parameters, but at least three.
 */
function isForCombinations({ surface, endpoint, version }: Cell, contracts: Catalogue): boolean {
  const [fewest] = contracts.operations
    .filter((one) => parametersOf(one) >= 3)
    .sort((one, other) => parametersOf(one) - parametersOf(other));
  return (
    surface === fewest?.surface &&
    endpoint === fewest.endpoint &&
    version === contracts.defaultOf(surface, endpoint)
  );
}

function parametersOf({ parameters, roles }: Operation): number {
  return parameters.length + roles.length;
}

/**
 * Whether a request uses the style that the rotation gives its cell; a request without a key has no
 * style.
 */
function isRotated(spec: RequestSpec, contracts: Catalogue, salt = 0): boolean {
  const style = styleSent(spec);
  const kind = keyKindOf(spec);
  if (style === null || kind === "several" || kind === "unlisted-form") return true;
  return style === rotatedStyle(contracts, spec, salt);
}

/** The ordinary request to each endpoint, with the surface's key and without the version header. */
function oneOfEachEndpoint(target: Target, contracts: Catalogue): ReadonlySet<string> {
  const keyed = cellsOf(target, contracts, { protected: true, default: "only" }, "rotated");
  const keyless = cellsOf(target, contracts, { protected: false, default: "only" }, "none");
  const requests = [
    ...keyed.map((cell) => firstRequest(ordinary({ cell, target, contracts }))),
    ...keyless.map((cell) => ping({ cell, target, contracts })),
  ];
  return new Set(requests.map(canonicalRequest));
}
