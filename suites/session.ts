import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { RecordedExchange, Surface } from "../contracts/words.ts";
import type { Configuration, Keys, Samples } from "../harness/configuration/types.ts";
import type { Exchange, ExchangeSource } from "../harness/exchange.ts";
import { createLiveSource } from "../harness/live-source.ts";
import { allChecks } from "./all-checks.ts";
import { fetchNeed } from "./judge.ts";
import { type PlannedCheck, planRun } from "./planning.ts";
import { samplesWithHits } from "./samples.ts";
import { selectionOf } from "./selection.ts";
import { judgeSmoke, smokeNeeds } from "./smoke.ts";
import { createSubject, type Subject } from "./subject.ts";

export interface SessionOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Ends the sending when aborted; what is under way is waited for. */
  readonly signal?: AbortSignal;
  /** Called for every exchange as soon as it is there, redacted. */
  readonly onExchange?: (exchange: RecordedExchange) => void;
}

/** A run under way: what is to be judged, and where its exchanges come from. */
export interface Session {
  readonly planned: readonly PlannedCheck[];
  readonly source: ExchangeSource;
  /** Takes every secret of the run out of a text. */
  readonly redact: (text: string) => string;
  /** What is to be said once about the whole run, such as that nothing answers. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the connection to the target, tries whether it is worth going on, and starts to send
 * everything that the plan needs, so that no check has to wait for another check's request.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { configuration, keys, signal, onExchange = () => {} } = options;
  const contracts = loadCatalogue();
  const configured = createSubject(configuration, keys, contracts.latest);
  const selection = selectionOf(configuration, contracts, loadRegister());
  const planFor = (subject: Subject) =>
    planRun(allChecks, subject, contracts, loadRegister(), selection);
  const live = createLiveSource({ configuration, keys, onExchange });
  const stop = () => {
    for (const surface of configured.surfaces) live.stop(surface, "the run was interrupted");
  };
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const problems: string[] = [];
  const refused = new Map<Surface, string>();
  const samples = new Map<Surface, Partial<Samples>>();

  const expected = planFor(configured);
  const selected = configured.surfaces.filter((surface) =>
    expected.some(({ cell, asks }) => cell.surface === surface && asks.length > 0),
  );
  await Promise.all(
    selected.map(async (surface) => {
      const needs = smokeNeeds(surface, configured, contracts);
      const [pinged, ...keyed] = await Promise.all(
        [needs.ping, ...needs.keyed].map((need) => fetchNeed(need, live, "follow-up")),
      );
      if (pinged === undefined) return;
      const baseUrl = configuration.surfaces[surface]?.baseUrl ?? "";
      const verdict = judgeSmoke(surface, baseUrl, pinged, keyed);
      if (verdict.kind === "go") {
        const better = await samplesWithHits(surface, keyed, configured, contracts, live);
        if (Object.keys(better).length > 0) samples.set(surface, better);
        return;
      }
      problems.push(verdict.message);
      if (verdict.kind === "refused") refused.set(surface, verdict.message);
      live.stop(surface, verdict.message);
    }),
  );
  const planned = samples.size === 0 ? expected : planFor(withSamples(configured, samples));
  const source = withoutRefusedSurfaces(live, refused);
  for (const { asks } of planned) for (const ask of asks) void source.exchange(ask);
  return {
    planned,
    source,
    redact: live.redact,
    problems,
    close: async () => {
      signal?.removeEventListener("abort", stop);
      await live.close();
    },
  };
}

function withSamples(subject: Subject, samples: ReadonlyMap<Surface, Partial<Samples>>): Subject {
  return {
    ...subject,
    samples: (surface) => ({ ...subject.samples(surface), ...samples.get(surface) }),
  };
}

/** Where every style was refused, what needs a key has no answer: it would say nothing of the server. */
function withoutRefusedSurfaces(
  live: ExchangeSource,
  refused: ReadonlyMap<Surface, string>,
): ExchangeSource {
  return {
    exchange: async (ask, priority): Promise<Exchange> => {
      const exchange = await live.exchange(ask, priority);
      const message = refused.get(ask.surface);
      if (message === undefined || ask.credential.kind === "none") return exchange;
      return { ...exchange, answer: null, failure: { kind: "not-sent", message } };
    },
  };
}
