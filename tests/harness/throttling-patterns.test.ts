import { describe, expect, it } from "vitest";
import { mostTimeouts } from "../../harness/http/circuit-breaker.ts";
import { createGate, gateBehind } from "../../harness/http/gate.ts";
import { createPacing } from "../../harness/http/pacing.ts";
import type { Reply } from "../../harness/http/reply.ts";
import { createEventTime } from "./event-time.ts";

/**
 * A server decides by the number of the request, the time, what of the plan is requested, and how many others
 * are in flight.
 */
interface Asked {
  readonly nth: number;
  readonly others: number;
  readonly now: number;
  readonly index: number;
}
type Server = (asked: Asked) => number | "hang";
type Headers = Readonly<Record<string, string>>;

const patienceMs = 60_000;
const timeoutMs = 2000;
const fastMs = 10;
/** About the requests of a full run to one surface. */
const planned = 570;

const endpoints = ["/search", "/topics", "/geolocation"];

/** A signal of which nothing comes. */
const never = new AbortController().signal;

interface Options {
  readonly answerMs?: number;
  /** How long a refusal takes. */
  readonly refusalMs?: number;
  readonly retries?: number;
  /** The endpoint of each request. */
  readonly endpointOf?: (index: number) => number;
}

/** The requests of a real plan come one endpoint after the other. */
function grouped(index: number): number {
  return Math.floor((index * endpoints.length) / planned);
}

function interleaved(index: number): number {
  return index % endpoints.length;
}

async function run(
  server: Server,
  headers: Headers,
  { answerMs = fastMs, refusalMs = fastMs, retries = 2, endpointOf = interleaved }: Options = {},
) {
  const time = createEventTime();
  const started = time.now();
  const surface = createGate(patienceMs);
  const gates = endpoints.map((path) => gateBehind(surface, path));
  const pacing = createPacing({ concurrency: 8, rate: null, retries }, time);
  let sent = 0;
  let inFlight = 0;
  const send = async (index: number): Promise<Reply> => {
    sent += 1;
    const status = server({ nth: sent, now: time.now(), index, others: inFlight });
    const sentAt = time.now();
    const took = () => ({ sentAt, receivedAt: time.now() });
    if (status === "hang") {
      await time.wait(timeoutMs, never);
      const failure = { kind: "timeout", message: "no answer" } as const;
      return { kind: "failed", failure, suspicion: null, ...took() };
    }
    inFlight += 1;
    await time.wait(status === 200 ? answerMs : refusalMs, never);
    inFlight -= 1;
    const sentHeaders = status === 200 ? {} : headers;
    return { kind: "answered", status, headers: sentHeaders, body: new Uint8Array(), ...took() };
  };
  const all = await time.until(
    Promise.all(
      Array.from({ length: planned }, (_, index) =>
        pacing.run(() => send(index), "normal", gates[endpointOf(index)] ?? surface),
      ),
    ),
  );
  const replies = all.map(({ reply }) => reply);
  return {
    seconds: (time.now() - started) / 1000,
    sent,
    answered: replies.filter((reply) => reply.kind === "answered" && reply.status === 200).length,
    reasons: new Set(
      replies.flatMap((reply) =>
        reply.kind === "failed" && reply.failure.kind === "not-sent" ? [reply.failure.message] : [],
      ),
    ),
  };
}

/** As many in flight as it answers; what is refused is in flight until that is received. */
function together(count: number, refusal: number): () => Server {
  return () =>
    ({ others }) =>
      others >= count ? refusal : 200;
}

function quota(count: number, windowMs = 1000, refusal = 429): Server {
  let begun = Number.NEGATIVE_INFINITY;
  let used = 0;
  return ({ now }) => {
    if (now - begun >= windowMs) {
      begun = now;
      used = 0;
    }
    used += 1;
    return used > count ? refusal : 200;
  };
}

const times: readonly (readonly [string, Headers])[] = [
  ["without a time", {}],
  ["at once", { "retry-after": "0" }],
  ["in a second", { "retry-after": "1" }],
  ["in seven seconds", { "retry-after": "7" }],
  ["in a day", { "retry-after": "86400" }],
  ["in 1e308 seconds", { "retry-after": "9".repeat(308) }],
  ["at a date", { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 30)).toUTCString() }],
  ["at a date of the past", { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }],
  ["in negative seconds", { "retry-after": "-5" }],
];

const patterns: readonly (readonly [string, () => Server])[] = [
  ["429 for ever", () => inTurn(429)],
  ["429 at every second request", () => inTurn(200, 429)],
  ["429 at every third request", () => inTurn(200, 200, 429)],
  ["429 at every tenth request", () => inTurn(...Array(9).fill(200), 429)],
  ["429 at every twentieth request", () => inTurn(...Array(19).fill(200), 429)],
  ["429 at two of three requests", () => inTurn(200, 429, 429)],
  ["429 at nine of ten requests", () => inTurn(200, ...Array(9).fill(429))],
  ["429 at one endpoint", () => onlyWhere(({ index }) => index % endpoints.length === 1)],
  ["429 for one of five keys", () => onlyWhere(({ index }) => index % 5 === 1)],
  ["429 late", () => onlyWhere(({ nth }) => nth > 500)],
  ["429 after a limit of 20 a second", lateAfterQuota],
  ["429 and some timeouts", someTimeouts],
  ["503 for ever", () => inTurn(503)],
  ["503 at every second request", () => inTurn(200, 503)],
  ["503 at every tenth request", () => inTurn(...Array(9).fill(200), 503)],
  ["503 at one endpoint", () => onlyWhere(({ index }) => index % endpoints.length === 1, 503)],
  ["503 for one of five keys", () => onlyWhere(({ index }) => index % 5 === 1, 503)],
  ["503 late", () => onlyWhere(({ nth }) => nth > 300, 503)],
  ["503 and 429 in turn", () => inTurn(200, 503, 429)],
  ["a quota of 3 a second", () => quota(3)],
  ["a quota of 30 a minute", () => quota(30, 60_000)],
];

function inTurn(...statuses: readonly number[]): Server {
  return ({ nth }) => statuses[nth % statuses.length] ?? 200;
}

function onlyWhere(throttles: (asked: Asked) => boolean, refusal = 429): Server {
  return (asked) => (throttles(asked) ? refusal : 200);
}

/** As many as until the endpoints would be given up. */
function someTimeouts(): Server {
  let left = mostTimeouts * endpoints.length;
  return ({ nth }) => {
    if (nth % 3 === 1 && left > 0) {
      left -= 1;
      return "hang";
    }
    return nth % 3 === 0 ? 429 : 200;
  };
}

function lateAfterQuota(): Server {
  const before = quota(20);
  let answers = 0;
  return (asked) => {
    const status = before(asked);
    if (status === 200) answers += 1;
    return answers > 500 ? 429 : status;
  };
}

describe.each(patterns)("a server with %s", (_, server) => {
  it.each(times)(
    "that asks to come again %s ends a run within its patience",
    async (__, headers) => {
      const { seconds, reasons } = await run(server(), headers);
      // Also what is not waiting: the answers, timeouts, and the gaps between them.
      expect(seconds).toBeLessThan(server === someTimeouts ? 100 : 80);
      for (const reason of reasons) expect(reason).toMatch(/throttle/);
    },
  );
});

const slowPatterns: readonly (readonly [string, () => Server, Options])[] = [
  ["429 for ever", () => inTurn(429), {}],
  ["429 late", () => onlyWhere(({ nth }) => nth > 200), {}],
  ["429 at every second request", () => inTurn(200, 429), {}],
  ["429 at every second request, with slow answers", () => inTurn(200, 429), { answerMs: 1900 }],
  ["429 at every third request", () => inTurn(200, 200, 429), {}],
  ["429 for one of five keys", () => onlyWhere(({ index }) => index % 5 === 1), {}],
  ["429 at all but one endpoint", () => onlyWhere(({ index }) => grouped(index) > 0), {}],
  ["429, 502 and 504 at three of five requests", () => inTurn(200, 429, 502, 504, 200), {}],
  ["429, 503, 502 and 504 at four of five requests", () => inTurn(200, 429, 503, 502, 504), {}],
  [
    "429 at one of ten requests, and 504 at half",
    () => inTurn(200, 504, 200, 504, 429, 504, 200, 504, 200, 504),
    {},
  ],
];

describe.each(slowPatterns)("a server with slow %s", (_, server, options) => {
  it.each(times)("that asks to come again %s ends within the patience", async (__, headers) => {
    for (const endpointOf of [interleaved, grouped]) {
      const how = { ...options, refusalMs: 1900, endpointOf };
      const { seconds, reasons } = await run(server(), headers, how);
      expect(seconds).toBeLessThan(80);
      for (const reason of reasons) expect(reason).toMatch(/throttle/);
    }
  });
});

const limits: readonly (readonly [string, (refusal: number) => () => Server])[] = [
  ["20 requests a second", (refusal) => () => quota(20, 1000, refusal)],
  ["10 requests a second", (refusal) => () => quota(10, 1000, refusal)],
  ["two in flight", (refusal) => together(2, refusal)],
  ["one in flight", (refusal) => together(1, refusal)],
];

/** A 429 that says "come again at once" is asked again at once, and so takes more requests. */
const askedAtOnce: readonly (readonly [string, Options])[] = [
  ["429", {}],
  ["slow 429", { refusalMs: 300 }],
  ["slow 429 and slow answers", { refusalMs: 300, answerMs: 300 }],
];

// One or two slow answers at a time would take minutes.
describe.each(limits.slice(0, 2))("a server that answers more than %s", (_, limit) => {
  it.each(askedAtOnce)("with a %s that says at once is judged to the end", async (__, options) => {
    for (const endpointOf of [interleaved, grouped]) {
      const how = { ...options, endpointOf };
      const { answered } = await run(limit(429)(), { "retry-after": "0" }, how);
      expect(answered).toBe(planned);
    }
  });
});

const asked: readonly (readonly [string, number, Headers, number])[] = [
  ["429 without a time", 429, {}, fastMs],
  ["429 that says in a second", 429, { "retry-after": "1" }, fastMs],
  ["429 without a time, and is slow", 429, {}, 200],
  ["503 without a time", 503, {}, fastMs],
  ["503 that says at once", 503, { "retry-after": "0" }, fastMs],
  ["503 that says in a second", 503, { "retry-after": "1" }, fastMs],
  ["503 without a time, and is slow", 503, {}, 200],
  ["503 that says at once, and is slow", 503, { "retry-after": "0" }, 200],
];

describe.each(limits)("a server that answers more than %s", (_, limit) => {
  it.each(asked)(
    "with a %s is judged to the end, with a tenth more requests",
    async (__, refusal, headers, answerMs) => {
      for (const endpointOf of [interleaved, grouped]) {
        const { answered, sent } = await run(limit(refusal)(), headers, { answerMs, endpointOf });
        expect(answered).toBe(planned);
        expect(sent).toBeLessThanOrEqual(1.1 * planned);
      }
    },
  );
});

describe.each<readonly [string, Headers]>([
  ["no time", {}],
  ["no wait", { "retry-after": "0" }],
  ["a second", { "retry-after": "1" }],
])("a 503 with %s that is no throttling", (_, headers) => {
  it.each<readonly [string, (index: number) => boolean]>([
    ["one request", (index) => index === 7],
    ["the first request", (index) => index === 0],
    ["one endpoint", (index) => index % endpoints.length === 1],
    ["one of five requests", (index) => index % 5 === 1],
    ["all but one endpoint", (index) => index % endpoints.length !== 1],
  ])("at %s leaves the others judged", async (__, isBroken) => {
    const broken = Array.from({ length: planned }, (_, index) => isBroken(index));
    const server: Server = ({ index }) => (broken[index] ? 503 : 200);
    const { answered, reasons, seconds } = await run(server, headers);
    expect([...reasons]).toEqual([]);
    expect(answered).toBe(broken.filter((one) => !one).length);
    expect(seconds).toBeLessThan(80);
  });

  it.each([3, 10, 20])("at every request no. %i is repeated", async (every) => {
    const { answered, reasons } = await run(({ nth }) => (nth % every === 0 ? 503 : 200), headers);
    expect([...reasons]).toEqual([]);
    // One in 27 is met by it three times.
    expect(answered).toBeGreaterThanOrEqual(0.9 * planned);
  });
});

const orders = [
  ["interleaved with others", interleaved],
  ["all in a row", grouped],
] as const;

describe.each(orders)("requests to an endpoint that throttles alone, %s", (_, endpointOf) => {
  const server = onlyWhere(({ index }) => endpointOf(index) === 1);

  it.each(times)("and asks to come again %s: it is given up alone", async (__, headers) => {
    const { answered, reasons, seconds } = await run(server, headers, { endpointOf });
    expect(answered).toBe((planned * 2) / 3);
    for (const reason of reasons)
      expect(reason).toBe("not sent, since /topics throttles (429) while other endpoints answer");
    expect(seconds).toBeLessThan(40);
  });

  it.each(times)("slowly, and asks to come again %s: so it is", async (__, headers) => {
    const how = { refusalMs: 1900, endpointOf };
    const { answered, seconds } = await run(server, headers, how);
    expect(answered).toBe((planned * 2) / 3);
    expect(seconds).toBeLessThan(60);
  });
});

it.each([
  [2, 5],
  [7, 8],
])(
  "a request that is throttled each time is sent, with %i retries, %i times in all",
  async (retries, most) => {
    let asked = 0;
    const server: Server = ({ index }) => {
      if (index !== 7) return 200;
      asked += 1;
      return 429;
    };
    await run(server, {}, { retries });
    expect(asked).toBe(most);
  },
);

it("says what was waited for when the patience is spent", async () => {
  const { reasons, answered } = await run(inTurn(200, 429), { "retry-after": "1" });
  expect([...reasons]).toEqual([
    "not sent, since the surface throttled (429 or 503) until the total waiting time of 60 s was used up",
  ]);
  expect(answered).toBeGreaterThan(30);
});
