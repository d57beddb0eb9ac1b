import type { Finding } from "./vocabulary.ts";

/** How a response was that is right whenever no other request is in flight. */
export const withNothingInFlight = "as with nothing else in flight";

/** Whether a finding shows only while other requests are in flight, as a race does. */
export function isRace({ expected }: Pick<Finding, "expected">): boolean {
  return expected.endsWith(`(${withNothingInFlight})`);
}
