import { setImmediate as nextTurn } from "node:timers/promises";
import {
  defaultVersion,
  type RecordedExchange,
  type Surface,
  surfaces,
} from "../../contracts/vocabulary.ts";
import { createBodyLimit } from "../http/body-limit.ts";
import { type Client, createClient, maxBodyBytes } from "../http/client.ts";
import { type CookieJar, createCookieJar } from "../http/cookie-jar.ts";
import type { Gate } from "../http/gate.ts";
import { createPacing, type Paced, type Priority } from "../http/pacing.ts";
import { isTimeout, notSent, type Reply } from "../http/reply.ts";
import { createSurfaceLine, type SurfaceLine } from "../http/surface-line.ts";
import { buildRequest, type WireRequest } from "../requests/request.ts";
import {
  canonicalRequest,
  carriesKey,
  noCredential,
  type RequestSpec,
} from "../requests/request-spec.ts";
import { createRedactor, mostSearchMs, type Redact } from "../secrets/redaction.ts";
import { secretsOf } from "../secrets/secrets.ts";
import type { Configuration, Keys } from "../settings/types.ts";
import { realTime, type Time } from "../time.ts";
import { createDroppedRequests, type DroppedRequests, type Sent } from "./dropped-requests.ts";
import type { Exchange, ExchangeSource } from "./exchange.ts";
import { createGroupTurns, type MemberSending } from "./group-turns.ts";
import { createHeldBodies } from "./held-bodies.ts";
import { createRecorder } from "./record.ts";
import { revokeAtConsole, revokeTimeout, runRevokeCommand } from "./revocation.ts";

export interface LiveSource extends ExchangeSource {
  /**
   * From now on nothing is sent to this surface: every waiting or later request ends as `not-sent` with
   * this reason. Requests in flight are awaited. This can't be undone.
   */
  stop(surface: Surface, reason: string): void;
  /** The number of requests sent so far, including retries. */
  readonly requests: number;
  /** The number of exchanges requested so far, including those still waiting. */
  readonly asked: number;
  /** Removes every secret of this run from a text. */
  readonly redact: Redact;
  /** Stops both surfaces and drops all connections. */
  close(): Promise<void>;
}

export interface LiveSourceOptions {
  readonly configuration: Pick<Configuration, "surfaces" | "network">;
  readonly keys: Keys;
  /** The maximum number of exchanges; further ones end as `not-sent`. Retries are not counted. */
  readonly budget?: number | null;
  /** Called once for every exchange, when it is complete. */
  readonly onExchange?: (recorded: RecordedExchange) => void;
  /** For tests. */
  readonly time?: Time;
  readonly client?: Client;
}

/** The state of one surface. */
interface Line {
  readonly state: SurfaceLine;
  readonly dropped: DroppedRequests;
  /** Exchanges in flight that do not have to come after the revocation. */
  readonly beforeRevocation: Set<Promise<Exchange>>;
  readonly cookies: CookieJar;
  /** Those for whose end a group that is sent alone has to wait. */
  readonly company: Set<Promise<Exchange>>;
  /** Those whose connection is used again after the revocation. */
  readonly justBefore: Set<Promise<Exchange>>;
  /** Resolves to null once the key is revoked, otherwise to the reason why it is not. */
  revocation: Promise<string | null> | null;
  revocationBegun: boolean;
}

/**
 * The source that sends requests to the target. Equal request specs share one exchange.
 *
 * @throws UsageError if a proxy variable is not a URL
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { configuration, keys, onExchange, budget = null, time = realTime } = options;
  const { network } = configuration;
  const redact = createRedactor(secretsOf(configuration, keys), mostSearchMs);
  const bodies = createHeldBodies();
  const recorder = createRecorder(redact, Object.keys(network.headers), bodies);
  const client = options.client ?? createClient(network);
  const pacing = createPacing(network, time);
  const limit = createBodyLimit(network.concurrency, maxBodyBytes);
  const lines: Readonly<Record<Surface, Line>> = {
    aggregator: newLine("aggregator"),
    news: newLine("news"),
  };
  const exchanges = new Map<string, Promise<Exchange>>();
  const closing = new AbortController();
  const turns = createGroupTurns((spec) => exchange(spec), quiet, network.concurrency);
  let requests = 0;
  /** Requests sent alone that had no response in time. Each of them holds up every other request. */
  let timeoutsAlone = 0;
  /** Settled when no revoke command is running: they run one after the other. */
  let lastRevocation: Promise<unknown> = Promise.resolve();

  /** The remaining revoke commands and the time that they have left. */
  const revoking = {
    commands: surfaces.filter(
      (surface) => configuration.surfaces[surface]?.revoke && keys[surface].revocable !== null,
    ).length,
    patienceMs: network.patienceMs,
  };

  function surfaceOf(surface: Surface) {
    const found = configuration.surfaces[surface];
    if (found === undefined) throw new Error(`the ${surface} surface is not tested`);
    return found;
  }

  function newLine(surface: Surface): Line {
    const ping: RequestSpec = {
      surface,
      endpoint: "/ping",
      version: defaultVersion,
      credential: noCredential,
      query: [],
    };
    const state = createSurfaceLine(
      () => buildRequest(ping, surfaceOf(surface), keys, network.headers),
      (request) => send(request, "follow-up", state.gate, true),
      network,
    );
    return {
      state,
      dropped: createDroppedRequests(state.gate, state.probe, time),
      cookies: createCookieJar(),
      beforeRevocation: new Set(),
      company: new Set(),
      justBefore: new Set(),
      revocation: null,
      revocationBegun: false,
    };
  }

  async function send(
    request: WireRequest,
    priority: Priority,
    gate: Gate,
    freshConnection = false,
    { connection, hold }: MemberSending = {},
  ): Promise<Sent> {
    let dropped = 0;
    const once = async (how: { readonly freshConnection: boolean }) => {
      if (hold !== undefined) await held(hold(), gate);
      const sendIt = async (): Promise<Reply> => {
        if (gate.reason !== null) return notSent(gate.reason, time.now());
        requests += 1;
        return client.send(request, { ...how, ...(connection && { connection }) });
      };
      const reply = await (hold === undefined ? limit.send(sendIt) : limit.sendAtOnce(sendIt));
      if (reply.kind === "failed" && reply.failure.kind === "reset") dropped += 1;
      return reply;
    };
    const paced = await pacing.run(once, priority, gate, freshConnection);
    return { ...paced, dropped };
  }

  /**
   * Waits until the other requests of a group can be sent too: until the responses to everything in flight have
   * arrived, which may take as long as the server takes. Not if the server throttles, or the surface is stopped.
   */
  async function held(others: Promise<void>, gate: Gate): Promise<void> {
    const come = new AbortController();
    others.then(() => come.abort());
    const latest = time.now() + (network.rate === null ? network.timeoutMs : longestHoldAtRateMs);
    while (!come.signal.aborted && !gate.throttle.isMetering && gate.reason === null) {
      if (time.now() >= latest) return;
      await time.wait(holdTurnMs, come.signal);
    }
  }

  async function make(spec: RequestSpec, priority: Priority): Promise<Exchange> {
    const surface = surfaceOf(spec.surface);
    const line = lines[spec.surface];
    const request = buildRequest(spec, surface, keys, network.headers, line.cookies.header());
    const hindrance = await obstacle(spec, line);
    if (hindrance !== null) turns.leave(spec);
    const paced: Paced =
      hindrance === null
        ? await turns.run(spec, (how) => transmit(spec, request, priorityOf(spec, priority), how))
        : { reply: notSent(hindrance, time.now()), attempts: 0 };
    // Undici reuses a connection in the turn after its response. This response is judged in the turn after that, while
    // the next request is in flight.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    line.cookies.keep(spec, paced.reply);
    const exchange = recorder.record(spec, surface, paced);
    onExchange?.(exchange.recorded);
    return exchange;
  }

  async function transmit(
    spec: RequestSpec,
    request: WireRequest,
    priority: Priority,
    how: MemberSending,
  ): Promise<Paced> {
    const { state, dropped } = lines[spec.surface];
    const isAlone = spec.group?.of.order === "alone";
    if (isAlone && timeoutsAlone >= mostTimeoutsAlone) {
      const reason = `not sent, since ${timeoutsAlone} requests timed out although nothing else was in flight`;
      return { reply: notSent(reason, time.now()), attempts: 0 };
    }
    const noted = async (sending: Promise<Sent>): Promise<Sent> => {
      const sent = await sending;
      if (isAlone && isTimeout(sent.reply)) timeoutsAlone += 1;
      const further = await state.note(spec, request, sent);
      return { ...sent, attempts: sent.attempts + further };
    };
    return dropped.run({
      place: spec.endpoint,
      // A gateway may silently drop requests that are not GET, which says nothing about the service behind
      // it.
      owesAnswer: request.method === "GET",
      first: () => noted(send(request, priority, state.gateOf(spec.endpoint), false, how)),
      again: () => noted(send(request, "follow-up", state.gate, true)),
    });
  }

  /** Why a request can't be sent; null if it can. Waits for a revocation if the request requires one. */
  async function obstacle(spec: RequestSpec, line: Line): Promise<string | null> {
    if (budget !== null && exchanges.size >= budget) return budgetSpent;
    if (spec.after === "revocation") {
      line.revocation ??= revoke(spec.surface, line);
      return line.revocation;
    }
    if (needsLiveRevocable(spec) && line.revocationBegun) {
      return "not sent, since the revocable key had already been revoked";
    }
    // A connection that is idle for seconds is closed.
    if (isJustBefore(spec)) await allSettled(({ beforeRevocation }) => beforeRevocation);
    return null;
  }

  async function revoke(surface: Surface, line: Line): Promise<string | null> {
    const { revoke: hook } = surfaceOf(surface);
    const key = keys[surface].revocable;
    if (hook === null || key === null) {
      throw new Error(`nothing can be revoked on the ${surface} surface`);
    }
    await allBeforeRevocation();
    const revocation = lastRevocation.then(async () => {
      revoking.commands -= 1;
      const { reason } = line.state.gate;
      if (reason !== null) return reason;
      line.revocationBegun = true;
      if (hook.console !== undefined) return revokeAtConsole(hook.console, key);
      const began = time.now();
      const failure = await runRevokeCommand(hook.command, key, redact, {
        timeoutMs: revokeTimeout(revoking.patienceMs, revoking.commands),
        folder: hook.folder,
        environment: hook.environment,
        signal: closing.signal,
      });
      revoking.patienceMs -= time.now() - began;
      return failure;
    });
    lastRevocation = revocation.catch(() => {});
    return revocation;
  }

  /**
   * Waits until both surfaces have responded to everything else. Both, since one console may serve both
   * products: if revoking one key affects others, unrelated checks must not suffer.
   */
  function allBeforeRevocation(): Promise<void> {
    return allSettled(
      ({ beforeRevocation, justBefore }) => new Set([...beforeRevocation, ...justBefore]),
    );
  }

  function quiet(): Promise<void> {
    return allSettled(({ company }) => company);
  }

  async function allSettled(ofLine: (line: Line) => ReadonlySet<Promise<Exchange>>) {
    const pending = () => Object.values(lines).flatMap((line) => [...ofLine(line)]);
    // A follow-up is requested in the turn of the event loop after its response.
    await nextTurn();
    for (let waiting = pending(); waiting.length > 0; waiting = pending()) {
      await Promise.allSettled(waiting);
      await nextTurn();
    }
  }

  function stop(surface: Surface, reason: string): void {
    lines[surface].state.stop(reason);
  }

  function exchange(spec: RequestSpec, priority: Priority = "normal"): Promise<Exchange> {
    const name = canonicalRequest(spec);
    const known = exchanges.get(name);
    if (known !== undefined) return known;
    const made = make(spec, priority);
    exchanges.set(name, made);
    if (spec.after === undefined) {
      const { beforeRevocation, company, justBefore } = lines[spec.surface];
      const isAlone = spec.group?.of.order === "alone";
      const others = isAlone ? [beforeRevocation] : [beforeRevocation, company];
      for (const underWay of isJustBefore(spec) ? [justBefore] : others) {
        underWay.add(made);
        const forget = () => underWay.delete(made);
        made.then(forget, forget);
      }
    }
    return made;
  }

  return {
    exchange,
    stop,
    get requests() {
      return requests;
    },
    get asked() {
      return exchanges.size;
    },
    redact,
    async close() {
      stop("aggregator", "not sent, since the run has ended");
      stop("news", "not sent, since the run has ended");
      closing.abort();
      await client.close();
      bodies.close();
    },
  };
}

/** Why a request is not sent if the budget of the run has no room for it. */
export const budgetSpent = "not sent, since the budget of this run is spent";

/**
 * The maximum time that a request waits for the others of its group where a rate is set: what is held back is then sent
 * together, and must not be more than the rate allows in a second.
 */
const longestHoldAtRateMs = 1000;

/** The number of timeouts of requests that are sent alone after which no more of them are sent. */
export const mostTimeoutsAlone = 5;

/** How often a request that waits looks whether it still has to. */
const holdTurnMs = 100;

/**
 * The rest of a group follows its first request at once, since the effect may be short-lived. A group that is sent
 * one by one begins before everything else, since it takes longest.
 */
function priorityOf({ group }: RequestSpec, priority: Priority): Priority {
  if (group === undefined) return priority;
  return group.of.order !== "alone" || group.position > 0 ? "follow-up" : priority;
}

/** Whether a request is followed by one after the revocation, on the same connection. */
function isJustBefore({ group, after }: RequestSpec): boolean {
  return after === undefined && group?.of.requests.some((one) => one.after !== undefined) === true;
}

function needsLiveRevocable({ credential }: RequestSpec): boolean {
  return carriesKey(credential, "revocable");
}
