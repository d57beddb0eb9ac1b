import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { isFull } from "../../harness/configuration/matrix-choice.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { createReplaySource } from "../../harness/exchanges/replay-source.ts";
import { memberBefore } from "../../harness/requests/request-group.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { prepare } from "../../suites/session/prepare.ts";
import { isEndedFromOutside } from "../end-reasons.ts";
import { reachedChecks } from "../reached-checks.ts";
import { type Replayable, replayable } from "../report-configuration.ts";
import { reportedDescriptions } from "../reported-descriptions.ts";
import { leftOut, type RunOutcome } from "../run-checks.ts";

/** A run judged again from its recorded exchanges. */
export interface Replayed {
  readonly certified: RunOutcome;
  readonly surfaces: Replayable["configuration"]["surfaces"];
  /** Every request that the run must have made, by the id of its exchange. */
  readonly specs: ReadonlyMap<string, RequestSpec>;
  /** Ids of the exchanges that the plan needs, whatever the other responses are. */
  readonly planned: ReadonlySet<string>;
  /** Ids of the exchanges that decided how the run continued. */
  readonly tried: ReadonlySet<string>;
}

/** The recorded exchanges of a report. */
export function recordedIn({ exchanges }: Report): readonly RecordedExchange[] {
  return Object.entries(exchanges).map(([id, exchange]) => ({ id, ...exchange }));
}

/**
 * Plans and judges a run again, from its recording and its configuration. Sends nothing. Times are those
 * of the recording.
 * @throws UsageError if a pattern of the selection matches nothing
 */
export async function replay(
  report: Report,
  configuration: ReportConfiguration,
): Promise<Replayed> {
  const recorded = recordedIn(report);
  const known = await replayable(configuration);
  const specs = new Map<string, RequestSpec>();
  const recording = createReplaySource(recorded);
  const noting: ExchangeSource = {
    exchange(spec, priority) {
      specs.set(exchangeId(spec), spec);
      // Those before it in its group are sent too, whoever asks for them, unless the run ended before.
      for (let one = memberBefore(spec); one !== null; one = memberBefore(one)) {
        if (report.exchanges[exchangeId(one)] !== undefined) specs.set(exchangeId(one), one);
      }
      return recording.exchange(spec, priority);
    },
  };
  const prepared = await prepare(known.configuration, known.keys, noting);
  const { planned, source, problems, samples, tried } = prepared;
  const judged = await judgeAll(planned, source);
  const { checks, results } = reachedChecks({ checks: planned, results: judged });
  // A run that was ended from outside does not report what it had found.
  const endedOutside = isEndedFromOutside(report.ended);
  const unselected = leftOut(known.configuration, known.keys, checks);
  return {
    certified: {
      results,
      exchanges: recorded,
      interrupted: report.interrupted,
      partial: unselected.length > 0 || !isFull(known.configuration.matrix),
      unselected,
      problems: endedOutside ? [] : problems,
      ended: report.ended,
      samples: endedOutside ? [] : samples,
      descriptions: reportedDescriptions(known.configuration.surfaces, recorded),
      startedAt: new Date(report.startedAt),
      durationMs: report.durationMs,
    },
    surfaces: known.configuration.surfaces,
    specs,
    planned: new Set(planned.flatMap(({ requests }) => requests.map(exchangeId))),
    tried,
  };
}
