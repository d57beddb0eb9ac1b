import { describeValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import { entries, member } from "./json.ts";
import { shortMark } from "./short-marks.ts";

/** A list of links, with the name of their identifiers and of the parameter that opens one. */
export interface NamedLinks {
  readonly list: string;
  readonly id: string;
  readonly parameter: string;
}

interface Link {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly exchange: string;
}

/** A page that one link opens, by its identifier. */
interface Opened {
  readonly parameter: string;
  readonly id: string;
  readonly title: string;
  readonly exchange: string;
}

const normal = (text: string): string => shortMark(text.trim().toLowerCase());

function linksIn(body: unknown, { list, id }: NamedLinks, exchange: string): readonly Link[] {
  return entries(member(body, list)).flatMap((entry, index) => {
    const [value, name] = [member(entry, id), member(entry, "name")];
    if (typeof value !== "string" || typeof name !== "string" || name.trim() === "") return [];
    const path = `/${list}/${index}/${id}`;
    return [{ id: shortMark(value), name: normal(name), path, exchange }];
  });
}

/** A topic is opened alone; a subtopic may be requested with its topic. */
function openedIn({ id: exchange, spec }: Exchange, body: unknown): readonly Opened[] {
  const title = member(body, "title");
  const [parameter, id] = spec.query.at(-1) ?? [];
  if (typeof title !== "string" || parameter === undefined || id === undefined) return [];
  return [{ parameter, id: shortMark(id), title: normal(title), exchange }];
}

/** The fewest different titles: one page may stand for several topics, such as that of all news. */
const fewest = 2;

/**
 * Expects that links do not open the pages of other links of their list: those whose names are the titles of the pages.
 * Pages whose titles are not names of links show nothing. Each body is looked at once, since reading a large one takes
 * long.
 * @param pages responses that have the lists
 * @param opened responses to requests for a topic or subtopic, at the same version
 */
export function expectNamedPages(
  pages: readonly Exchange[],
  opened: readonly Exchange[],
  lists: readonly NamedLinks[],
): readonly Found[] {
  const titles = opened.flatMap((exchange) => openedIn(exchange, bodyServed(exchange)));
  const linked = pages.map((exchange) => {
    const body = bodyServed(exchange);
    return lists.map((links) => linksIn(body, links, exchange.id));
  });
  return lists.flatMap(({ parameter }, index) =>
    expectOwnTitles(
      linked.flatMap((ofPage) => ofPage[index] ?? []),
      titles.filter((page) => page.parameter === parameter),
    ),
  );
}

function expectOwnTitles(links: readonly Link[], opened: readonly Opened[]): readonly Found[] {
  const titles = new Map(opened.map((one) => [one.id, one]));
  const all = new Map(links.map((link) => [`${link.id} ${link.name}`, link]));
  const known = [...all.values()];
  const told = known.flatMap((link) => {
    const page = titles.get(link.id);
    if (page === undefined) return [];
    const isOwn = known.some(({ id, name }) => id === link.id && name === page.title);
    const isOther = known.some(({ id, name }) => id !== link.id && name === page.title);
    return isOwn || isOther ? [{ link, page, isOwn }] : [];
  });
  const other = told.filter(({ isOwn }) => !isOwn);
  const [example] = other;
  const different = new Set(other.map(({ page }) => page.title)).size;
  if (example === undefined || different < fewest || 2 * other.length <= told.length) return [];
  const { link, page } = example;
  return [
    {
      path: link.path,
      expected: `the identifier of ${describeValue(link.name)}`,
      actual: `that of a page with the title ${describeValue(page.title)}, the name of another link`,
      exchange: link.exchange,
      beside: page.exchange,
    },
  ];
}
