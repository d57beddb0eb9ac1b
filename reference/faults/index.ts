import { authFaults } from "./auth.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorFaults } from "./error.ts";
import type { Fault } from "./fault.ts";
import { itemFaults } from "./item.ts";
import { limitFaults } from "./limit.ts";
import { metadataFaults } from "./metadata.ts";
import { parameterFaults } from "./parameter.ts";
import { pingFaults } from "./ping.ts";
import { planFaults } from "./plan.ts";
import { robustnessFaults } from "./robustness.ts";
import { transportFaults } from "./transport.ts";
import { versionFaults } from "./version.ts";

/**
 * Every way in which the reference server can be wrong, area by area.
 *
 * A new one is an entry in the file of its area: `request` changes what the server is asked (take a
 * parameter away, give a key), `response` what it says; both act in `cells` only. `witness` says
 * what to send to see it, where a plain request does not show it; the tests send it.
 */
export const faults: readonly Fault[] = [
  ...transportFaults,
  ...pingFaults,
  ...authFaults,
  ...versionFaults,
  ...envelopeFaults,
  ...itemFaults,
  ...parameterFaults,
  ...limitFaults,
  ...errorFaults,
  ...planFaults,
  ...metadataFaults,
  ...robustnessFaults,
];

/** The fault of this name; undefined where there is none. */
export function findFault(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name);
}
