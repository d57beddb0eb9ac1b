import { type Barrier, createBarrier } from "../http/barrier.ts";
import type { SendOptions } from "../http/client.ts";
import { memberBefore, requestsOf } from "../requests/request-group.ts";
import { canonicalGroup, type RequestGroup, type RequestSpec } from "../requests/request-spec.ts";

/** How a request of a group is sent. */
export interface MemberSending {
  /** The connection that it shares with its group. */
  readonly connection?: NonNullable<SendOptions["connection"]>;
  /** Awaited right before it is sent for the first time: resolves when the others can be sent as well. */
  readonly hold?: () => Promise<void>;
}

/** Sends the requests of groups in their order, or together. */
export interface GroupTurns {
  /** Sends a request when it is its turn; at once if it is not in a group. */
  run<T>(spec: RequestSpec, send: (how: MemberSending) => Promise<T>): Promise<T>;
  /** A request is not sent, so that no other one waits for it. */
  leave(spec: RequestSpec): void;
}

/** A group that waits for its turn. */
interface Turn {
  /** The barrier at which its requests wait for each other. */
  readonly barrier: Barrier;
  /** Settled when the previous group is done; otherwise two groups could wait for each other forever. */
  readonly begins: Promise<unknown>;
}

/**
 * @param exchange requests another member: a request of a group that takes turns causes the whole group
 *   to be sent
 * @param quiet resolves when nothing is in flight except groups that are sent alone
 * @param concurrency maximum requests in flight
 */
export function createGroupTurns(
  exchange: (spec: RequestSpec) => Promise<unknown>,
  quiet: () => Promise<void>,
  concurrency: number,
): GroupTurns {
  const turns = new Map<string, Turn>();
  const last: Record<"alone" | "at-once", Promise<unknown>> = {
    alone: Promise.resolve(),
    "at-once": Promise.resolve(),
  };

  function turnOf(group: RequestGroup, order: keyof typeof last): Turn {
    const name = canonicalGroup(group);
    const known = turns.get(name);
    if (known !== undefined) return known;
    const begins = order === "alone" ? last.alone.then(quiet) : last[order];
    const turn = { barrier: createBarrier(group.requests.length, concurrency), begins };
    turns.set(name, turn);
    last[order] = Promise.allSettled(requestsOf(group).map(exchange));
    return turn;
  }

  async function sendTogether<T>(
    { barrier, begins }: Turn,
    send: (how: MemberSending) => Promise<T>,
  ): Promise<T> {
    await begins;
    let arrival: Promise<void> | null = null;
    const hold = () => {
      arrival ??= barrier.arrive();
      return arrival;
    };
    try {
      return await send({ hold });
    } finally {
      if (arrival === null) barrier.leave();
    }
  }

  return {
    async run(spec, send) {
      const { group } = spec;
      if (group === undefined) return send({});
      const { order } = group.of;
      if (order === "at-once") return sendTogether(turnOf(group.of, order), send);
      if (order === "alone") await turnOf(group.of, order).begins;
      const before = memberBefore(spec);
      if (before !== null) await exchange(before);
      const last = group.position === group.of.requests.length - 1;
      return send({ connection: { name: canonicalGroup(group.of), last } });
    },
    leave({ group }) {
      if (group?.of.order === "at-once") turnOf(group.of, group.of.order).barrier.leave();
    },
  };
}
