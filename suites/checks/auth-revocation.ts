import { authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import { oneByOne } from "../../harness/requests/request-group.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { expectRefused, expectServed, isKeyRefused, statusText } from "../matchers/answer.ts";
import { cells, datedVersions, type Where } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  eachAnswer,
  skip,
} from "../model/check.ts";
import { revocableKey } from "../model/remedies.ts";
import { rotate, rowOf } from "../model/rotation.ts";
import { numbered } from "../requests/numbered.ts";
import { ordinary, ordinaryOnce } from "../requests/ordinary-requests.ts";

/** One inexpensive endpoint of each surface, for what is the same for all keys. */
export const cheapCells: Where = cells(
  { endpoints: ["/search", "/info/topics"], default: "only" },
  "rotated",
);

/**
 * Where revocation is tried: once at every endpoint, since each may store keys separately; alternately without the
 * version header and at the oldest version, each time in a different style.
 */
const revocationCells: Where = (target, contracts) =>
  cells({ protected: true, availability: ["stated"] }, "none")(target, contracts).flatMap(
    (cell) => {
      const row = rowOf(contracts, cell);
      const oldest = datedVersions(contracts, cell).at(-1) ?? defaultVersion;
      const wanted = row % 2 === 0 ? defaultVersion : oldest;
      return cell.version === wanted ? [{ ...cell, auth: rotate(authStyles, row) }] : [];
    },
  );

function needRevocation({ cell, target }: CheckContext): void {
  if (!target.canRevoke(cell.surface)) {
    skip("no revocable key is configured", revocableKey(cell.surface));
  }
}

/** Where a revoked key is also tried in a style and at a version in which it was not used before. */
const usedElsewhere: readonly string[] = ["/geolocation", "/search/publishers"];

/**
 * The same request once the key is revoked: on the same connection, for which a server may remember that its key was
 * valid, or by a client whose responses it may have stored. At one endpoint of each surface also in another style and at
 * another version, where the key was not used before.
 */
function onceRevoked(live: RequestSpec, context: CheckContext): readonly RequestSpec[] {
  const { cell, contracts } = context;
  const after: RequestSpec = { ...live, after: "revocation" };
  if (!usedElsewhere.includes(cell.endpoint)) return [after];
  const version = datedVersions(contracts, cell).at(-2) ?? defaultVersion;
  const form = rotate(authStyles, rowOf(contracts, cell) + 1);
  return [after, { ...after, version, credential: { kind: "key", key: "revocable", form } }];
}

export const revocationChecks: readonly Check[] = [
  // must · Authentication, item 6
  // Revoking a key takes effect immediately.
  answersTogether("auth.revocation-immediate", {
    where: revocationCells,
    send: (context) => {
      needRevocation(context);
      const form = context.cell.auth ?? "bearer";
      const live = ordinaryOnce(context, { kind: "key", key: "revocable", form });
      return numbered(oneByOne([live, ...onceRevoked(live, context)]));
    },
    expect: ({ 0: before, ...others }) => {
      const after = Object.values(others);
      if (before === undefined || after.length === 0) return [];
      if (expectServed(before).length === 0) {
        return after.flatMap((one) =>
          expectRefused(one).map((found) => ({ ...found, exchange: one.id })),
        );
      }
      const what = `the revocable key got ${statusText(before)} before it was revoked`;
      return isKeyRefused(before.answer)
        ? skip(`${what}: check that it is a live key`, revocableKey(before.spec.surface))
        : skip(`${what}, so its revocation would show nothing here`);
    },
  }),
  // must · Authentication, item 6
  // Revoking one key leaves the other keys of the product valid, so that keys can be rotated.
  eachAnswer("auth.revocation-spares-other-keys", {
    where: cheapCells,
    control: (context) => ordinary(context),
    send: (context) => {
      needRevocation(context);
      const own = ordinaryOnce(context, {
        kind: "key",
        key: "own",
        form: context.cell.auth ?? "bearer",
      });
      return [{ ...own, after: "revocation" }];
    },
    expect: expectServed,
  }),
];
