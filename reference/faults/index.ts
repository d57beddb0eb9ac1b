import { authFaults } from "./auth.ts";
import { authByRequestFaults } from "./auth-by-request.ts";
import { authFormFaults } from "./auth-forms.ts";
import { authRefusalFaults } from "./auth-refusals.ts";
import { revocationFaults } from "./auth-revocation.ts";
import { clientHeaderFaults } from "./client-headers.ts";
import { consistencyFaults } from "./consistency.ts";
import { sameAnswerFaults } from "./consistency-answers.ts";
import { entryFaults } from "./consistency-entries.ts";
import { inFlightFaults } from "./consistency-in-flight.ts";
import { memberFaults } from "./consistency-members.ts";
import { repeatedMetadataFaults } from "./consistency-metadata.ts";
import { countedWithoutFilterFaults } from "./counted-without-filters.ts";
import { damagedTextFaults } from "./damaged-texts.ts";
import { descriptionFaults } from "./description.ts";
import { describedAnswerFaults } from "./description-answers.ts";
import { describedExchangeFaults } from "./description-drift.ts";
import { emptyTextFaults } from "./empty-texts.ts";
import { envelopeFaults } from "./envelope.ts";
import { countFaults } from "./envelope-counts.ts";
import { errorFaults } from "./error.ts";
import { bothEnvelopeFaults } from "./errors-in-both-envelopes.ts";
import type { Fault } from "./fault.ts";
import { filteredAnswerFaults } from "./filtered-answers.ts";
import { emptyFilterFaults } from "./filters-without-results.ts";
import { forbiddenFaults } from "./forbidden.ts";
import { implausibleValueFaults } from "./implausible-values.ts";
import { itemFaults } from "./item.ts";
import { legacyItemFaults } from "./item-legacy.ts";
import { publisherFaults } from "./item-publishers.ts";
import { letInFaults } from "./let-in.ts";
import { limitFaults } from "./limit.ts";
import { textLimitFaults } from "./limit-texts.ts";
import { lostFilterFaults } from "./lost-filters.ts";
import { metadataFaults } from "./metadata.ts";
import { mixedUpMemberFaults } from "./mixed-up-members.ts";
import { negotiationFaults } from "./negotiation.ts";
import { acceptanceFaults } from "./parameter-acceptance.ts";
import { combinationFaults } from "./parameter-combinations.ts";
import { echoFaults } from "./parameter-echo.ts";
import { effectFaults } from "./parameter-effects.ts";
import { filterFaults } from "./parameter-filters.ts";
import { ignoredBesideFaults } from "./parameter-ignored-beside.ts";
import { linkFaults } from "./parameter-links.ts";
import { publisherFilterFaults } from "./parameter-publishers.ts";
import { unsentFaults } from "./parameter-unsent.ts";
import { pingFaults } from "./ping.ts";
import { planFaults } from "./plan.ts";
import { robustnessFaults } from "./robustness.ts";
import { transportFaults } from "./transport.ts";
import { cachingFaults } from "./transport-caching.ts";
import { dropFaults } from "./transport-drops.ts";
import { unexpectedValueFaults } from "./unexpected-values.ts";
import { unusualErrorFaults } from "./unusual-errors.ts";
import { versionFaults } from "./version.ts";

/** Every fault of the reference server, area by area. To add one, see docs/faults.md. */
export const faults: readonly Fault[] = [
  ...transportFaults,
  ...dropFaults,
  ...cachingFaults,
  ...negotiationFaults,
  ...clientHeaderFaults,
  ...pingFaults,
  ...authFaults,
  ...revocationFaults,
  ...authFormFaults,
  ...authByRequestFaults,
  ...authRefusalFaults,
  ...forbiddenFaults,
  ...letInFaults,
  ...versionFaults,
  ...envelopeFaults,
  ...countFaults,
  ...countedWithoutFilterFaults,
  ...itemFaults,
  ...legacyItemFaults,
  ...publisherFaults,
  ...emptyTextFaults,
  ...implausibleValueFaults,
  ...mixedUpMemberFaults,
  ...damagedTextFaults,
  ...acceptanceFaults,
  ...combinationFaults,
  ...ignoredBesideFaults,
  ...echoFaults,
  ...unsentFaults,
  ...filterFaults,
  ...effectFaults,
  ...emptyFilterFaults,
  ...lostFilterFaults,
  ...filteredAnswerFaults,
  ...linkFaults,
  ...publisherFilterFaults,
  ...limitFaults,
  ...textLimitFaults,
  ...bothEnvelopeFaults,
  ...errorFaults,
  ...unusualErrorFaults,
  ...planFaults,
  ...metadataFaults,
  ...descriptionFaults,
  ...describedAnswerFaults,
  ...describedExchangeFaults,
  ...robustnessFaults,
  ...unexpectedValueFaults,
  ...consistencyFaults,
  ...repeatedMetadataFaults,
  ...sameAnswerFaults,
  ...entryFaults,
  ...memberFaults,
  ...inFlightFaults,
];

/** The fault of this name; undefined if there is none. */
export function findFault(name: string): Fault | undefined {
  return faults.find((fault) => fault.name === name);
}
