import type { Catalogue } from "../../contracts/catalogue.ts";
import { authStyles, type FailureKind, type Surface } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { keyVariable } from "../../harness/requests/key-names.ts";
import { fetchChoice } from "../engine/fetching.ts";
import { isKeyRefused } from "../matchers/answer.ts";
import {
  describeForeign,
  describeOtherSurface,
  isMissing,
  isOfService,
  surfaceOfPing,
} from "../matchers/foreign-answers.ts";
import { cellsOf } from "../model/cells.ts";
import type { CheckContext, RequestChoice } from "../model/check.ts";
import type { Target } from "../model/target.ts";
import { ordinary, ping } from "../requests/ordinary-requests.ts";

/**
 * Inexpensive protected endpoints of each surface: the first is requested in every style, the others once
 * if neither ping nor the first responds like this service, or at all, or if the first refuses the key.
 */
const cheap: Readonly<Record<Surface, readonly [string, ...string[]]>> = {
  aggregator: ["/search", "/topics", "/geolocation"],
  news: ["/info/topics", "/info/countries", "/search/publishers"],
};

interface SmokeRequests {
  readonly ping: RequestChoice;
  readonly keyed: readonly RequestChoice[];
  /** Requested before the run concludes that another service responds, that nothing does, or that the key is wrong. */
  readonly further: readonly RequestChoice[];
}

/** Ping, then one cheap cell per auth style. */
export function smokeRequests(
  surface: Surface,
  target: Target,
  contracts: Catalogue,
): SmokeRequests {
  const at = (endpoint: string): CheckContext => {
    const filter = { endpoints: [endpoint], default: "only" as const };
    const cell = cellsOf(target, contracts, filter, "rotated").find((c) => c.surface === surface);
    if (cell === undefined) throw new Error(`the ${surface} surface has no ${endpoint}`);
    return { cell, target, contracts };
  };
  const [first, ...others] = cheap[surface];
  const place = at(first);
  return {
    ping: ping(at("/ping")),
    keyed: authStyles.map((auth) => ordinary({ ...place, cell: { ...place.cell, auth } })),
    further: others.map((endpoint) => ordinary(at(endpoint))),
  };
}

/**
 * `go`: the run continues. `refused`: the key is refused in every style, which is probably a problem of
 * the key, so nothing that needs a key can be judged. `silent`: nothing responds. `foreign`: another
 * service responds. In the last two cases nothing is judged, since every failure would be false.
 */
export type SmokeVerdict =
  | { readonly kind: "go" }
  | { readonly kind: "refused" | "silent" | "foreign"; readonly message: string };

/** The exchanges of a surface's smoke step. */
export interface Smoke {
  readonly pinged: Exchange;
  /** The first protected endpoint, in each style. */
  readonly keyed: readonly Exchange[];
  readonly further: readonly Exchange[];
}

/**
 * Sends the smoke step of a surface: ping and one endpoint in every style, and two further endpoints if
 * none of these responds like this service, or at all, or if the key is refused.
 */
export async function trySurface(
  surface: Surface,
  target: Target,
  contracts: Catalogue,
  source: ExchangeSource,
): Promise<{ readonly verdict: SmokeVerdict; readonly smoke: Smoke }> {
  const requests = smokeRequests(surface, target, contracts);
  const fetched = (all: readonly RequestChoice[]) =>
    Promise.all(all.map((choice) => fetchChoice(choice, source, "follow-up")));
  const [pinged, keyed] = await Promise.all([
    fetchChoice(requests.ping, source, "follow-up"),
    fetched(requests.keyed),
  ]);
  const smoke = { pinged, keyed, further: [] };
  const verdict = judgeSmoke(surface, smoke, contracts);
  const isOpen =
    ["foreign", "refused"].includes(verdict.kind) ||
    (verdict.kind === "silent" && isReached(smoke));
  if (!isOpen) return { verdict, smoke };
  const more = { ...smoke, further: await fetched(requests.further) };
  return { verdict: judgeSmoke(surface, more, contracts), smoke: more };
}

/** Failures of a whole host, not of some of its endpoints. */
const ofTheHost: ReadonlySet<FailureKind> = new Set(["refused", "dns", "tls", "proxy", "not-sent"]);

/** Failures of a response that came. */
const ofWhatCame: ReadonlySet<FailureKind> = new Set(["malformed", "too-large"]);

/** Whether some request may have reached the server, so that other endpoints may respond. */
function isReached({ pinged, keyed }: Smoke): boolean {
  return [pinged, ...keyed].some(({ failure }) => failure !== null && !ofTheHost.has(failure.kind));
}

/** Decides from the smoke step of a surface how the run continues. */
export function judgeSmoke(
  surface: Surface,
  { pinged, keyed, further }: Smoke,
  contracts: Catalogue,
): SmokeVerdict {
  const all = [pinged, ...keyed, ...further];
  if (all.every(({ answer }) => answer === null)) {
    const unreadable = all.find(({ failure }) => failure !== null && ofWhatCame.has(failure.kind));
    const reason = (unreadable ?? pinged).failure?.message ?? "no response";
    const base = pinged.recorded.request.url.replace(/\/ping$/, "");
    const said = unreadable
      ? `the response from ${base} can't be read`
      : `nothing responds at ${base}`;
    return { kind: "silent", message: `${said}: ${reason}` };
  }
  const told = surfaceOfPing(pinged, contracts);
  const isServed = [...keyed, ...further].some(
    (exchange) => exchange.answer?.status === 200 && isOfService(exchange, contracts),
  );
  if (told !== null && told !== surface && !isServed) {
    return { kind: "foreign", message: describeOtherSurface(surface, told, pinged) };
  }
  // A server that asks for a key before it looks at the path refuses ping at a wrong prefix. Only a request with the
  // valid key shows that nothing is there.
  const isNowhere =
    isKeyRefused(pinged.answer) &&
    [...keyed, ...further].every(({ answer }) => answer !== null && isMissing(answer.status));
  if (isNowhere || !all.some((exchange) => isOfService(exchange, contracts))) {
    return { kind: "foreign", message: describeForeign(surface, all) };
  }
  if (isServed || !keyed.every(({ answer }) => isKeyRefused(answer))) return { kind: "go" };
  const statuses = keyed.map(({ answer }) => answer?.status);
  const variable = keyVariable(surface);
  return {
    kind: "refused",
    message:
      `the ${surface} surface refuses the key in all three styles (${[...new Set(statuses)].join(", ")}): ` +
      `${variable} must be a live key of this product`,
  };
}
