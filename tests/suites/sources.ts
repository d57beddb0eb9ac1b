import { type Ask, exchangeId } from "../../harness/ask.ts";
import type { Answer, Exchange, ExchangeSource } from "../../harness/exchange.ts";

/** What a made-up server answers; null where it closes the connection. */
export interface MadeUpAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An exchange with a made-up answer, for judging without a server. */
export function madeUpExchange(ask: Ask, made: MadeUpAnswer | null): Exchange {
  const body = new TextEncoder().encode(made?.body ?? "");
  const answer: Answer | null =
    made === null
      ? null
      : { status: made.status, headers: made.headers ?? {}, body, json: parsed(made.body) };
  const failure = answer === null ? { kind: "reset" as const, message: "connection closed" } : null;
  const id = exchangeId(ask);
  const { surface, endpoint, version } = ask;
  return {
    id,
    ask,
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
      request: { method: "GET", url: endpoint, headers: {} },
      response: null,
      failure,
      attempts: 1,
      startedAt: new Date(0).toISOString(),
      durationMs: 0,
    },
  };
}

function parsed(text: string): Answer["json"] {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}

/** A source that answers every ask by a function. */
export function madeUpSource(answer: (ask: Ask) => MadeUpAnswer | null): ExchangeSource {
  return { exchange: async (ask) => madeUpExchange(ask, answer(ask)) };
}
