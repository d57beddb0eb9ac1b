import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult, RecordedExchange, Surface } from "../../contracts/vocabulary.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import { createRecordRoom } from "../../harness/exchanges/record.ts";
import { readEntry } from "../../harness/har/har-entry.ts";
import { createHarSecrets } from "../../harness/har/har-secrets.ts";
import { redactAll } from "../../harness/secrets/redact-all.ts";
import type { Redact } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import { defaultSamples } from "../../harness/settings/defaults.ts";
import type { Configuration, Keys, SurfaceConfiguration } from "../../harness/settings/types.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { RecordedTraffic } from "../../reporters/model/report-configuration.ts";
import type { JudgingLimits } from "../../suites/engine/judging-time.ts";
import { createTarget } from "../../suites/model/target.ts";
import { createObservedJudge } from "../../suites/session/observed-judge.ts";
import { selectionOf } from "../../suites/session/selection.ts";
import { reportedDescriptions } from "../reported-descriptions.ts";
import { observedExchange, styleIn } from "./observed-exchange.ts";
import { type BaseUrls, createPlaceFinder, namedPlaces, placeOf } from "./places.ts";

/** The result of judging recorded traffic. */
export interface JudgedTraffic {
  readonly results: readonly CheckResult[];
  /** The exchanges that some result refers to. */
  readonly exchanges: readonly RecordedExchange[];
  readonly traffic: RecordedTraffic;
  /** Without secrets, for display. */
  readonly bases: BaseUrls;
  /** Why not everything was judged; null if it was. */
  readonly ended: string | null;
  readonly descriptions: Report["descriptions"];
  /** Time of the first and the last judged exchange; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** A recording. Read twice, so that its entries need not be in memory together. */
export interface Recording {
  readonly name: string;
  /** The entries of its log. */
  readonly entries: () => Iterable<unknown>;
}

/** What the user specified about the traffic. */
export type Told = Pick<Configuration, "surfaces" | "network" | "only" | "skip">;

/**
 * Judges the entries of recordings: first finds keys and the places of the surfaces, then judges. Sends
 * nothing.
 *
 * @param limits of the time that judging may take; those of a run by default
 * @throws UsageError if a file can't be used, or the surfaces can't be distinguished
 */
export async function judgeTraffic(
  files: readonly Recording[],
  told: Told,
  keys: Keys,
  limits?: JudgingLimits,
): Promise<JudgedTraffic> {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const { redact, bases } = await lookThrough(files, told, keys);
  const tested = surfacesAt(bases, told);
  const target = createTarget({ surfaces: tested }, keys, contracts);
  const selection = selectionOf(told, contracts, register);
  const judge = createObservedJudge(target, contracts, register, { selection, limits });
  const room = createRecordRoom();
  const kept = new Map<string, RecordedExchange>();
  const ignored: Record<string, number> = {};
  const ignore = (reason: string) => {
    ignored[reason] = (ignored[reason] ?? 0) + 1;
  };
  let entries = 0;
  let judged = 0;
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const [number, file] of files.entries()) {
    let index = -1;
    for (const value of file.entries()) {
      entries += 1;
      index += 1;
      const read = await readEntry(value);
      if (read.kind === "ignored") {
        ignore(read.reason);
        continue;
      }
      const { entry } = read;
      const place = placeOf(entry.url, bases, contracts);
      const surface = typeof place === "string" ? undefined : tested[place.surface];
      if (typeof place === "string" || surface === undefined) {
        ignore(whyNot(place));
        continue;
      }
      const exchange = observedExchange(
        `h${number + 1}-${index}`,
        entry,
        place,
        surface,
        redact,
        room,
      );
      const { refused, named } = judge.add(exchange, styleIn(entry.requestHeaders));
      if (refused !== null) {
        ignore(refused);
        continue;
      }
      judged += 1;
      from = Math.min(from, entry.sentAt);
      to = Math.max(to, entry.receivedAt);
      if (named) kept.set(exchange.id, { ...exchange.recorded });
    }
  }
  const results = judge.results(redact);
  const names = new Set(results.flatMap(({ exchanges }) => exchanges));
  const exchanges = [...kept.values()].filter(({ id }) => names.has(id));
  const late = [...judge.late];
  return {
    results,
    exchanges,
    ended: late.length === 0 ? null : late.join("; "),
    descriptions: reportedDescriptions(told.surfaces, exchanges),
    traffic: {
      files: files.map(({ name }) => redact(name)),
      entries,
      judged,
      ignored: sortedByName(ignored),
    },
    bases: redactAll(bases, redact),
    from: judged === 0 ? 0 : from,
    to,
  };
}

function whyNot(place: ReturnType<typeof placeOf>): string {
  if (place === "no endpoint") return "not an endpoint of the service";
  if (place === "either surface") return "both surfaces have this endpoint at the same URL";
  return "a host or path other than the service's";
}

async function lookThrough(
  files: readonly Recording[],
  told: Told,
  keys: Keys,
): Promise<{ redact: Redact; bases: BaseUrls }> {
  const secrets = createHarSecrets();
  const finder = createPlaceFinder(loadCatalogue());
  const named = namedPlaces(told);
  const isNamed = Object.keys(named).length > 0;
  for (const file of files) {
    for (const value of file.entries()) {
      await secrets.look(value);
      if (isNamed) continue;
      const read = await readEntry(value);
      if (read.kind === "entry") finder.look(read.entry);
    }
  }
  const redact = secrets.redactor(secretsOf(told, keys));
  return { redact, bases: isNamed ? named : finder.found(redact) };
}

/** The configuration of the surfaces in the traffic. */
function surfacesAt(bases: BaseUrls, told: Told): Configuration["surfaces"] {
  const tested: Partial<Record<Surface, SurfaceConfiguration>> = {};
  for (const surface of surfaces) {
    const baseUrl = bases[surface];
    if (baseUrl === undefined) continue;
    const known = told.surfaces[surface];
    tested[surface] = known ?? {
      baseUrl,
      openapi: null,
      description: null,
      parameters: {},
      samples: defaultSamples,
      revoke: null,
    };
  }
  return tested;
}

function sortedByName(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
