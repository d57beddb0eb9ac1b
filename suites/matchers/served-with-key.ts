import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { blocked, type CheckContext, type Found } from "../model/check.ts";
import { namesOfRoles } from "../model/parameter-names.ts";
import { expectServed, isServed, needKeyAccepted } from "./answer.ts";

/** What may be outside the caller's plan (Limits, item 1). */
const limitedByPlan = ["country", "language", "topic", "subtopic"] as const;

/**
 * Like `expectServed`, for requests whose key is not judged. A 401 or 403 is not about the key where another request
 * was served with the same one at the same version. A 403 may still be about the plan, if the request has a code or a
 * topic with which none was served at that version.
 *
 * @param context if absent, every 401 and 403 is taken for one about the key
 * @param others what may have been served, by default the control request
 */
export function expectServedWithKey(
  exchange: Exchange,
  context?: CheckContext,
  others: readonly Exchange[] = context?.control === undefined ? [] : [context.control],
): readonly Found[] {
  if (context === undefined || !isKeyAccepted(exchange, others)) needKeyAccepted(exchange);
  else if (exchange.answer?.status === 403 && mayExceedPlan(exchange, others, context)) {
    blocked(
      "answered with 403, although the key is accepted: the country, language or topic may be outside the caller's plan",
    );
  }
  return expectServed(exchange);
}

/** Whether another request was served with the key of this one, at the same version. */
export function isKeyAccepted(exchange: Exchange, others: readonly Exchange[]): boolean {
  return others.some((one) => isServed(one) && hasSameKey(one, exchange));
}

/** Whether two requests have the same key in the same form, and ask for the same version. */
export function hasSameKey({ spec: one }: Exchange, { spec: other }: Exchange): boolean {
  const keyOf = ({ version, credential }: RequestSpec) => JSON.stringify([version, credential]);
  return keyOf(one) === keyOf(other);
}

/** Whether a request has a value of a parameter that a plan may limit, and none was served with it at its version. */
function mayExceedPlan(
  { spec }: Exchange,
  others: readonly Exchange[],
  context: CheckContext,
): boolean {
  const limited = new Set<string>([
    ...limitedByPlan,
    ...namesOfRoles(context, limitedByPlan).keys(),
  ]);
  const accepted = others
    .filter((one) => isServed(one) && one.spec.version === spec.version)
    .flatMap((one) => one.spec.query);
  return spec.query.some(
    ([name, value]) =>
      limited.has(name) && !accepted.some(([own, other]) => own === name && other === value),
  );
}
