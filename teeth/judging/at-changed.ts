import { exchangeId } from "../../harness/requests/request-spec.ts";
import { alternativesOf, type RequestChoice } from "../../suites/model/check.ts";
import { type PlannedCheck, replacing } from "../../suites/model/planned-check.ts";

/** The requests that were made of the healthy server, by the ids of their exchanges. */
export interface KnownRequests {
  /** Those of checks that follow what they are answered. */
  readonly followed: ReadonlySet<string>;
  readonly exchanges: ReadonlyMap<string, unknown>;
}

/** The ids of the requests of checks that follow what they are answered. */
export function followedBy(
  asked: readonly {
    readonly planned: Pick<PlannedCheck, "check">;
    readonly ids: Iterable<string>;
  }[],
): ReadonlySet<string> {
  return new Set(
    asked.flatMap(({ planned: { check }, ids }) =>
      check.kind === "together" && check.thenSend !== undefined ? [...ids] : [],
    ),
  );
}

/**
 * A check that looks only at what was changed: at its own requests, where it judges each for itself, and at those
 * of others. On the healthy server it passes with all of them. If nothing was changed that a check follows, the
 * same follows; otherwise, what follows may be new.
 */
export function atChanged(
  planned: PlannedCheck,
  changed: ReadonlySet<string>,
  { followed, exchanges }: KnownRequests,
): PlannedCheck {
  const { check, precondition, control, choices } = planned;
  if (check.kind === "together" && check.others !== undefined) return planned;
  const isChanged = (choice: RequestChoice | null) =>
    alternativesOf(choice).some((spec) => changed.has(exchangeId(spec)));
  const isWhole = check.kind !== "each" || isChanged(precondition) || isChanged(control);
  const own = isWhole
    ? choices
    : Object.fromEntries(Object.entries(choices).filter(([, choice]) => isChanged(choice)));
  const also = planned.also.filter(({ spec }) => changed.has(exchangeId(spec)));
  const sameFollows = [...changed].every((id) => !followed.has(id));
  const isOther = (id: string) => changed.has(id) || !exchanges.has(id);
  const alsoFollowed: PlannedCheck["alsoFollowed"] = async (source) =>
    sameFollows
      ? []
      : (await planned.alsoFollowed(source)).filter(({ spec }) => isOther(exchangeId(spec)));
  return replacing(planned, { choices: own, also, alsoFollowed });
}
