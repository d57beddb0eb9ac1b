import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { notSent } from "../http/reply.ts";
import { exchangeId, type RequestSpec } from "../requests/request-spec.ts";
import { answerFrom } from "./answer.ts";
import type { Answer, Exchange, ExchangeSource } from "./exchange.ts";

/** Why there is no response where a recording has none. No run gives these reasons. */
export const missingReasons = {
  exchange: "not recorded: the recording lacks this exchange",
  rest: "the recording has only the beginning of this body",
} as const;

/**
 * Returns a changed copy of an exchange, to find out which check detects the change. Must not modify the
 * exchange itself.
 */
export type Mutate = (exchange: Exchange) => Exchange;

/**
 * The source that looks exchanges up in a recording. Responses are rebuilt and parsed on first use, and
 * shared by all sources over the same recording, so thousands of mutants cost little more than their
 * mutations.
 *
 * @param recorded must not change afterwards
 */
export function createReplaySource(
  recorded: readonly RecordedExchange[],
  mutate: Mutate = (exchange) => exchange,
): ExchangeSource {
  const byId = indexOf(recorded);
  const exchanges = new Map<string, Promise<Exchange>>();
  return {
    exchange(spec) {
      const id = exchangeId(spec);
      let exchange = exchanges.get(id);
      if (exchange === undefined) {
        const found = byId.get(id);
        exchange = Promise.resolve(
          found === undefined ? missing(spec, id) : mutate(rebuild(spec, found)),
        );
        exchanges.set(id, exchange);
      }
      return exchange;
    },
  };
}

const indices = new WeakMap<readonly RecordedExchange[], ReadonlyMap<string, RecordedExchange>>();

function indexOf(recorded: readonly RecordedExchange[]): ReadonlyMap<string, RecordedExchange> {
  let index = indices.get(recorded);
  if (index === undefined) {
    index = new Map(recorded.map((exchange) => [exchange.id, exchange]));
    indices.set(recorded, index);
  }
  return index;
}

const answers = new WeakMap<RecordedExchange, Answer>();

function rebuild(spec: RequestSpec, recorded: RecordedExchange): Exchange {
  const { id, response, startedAt, durationMs } = recorded;
  const sentAt = Date.parse(startedAt);
  const truncated = response?.truncated === true;
  return {
    id,
    spec,
    // A truncated body would be judged as malformed JSON.
    answer: response === null || truncated ? null : recordedAnswer(recorded, response),
    failure: truncated ? { kind: "not-sent", message: missingReasons.rest } : recorded.failure,
    sentAt,
    receivedAt: sentAt + durationMs,
    recorded,
  };
}

function recordedAnswer(
  recorded: RecordedExchange,
  response: NonNullable<RecordedExchange["response"]>,
): Answer {
  let answer = answers.get(recorded);
  if (answer === undefined) {
    const body =
      response.raw === undefined
        ? new TextEncoder().encode(response.body)
        : Buffer.from(response.raw, "base64");
    answer = answerFrom(response.status, response.headers, body);
    answers.set(recorded, answer);
  }
  return answer;
}

function missing(spec: RequestSpec, id: string): Exchange {
  const { failure, sentAt, receivedAt } = notSent(missingReasons.exchange, 0);
  return {
    id,
    spec,
    answer: null,
    failure,
    sentAt,
    receivedAt,
    recorded: {
      id,
      surface: spec.surface,
      endpoint: spec.endpoint,
      version: spec.version,
      curl: "",
      request: { method: spec.method ?? "GET", url: spec.endpoint, headers: {} },
      response: null,
      failure,
      attempts: 0,
      startedAt: new Date(sentAt).toISOString(),
      durationMs: 0,
    },
  };
}
