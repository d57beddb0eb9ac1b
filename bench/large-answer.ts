import { isObject } from "../contracts/json.ts";
import { answerFrom } from "../harness/exchanges/answer.ts";
import type { Exchange } from "../harness/exchanges/exchange.ts";
import { createReplaySource } from "../harness/exchanges/replay-source.ts";
import { judge } from "../suites/engine/judge.ts";
import { type RecordedReference, recordReference } from "../teeth/mutants/recorded-reference.ts";

/** Of each, the response that most checks look at. */
const places = [
  { surface: "aggregator", endpoint: "/search" },
  { surface: "aggregator", endpoint: "/topics" },
  { surface: "aggregator", endpoint: "/geolocation" },
  { surface: "news", endpoint: "/search/publishers" },
  { surface: "news", endpoint: "/info/countries" },
  { surface: "news", endpoint: "/info/topics" },
] as const;

const totals: ReadonlySet<string> = new Set(["total_hits", "totalHits", "total"]);
/** A list of so many items has nearly as many values as a body may have. */
const items = 5000;
const rounds = 15;
const aim = 5;

/**
 * The processor time in which all checks judge one large response, over that in which `JSON.parse` reads it. The time that they
 * take for a small one, which is about their other responses, is subtracted.
 */
export async function benchLargeAnswer(): Promise<void> {
  const reference = await recordReference();
  for (const { surface, endpoint } of places) {
    const exchange = mostJudged(reference, surface, endpoint);
    const small = withItems(exchange, 1);
    const large = withItems(exchange, items);
    const text = new TextDecoder().decode(large);
    let parse = Number.POSITIVE_INFINITY;
    let few = Number.POSITIVE_INFINITY;
    let many = Number.POSITIVE_INFINITY;
    // The least of several rounds: whatever else the machine does only adds to it.
    for (let round = 0; round < rounds; round += 1) {
      parse = Math.min(parse, await milliseconds(() => JSON.parse(text)));
      few = Math.min(few, await milliseconds(() => judgeWith(reference, exchange, small)));
      many = Math.min(many, await milliseconds(() => judgeWith(reference, exchange, large)));
    }
    console.log(
      `checks of ${items} items of ${endpoint} / JSON.parse: ${((many - few) / parse).toFixed(1)} (aim: at most ${aim})`,
    );
  }
}

function mostJudged(
  { exchanges, checks }: RecordedReference,
  surface: string,
  endpoint: string,
): Exchange {
  const uses = ({ id }: Exchange) => checks.filter((check) => check.exchanges.has(id)).length;
  const [most] = [...exchanges.values()]
    .filter(
      ({ spec, answer }) =>
        spec.surface === surface && spec.endpoint === endpoint && answer?.status === 200,
    )
    .sort((one, other) => uses(other) - uses(one));
  if (most === undefined) throw new Error(`no response of ${endpoint}`);
  return most;
}

/** The body of a response whose lists have so many entries, with totals that count them. */
function withItems({ answer }: Exchange, count: number): Uint8Array {
  if (answer === null || !answer.json.ok || !isObject(answer.json.value))
    throw new Error("no body");
  const grown = Object.entries(answer.json.value).map(([name, value]) => [
    name,
    Array.isArray(value) && value.some(isObject)
      ? Array.from({ length: count }, (_, index) => value[index % value.length])
      : value,
  ]);
  const text = JSON.stringify(Object.fromEntries(grown), (name, value) =>
    totals.has(name) ? count : value,
  );
  return new TextEncoder().encode(text);
}

async function judgeWith(
  { recorded, checks }: RecordedReference,
  { id }: Exchange,
  body: Uint8Array,
): Promise<void> {
  const source = createReplaySource(recorded, (exchange) =>
    exchange.id === id && exchange.answer !== null
      ? { ...exchange, answer: answerFrom(200, exchange.answer.headers, body) }
      : exchange,
  );
  for (const { planned, exchanges } of checks) {
    if (!exchanges.has(id)) continue;
    const { outcome, message } = await judge(planned, source);
    if (outcome === "error") throw new Error(message);
  }
}

/** Of the processor, since a busy machine would interrupt the longer action only. */
async function milliseconds(action: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
