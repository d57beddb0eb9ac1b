import type { Catalogue } from "../contracts/catalogue.ts";
import { authStyles, type Surface } from "../contracts/words.ts";
import type { Exchange } from "../harness/exchange.ts";
import { ordinary, ping } from "./asks.ts";
import { cellsOf } from "./cells.ts";
import type { CheckContext, Need } from "./check.ts";
import type { Subject } from "./subject.ts";

/** The endpoint of each surface that is cheapest to ask with a key. */
const cheap: Readonly<Record<Surface, string>> = {
  aggregator: "/search",
  news: "/info/topics",
};

/** Ping, then one cheap cell per auth style. */
export function smokeNeeds(
  surface: Surface,
  subject: Subject,
  contracts: Catalogue,
): { readonly ping: Need; readonly keyed: readonly Need[] } {
  const at = (endpoint: string): CheckContext => {
    const filter = { endpoints: [endpoint], default: "only" as const };
    const cell = cellsOf(subject, contracts, filter, "none").find((c) => c.surface === surface);
    if (cell === undefined) throw new Error(`the ${surface} surface has no ${endpoint}`);
    return { cell, subject, contracts };
  };
  const place = at(cheap[surface]);
  return {
    ping: ping(at("/ping")),
    keyed: authStyles.map((auth) => ordinary({ ...place, cell: { ...place.cell, auth } })),
  };
}

/**
 * `go`: worth going on. `refused`: the key is, in every style, which says more of the key than of the
 * server, so that nothing that needs a key can be judged. `hopeless`: go no further, and judge what
 * is there.
 */
export type SmokeVerdict =
  | { readonly kind: "go" }
  | { readonly kind: "refused" | "hopeless"; readonly message: string };

/** What the first answers of a surface say about the rest of the run. */
export function judgeSmoke(
  surface: Surface,
  baseUrl: string,
  pinged: Exchange,
  keyed: readonly Exchange[],
): SmokeVerdict {
  const all = [pinged, ...keyed];
  if (all.every(({ answer }) => answer === null)) {
    const reason = pinged.failure?.message ?? "no answer";
    return { kind: "hopeless", message: `nothing answers at ${baseUrl}: ${reason}` };
  }
  const statuses = keyed.map(({ answer }) => answer?.status);
  if (statuses.every((status) => status === 401 || status === 403)) {
    const variable = `${surface.toUpperCase()}_API_KEY`;
    return {
      kind: "refused",
      message:
        `the ${surface} surface refuses the key in all three styles (${[...new Set(statuses)].join(", ")}): ` +
        `is ${variable} a live key of this product, and ${baseUrl} the right base URL?`,
    };
  }
  if (all.some(({ answer }) => answer?.status === 200 && answer.json.ok)) return { kind: "go" };
  return {
    kind: "hopeless",
    message:
      `no answer at ${baseUrl} looks like the ${surface} surface (ping: ${outline(pinged)}): ` +
      "is the base URL right, with its path prefix?",
  };
}

function outline({ answer, failure }: Exchange): string {
  if (answer === null) return failure?.message ?? "no answer";
  return `${answer.status} ${answer.headers["content-type"] ?? "without a content type"}`;
}
