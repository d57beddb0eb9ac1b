import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { inProcess } from "../judging/in-process.ts";
import { createReferenceJudge } from "../judging/reference-judge.ts";
import { compositionOf } from "./compose.ts";
import { createExhaustiveJudge } from "./exhaustive-judge.ts";
import type { Composition } from "./mutation.ts";

/** A server that no check failed, although some response differs from that of the healthy server. */
export interface Survivor {
  readonly number: number;
  readonly shape: string;
  readonly sentences: readonly string[];
  /** Requirements that it breaks when judged exhaustively; empty if a person has to decide. */
  readonly breaks: readonly string[];
  /** A response that differs, and that of the healthy server. */
  readonly example: {
    readonly curl: string;
    readonly healthy: RecordedExchange["response"];
    readonly changed: RecordedExchange["response"];
  };
}

/** What became of random servers. */
export interface AdversaryScore {
  readonly seed: number;
  readonly tries: number;
  /** Some check failed. */
  readonly killed: number;
  /** No response of a run differs, so there was nothing to see. */
  readonly unseen: number;
  readonly survivors: readonly Survivor[];
  /** Numbers of servers on which the suite had a defect. */
  readonly defects: readonly number[];
}

export interface AdversaryOptions {
  readonly seed: number;
  readonly tries: number;
  readonly onTry?: (done: number, survivors: number) => void;
  /** Called as soon as a server has survived: a long run may be stopped. */
  readonly onSurvivor?: (survivor: Survivor) => void;
  /** The server with a number; random ones by default. */
  readonly compose?: (seed: number, number: number) => Composition;
}

/**
 * Judges servers with random compositions of mutations, in this process. Those that survive are judged
 * again exhaustively. The same seed gives the same servers.
 */
export async function runAdversary({
  seed,
  tries,
  onTry = () => {},
  onSurvivor = () => {},
  compose = compositionOf,
}: AdversaryOptions): Promise<AdversaryScore> {
  const reference = await createReferenceJudge(inProcess);
  const healthy = new Map(reference.healthy.traffic.map((one) => [one.id, one]));
  const exhaustive = await createExhaustiveJudge();
  const survivors: Survivor[] = [];
  const defects: number[] = [];
  let killed = 0;
  let unseen = 0;
  for (let number = 0; number < tries; number += 1) {
    const composition = compose(seed, number);
    const { results, traffic } = await reference.judge(composition.deviations());
    const outcomes = new Set(results.map(({ outcome }) => outcome));
    const different = traffic.find((one) => differs(one, healthy.get(one.id)));
    if (outcomes.has("error")) defects.push(number);
    else if (outcomes.has("fail") || outcomes.has("warn")) killed += 1;
    else if (different === undefined) unseen += 1;
    else {
      const survivor = {
        number,
        shape: composition.shape,
        sentences: composition.mutations.map(({ sentence }) => sentence),
        breaks: await exhaustive.judge(composition.deviations()),
        example: {
          curl: different.curl,
          healthy: healthy.get(different.id)?.response ?? null,
          changed: different.response,
        },
      };
      survivors.push(survivor);
      onSurvivor(survivor);
    }
    onTry(number + 1, survivors.length);
  }
  return { seed, tries, killed, unseen, survivors, defects };
}

/** What two responses to the same request may always differ in. */
const ofTheMoment = /"(?:id|timestamp|took_ms)":(?:"[^"]*"|\d+)/g;

function differs(one: RecordedExchange, healthy: RecordedExchange | undefined): boolean {
  // A request that depends on a response was not sent to the healthy server.
  if (healthy === undefined) return false;
  const [now, then] = [one.response, healthy.response];
  if (now === null || then === null) return now !== then;
  const body = (text: string) => text.replace(ofTheMoment, "");
  return (
    now.status !== then.status ||
    now.headers["content-type"] !== then.headers["content-type"] ||
    body(now.body) !== body(then.body)
  );
}
