import { type Barrier, createBarrier } from "../http/barrier.ts";
import type { SendOptions } from "../http/client.ts";
import { memberBefore, requestsOf } from "./request-group.ts";
import { canonicalGroup, type RequestGroup, type RequestSpec } from "./request-spec.ts";

/** How a member of a group is sent. */
export interface MemberSending {
  /** The connection that it shares with its group. */
  readonly connection?: NonNullable<SendOptions["connection"]>;
  /** Awaited right before it is sent for the first time: until the others may be sent as well. */
  readonly hold?: () => Promise<void>;
}

/** Has the members of groups sent in their order, or at once. */
export interface GroupTurns {
  /** Runs the sending of a request when it is its turn; at once where it is in no group. */
  run<T>(spec: RequestSpec, send: (how: MemberSending) => Promise<T>): Promise<T>;
}

/** A group for whose sending there is a turn. */
interface Turn {
  /** Where its requests wait for each other. */
  readonly barrier: Barrier;
  /** Settled when the group before it is done: two that wait for each other would wait for ever. */
  readonly begins: Promise<unknown>;
}

/**
 * @param exchange of another member: who asks for one of a group that takes turns has all of it sent
 * @param quiet resolves when nothing is under way but groups that are to be sent alone
 * @param concurrency how many requests may be under way
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
  };
}
