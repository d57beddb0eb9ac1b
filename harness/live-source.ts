import { setImmediate as nextTurn } from "node:timers/promises";
import type { RecordedExchange, Surface } from "../contracts/words.ts";
import { type Ask, canonicalAsk, carriesKey } from "./ask.ts";
import { afterExchange, type BreakerState, closedBreaker } from "./circuit-breaker.ts";
import { type Client, createClient } from "./client.ts";
import type { Configuration, Keys } from "./configuration/types.ts";
import type { Exchange, ExchangeSource } from "./exchange.ts";
import { createGate, type Gate } from "./gate.ts";
import { createPacing, type Paced, type Priority } from "./pacing.ts";
import { createRecorder } from "./record.ts";
import { createRedactor, type Redact, secretsOf } from "./redaction.ts";
import { notSent } from "./reply.ts";
import { buildRequest } from "./request.ts";
import { revokeAtConsole, runRevokeCommand } from "./revocation.ts";
import { realTime, type Time } from "./time.ts";

export interface LiveSource extends ExchangeSource {
  /**
   * From now on nothing is sent to this surface: every ask that is still waiting, and every later
   * one, ends as `not-sent` with this reason. What is in flight is awaited; there is no way back.
   */
  stop(surface: Surface, reason: string): void;
  /** Requests that have gone over the wire so far, retries included. */
  readonly requests: number;
  /** Takes every secret of this run out of a text. */
  readonly redact: Redact;
  /** Stops both surfaces and drops all connections. */
  close(): Promise<void>;
}

export interface LiveSourceOptions {
  readonly configuration: Pick<Configuration, "surfaces" | "network">;
  readonly keys: Keys;
  /** Called once for every exchange, when it is complete. */
  readonly onExchange?: (recorded: RecordedExchange) => void;
  /** For tests. */
  readonly time?: Time;
  readonly client?: Client;
}

/** Where one surface stands. */
interface Line {
  readonly gate: Gate;
  breaker: BreakerState;
  /** Stopped for good, unlike a gate that the breaker closed. */
  stopped: boolean;
  /** Exchanges under way that are not meant to come after the revocation. */
  readonly beforeRevocation: Set<Promise<Exchange>>;
  /** Resolves to null once the key is revoked, otherwise to why it is not. */
  revocation: Promise<string | null> | null;
  revocationBegun: boolean;
}

/**
 * The source that really asks the target. Equal asks share one exchange.
 *
 * @throws Error where a proxy variable holds no URL
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { configuration, keys, onExchange, time = realTime } = options;
  const { network } = configuration;
  const redact = createRedactor(secretsOf(configuration, keys));
  const recorder = createRecorder(redact, Object.keys(network.headers));
  const client = options.client ?? createClient(network);
  const pacing = createPacing(network, time);
  const lines: Readonly<Record<Surface, Line>> = { aggregator: newLine(), news: newLine() };
  const exchanges = new Map<string, Promise<Exchange>>();
  const closing = new AbortController();
  let requests = 0;
  /** Settled when no revoke command runs: they run one after the other. */
  let lastRevocation: Promise<unknown> = Promise.resolve();

  function surfaceOf(surface: Surface) {
    const found = configuration.surfaces[surface];
    if (found === undefined) throw new Error(`the ${surface} surface is not tested`);
    return found;
  }

  async function make(ask: Ask, priority: Priority): Promise<Exchange> {
    const surface = surfaceOf(ask.surface);
    const request = buildRequest(ask, surface, keys, network.headers);
    const line = lines[ask.surface];
    const hindrance = await obstacle(ask, line);
    const paced: Paced =
      hindrance === null
        ? await pacing.run(
            (how) => {
              requests += 1;
              return client.send(request, how);
            },
            priority,
            line.gate,
          )
        : { reply: notSent(hindrance, time.now()), attempts: 0 };
    const exchange = recorder.record(ask, surface, paced);
    noteAnswer(line, exchange);
    onExchange?.(exchange.recorded);
    return exchange;
  }

  /** Why an ask can't be sent at all; null where it can. Waits for a revocation where one is due. */
  async function obstacle(ask: Ask, line: Line): Promise<string | null> {
    if (ask.after === "revocation") {
      line.revocation ??= revoke(ask.surface, line);
      return line.revocation;
    }
    if (needsLiveRevocable(ask) && line.revocationBegun) {
      return "not sent, since the revocable key had been revoked by then";
    }
    return null;
  }

  async function revoke(surface: Surface, line: Line): Promise<string | null> {
    const { revoke: hook } = surfaceOf(surface);
    const key = keys[surface].revocable;
    if (hook === null || key === null) {
      throw new Error(`nothing can be revoked on the ${surface} surface`);
    }
    await allBeforeRevocation();
    const revocation = lastRevocation.then(() => {
      if (line.gate.reason !== null) return line.gate.reason;
      line.revocationBegun = true;
      return hook.console === undefined
        ? runRevokeCommand(hook.command, key, redact, { signal: closing.signal })
        : revokeAtConsole(hook.console, key);
    });
    lastRevocation = revocation.catch(() => {});
    return revocation;
  }

  /**
   * Until both surfaces have answered everything else. Both, since a console may serve both products: a
   * server on which revoking one key harms others must not spoil what has nothing to do with it.
   */
  async function allBeforeRevocation(): Promise<void> {
    const pending = () => Object.values(lines).flatMap((line) => [...line.beforeRevocation]);
    // What waits for an answer, such as a link to follow, asks in the turn after it.
    await nextTurn();
    for (let waiting = pending(); waiting.length > 0; waiting = pending()) {
      await Promise.allSettled(waiting);
      await nextTurn();
    }
  }

  function noteAnswer(line: Line, exchange: Exchange): void {
    // Gateways drop what is no GET without a word; that tells nothing of what stands behind them.
    if (exchange.answer === null && (exchange.ask.method ?? "GET") !== "GET") return;
    line.breaker = afterExchange(line.breaker, exchange.failure);
    if (line.stopped) return;
    if (line.breaker.reason === null) line.gate.open();
    else line.gate.close(line.breaker.reason);
  }

  function stop(surface: Surface, reason: string): void {
    const line = lines[surface];
    if (line.stopped) return;
    line.stopped = true;
    // The breaker may have closed it before, for another reason.
    line.gate.open();
    line.gate.close(reason);
  }

  return {
    exchange(ask, priority = "normal") {
      const name = canonicalAsk(ask);
      const known = exchanges.get(name);
      if (known !== undefined) return known;
      const made = make(ask, priority);
      exchanges.set(name, made);
      if (ask.after === undefined) {
        const { beforeRevocation } = lines[ask.surface];
        beforeRevocation.add(made);
        const forget = () => beforeRevocation.delete(made);
        made.then(forget, forget);
      }
      return made;
    },
    stop,
    get requests() {
      return requests;
    },
    redact,
    async close() {
      stop("aggregator", "not sent, since the run has ended");
      stop("news", "not sent, since the run has ended");
      closing.abort();
      await client.close();
    },
  };
}

function newLine(): Line {
  return {
    gate: createGate(),
    breaker: closedBreaker,
    stopped: false,
    beforeRevocation: new Set(),
    revocation: null,
    revocationBegun: false,
  };
}

function needsLiveRevocable({ credential }: Ask): boolean {
  return carriesKey(credential, "revocable");
}
