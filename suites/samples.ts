import type { Catalogue } from "../contracts/catalogue.ts";
import { isObject } from "../contracts/json.ts";
import type { Surface } from "../contracts/words.ts";
import type { Samples } from "../harness/configuration/types.ts";
import type { Exchange, ExchangeSource } from "../harness/exchange.ts";
import { ordinary, role, withoutParameters } from "./asks.ts";
import { cellsOf } from "./cells.ts";
import type { CheckContext } from "./check.ts";
import { fetchNeed } from "./judge.ts";
import { entries, member } from "./matchers/json.ts";
import { itemsOf } from "./matchers/success-envelope.ts";
import type { Subject } from "./subject.ts";
import { operationOf } from "./success.ts";

/** A word that is worth searching for: letters only, and not one of the short ones that join others. */
const telling = /\p{L}{5,}/u;

/**
 * Samples that this server has something for, where the ordinary search of the smoke step found
 * nothing: a word from the headline of an item that the server lists of itself, and a topic that one
 * of its navigation links names. Without these most requirements on items could not be judged.
 * @param smoke the answers of the smoke step's cheap cell
 * @returns what takes the place of the configured samples; nothing where the search had hits
 */
export async function samplesWithHits(
  surface: Surface,
  smoke: readonly Exchange[],
  subject: Subject,
  contracts: Catalogue,
  source: ExchangeSource,
): Promise<Partial<Samples>> {
  if (surface !== "aggregator") return {};
  const search = contextAt("/search", subject, contracts);
  if (!smoke.every((exchange) => isEmpty(exchange, search))) return {};
  const listed = await fetchNeed(withoutParameters(search), source, "follow-up");
  return {
    ...queryFrom(listed, search),
    ...(await topicFrom(listed, contextAt("/topics", subject, contracts), source)),
  };
}

function contextAt(endpoint: string, subject: Subject, contracts: Catalogue): CheckContext {
  const filter = {
    endpoints: [endpoint],
    generation: ["metadata-and-errors"],
    default: "without",
  } as const;
  const [cell] = cellsOf(subject, contracts, filter, "turns");
  if (cell === undefined) throw new Error(`there is no cell at ${endpoint}`);
  return { cell, subject, contracts };
}

function bodyOf({ answer }: Exchange): unknown {
  return answer?.status === 200 && answer.json.ok ? answer.json.value : undefined;
}

/** Whether the answer is a good one that lists nothing. */
function isEmpty(exchange: Exchange, context: CheckContext): boolean {
  const body = bodyOf(exchange);
  return isObject(body) && itemsOf(body, operationOf(context)).length === 0;
}

function queryFrom(listed: Exchange, context: CheckContext): Partial<Samples> {
  const titles = itemsOf(bodyOf(listed), operationOf(context)).map((item) => member(item, "title"));
  for (const title of titles) {
    const word = typeof title === "string" ? telling.exec(title)?.[0] : undefined;
    if (word !== undefined) return { query: word.toLowerCase() };
  }
  return {};
}

async function topicFrom(
  listed: Exchange,
  context: CheckContext,
  source: ExchangeSource,
): Promise<Partial<Samples>> {
  if (role(context, "topics", "topic") === null) return {};
  if (!isEmpty(await fetchNeed(ordinary(context), source, "follow-up"), context)) return {};
  const links = entries(member(bodyOf(listed), "navigation_links"));
  const ids = links.map((link) => member(link, "topic_id"));
  const topic = ids.find((id) => typeof id === "string");
  return topic === undefined ? {} : { topic };
}
