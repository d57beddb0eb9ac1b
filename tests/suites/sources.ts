import type { FailureKind } from "../../contracts/vocabulary.ts";
import type { Answer, Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";

/** What a made-up server answers; null where it closes the connection. */
export interface MadeUpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a made-up server fails to answer. */
export interface MadeUpFailure {
  readonly failure: FailureKind;
}

export type MadeUp = MadeUpAnswer | MadeUpFailure | null;

/** An exchange with a made-up answer, for judging without a server. */
export function madeUpExchange(spec: RequestSpec, made: MadeUp): Exchange {
  const answer: Answer | null = made === null || "failure" in made ? null : answerFrom(made);
  const kind = made !== null && "failure" in made ? made.failure : "reset";
  const failure = answer === null ? { kind, message: "connection closed" } : null;
  const id = exchangeId(spec);
  const { surface, endpoint, version } = spec;
  return {
    id,
    spec,
    answer,
    failure,
    sentAt: Date.now(),
    receivedAt: Date.now(),
    recorded: {
      id,
      surface,
      endpoint,
      version,
      curl: "",
      request: { method: "GET", url: endpoint, headers: acceptOf(spec) },
      response: answer === null ? null : recordedOf(answer),
      failure,
      attempts: 1,
      startedAt: new Date(0).toISOString(),
      durationMs: 0,
    },
  };
}

function acceptOf({ negotiation }: RequestSpec): Record<string, string> {
  const accept = negotiation?.accept ?? null;
  return accept === null ? {} : { accept };
}

function answerFrom({ status, headers = {}, body }: MadeUpAnswer): Answer {
  return { status, headers, body: new TextEncoder().encode(body), json: parsed(body) };
}

function recordedOf({ status, headers, body }: Answer): Exchange["recorded"]["response"] {
  const text = new TextDecoder().decode(body);
  return { status, headers, body: text, bytes: body.length, truncated: false };
}

function parsed(text: string): Answer["json"] {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}

/** A source that answers every request by a function. */
export function madeUpSource(answer: (spec: RequestSpec) => MadeUp): ExchangeSource {
  return { exchange: async (spec) => madeUpExchange(spec, answer(spec)) };
}
