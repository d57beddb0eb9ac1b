import { loadCatalogue } from "../../contracts/load.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { mostLookupRequests } from "../../harness/descriptions/look-for-description.ts";
import {
  canonicalRequest,
  carriesKey,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import { targetText } from "../../reporters/text/target-text.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { waitingFor } from "../../reporters/view/waiting.ts";
import { configurationFor } from "../../run/load-run-configuration.ts";
import { withDescriptions } from "../../run/open-target.ts";
import { reportedTarget } from "../../run/reported-target.ts";
import { exemplarySurfaces } from "../../run/whole-plan.ts";
import { mostRepeats } from "../../suites/checks/mixed-up-responses.ts";
import { mostShrinkingRequests } from "../../suites/engine/shrinking.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { createTarget } from "../../suites/model/target.ts";
import { mostCombinations } from "../../suites/requests/combinations.ts";
import { firstRequests } from "../../suites/session/first-requests.ts";
import { narrowed } from "../options/narrowed.ts";
import type { Output } from "../output/output.ts";
import { sayConfiguration } from "../output/say-configuration.ts";

/** Prints the plan, and what else a run would do or need. */
export async function plan(flags: Flags, output: Output): Promise<void> {
  const { planFor } = await import("../../run/run-checks.ts");
  const target = plannedTarget(flags, output);
  const { loaded, notes } = await narrowed(target, flags);
  const { configuration: told, keys, missingKeys } = loaded;
  const configuration = await withDescriptions(told, keys, false);
  const planned = planFor(configuration, keys);
  const first = firstOf(configuration, keys, planned);
  sayConfiguration(loaded, output);
  for (const note of notes) output.note(visibleLine(note));
  output.result(planText(configuration, planned, first));
  for (const { openapi, description, baseUrl, findDescription } of Object.values(
    configuration.surfaces,
  )) {
    if (findDescription === true) {
      output.note(
        `A run first looks for a description below ${baseUrl}, with at most ${mostLookupRequests} requests, ` +
          "and may find parameter names there; --no-description turns this off.",
      );
    } else if (openapi !== null && description === null) {
      output.note(`${openapi} is not read here; a run may find parameter names there.`);
    }
  }
  for (const name of missingKeys) output.note(`A run needs ${name}, which is not set.`);
}

/** As `run` would see it; the embedded server has every key. */
function plannedTarget(flags: Flags, output: Output): Loaded {
  const loaded = configurationFor(flags, "plan");
  output.hide(secretsOf(loaded.configuration, loaded.keys));
  if (!loaded.configuration.embedded) {
    // A plan can be made without a key.
    const own = (surface: Surface) => ({
      ...loaded.keys[surface],
      own: loaded.keys[surface].own ?? (loaded.configuration.surfaces[surface] ? "to come" : null),
    });
    return { ...loaded, keys: { aggregator: own("aggregator"), news: own("news") } };
  }
  const all = { own: "own", revoked: "revoked", revocable: "revocable" };
  return {
    ...loaded,
    configuration: { ...loaded.configuration, surfaces: exemplarySurfaces },
    keys: { aggregator: all, news: all },
  };
}

/** The requests before those of the plan; checks need most of them too. */
function firstOf(
  configuration: Configuration,
  keys: Keys,
  planned: readonly PlannedCheck[],
): readonly RequestSpec[] {
  const contracts = loadCatalogue();
  return firstRequests(planned, createTarget(configuration, keys, contracts), contracts);
}

/** Requests with a valid key count against the quota; refused requests and ping do not. */
function spendsQuota({ credential }: RequestSpec): boolean {
  return carriesKey(credential, "own", "revocable");
}

function planText(
  configuration: Configuration,
  planned: readonly PlannedCheck[],
  first: readonly RequestSpec[],
): string {
  const requests = [
    ...new Map(
      [...first, ...planned.flatMap((one) => one.requests)].map((spec) => [
        canonicalRequest(spec),
        spec,
      ]),
    ).values(),
  ];
  const rows = new Set(loadCatalogue().operations.map(nameOf));
  const isListed = (spec: RequestSpec) =>
    (spec.method ?? "GET") === "GET" && rows.has(nameOf(spec));
  const lines = [...rows].flatMap((name) => {
    const own = requests.filter((spec) => isListed(spec) && nameOf(spec) === name);
    if (own.length === 0) return [];
    return [row(name, own.length, own.filter(spendsQuota).length)];
  });
  const elsewhere = requests.filter((spec) => !isListed(spec));
  const skipped = new Map<string, number>();
  for (const { inconclusive } of planned) {
    if (inconclusive === null) continue;
    skipped.set(inconclusive.message, (skipped.get(inconclusive.message) ?? 0) + 1);
  }
  const remedies = planned.flatMap(({ inconclusive }) => inconclusive?.remedy ?? []);
  const sendingMore = planned.filter(({ check }) => check.kind === "together" && check.thenSend);
  // These repeat a request only if its response is wrong.
  const isRepeating = ({ requirement }: PlannedCheck) => requirement.area === "consistency";
  const following = sendingMore.filter((one) => !isRepeating(one));
  const combining = following.filter(({ check }) => check.kind === "together" && check.combines);
  const places = new Set(combining.map(({ cell }) => `${nameOf(cell)} ${cell.version}`)).size;
  return [
    `target: ${targetText(reportedTarget(configuration))}`,
    "",
    `${"".padEnd(34)} requests   with a valid key`,
    ...lines,
    ...(elsewhere.length === 0
      ? []
      : [row("other methods and paths", elsewhere.length, elsewhere.filter(spendsQuota).length)]),
    row("total", requests.length, requests.filter(spendsQuota).length),
    "",
    `${plural(planned.length, "check")}. ${furtherText(following.length - combining.length, places)}Retries are not counted.`,
    ...(sendingMore.some(isRepeating)
      ? [
          `Up to ${mostRepeats} more requests for each check of the area consistency whose responses are wrong: ` +
            "they are repeated while nothing else is in flight.",
        ]
      : []),
    ...(planned.some(({ check }) => check.kind === "each" && check.shorter)
      ? [
          `Up to ${mostShrinkingRequests} more requests in total look for the shortest generated request ` +
            "that fails.",
        ]
      : []),
    ...(skipped.size === 0 ? [] : ["", "Checks that would be skipped:"]),
    ...[...skipped].map(([reason, count]) => `  ${count} × ${reason}`),
    ...(remedies.length === 0 ? [] : ["", "They wait for input:"]),
    ...waitingFor(remedies).map(({ checks, wants, ways }) => `  ${checks} for ${wants}: ${ways}`),
  ].join("\n");
}

/** The requests that depend on responses, as a sentence; empty if there are none. */
function furtherText(following: number, combining: number): string {
  const parts = [
    following === 0
      ? null
      : `${following} checks send more requests that depend on responses (links, pages, filters)`,
    combining === 0
      ? null
      : `parameters are combined in up to ${mostCombinations} requests for each of ${combining} endpoints and versions`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "";
  return `In addition, ${parts.join(", and ")}; equal requests are shared. `;
}

function nameOf({ surface, endpoint }: Pick<RequestSpec, "surface" | "endpoint">): string {
  return `${surface} GET ${endpoint}`;
}

function row(name: string, requests: number, live: number): string {
  return `${name.padEnd(34)} ${String(requests).padStart(8)}   ${String(live).padStart(15)}`;
}
