import { describeValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import { entries, member } from "./json.ts";

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

const normal = (text: string): string => text.trim().toLowerCase();

function linksIn(exchange: Exchange, { list, id }: NamedLinks): readonly Link[] {
  return entries(member(bodyServed(exchange), list)).flatMap((entry, index) => {
    const [value, name] = [member(entry, id), member(entry, "name")];
    if (typeof value !== "string" || typeof name !== "string" || name.trim() === "") return [];
    const path = `/${list}/${index}/${id}`;
    return [{ id: value, name: normal(name), path, exchange: exchange.id }];
  });
}

/** A page that one link opens, by its identifier. */
interface Opened {
  readonly id: string;
  readonly title: string;
  readonly exchange: string;
}

/** A topic is opened alone; a subtopic may be requested with its topic. */
function openedIn(exchange: Exchange, { parameter }: NamedLinks): readonly Opened[] {
  const title = member(bodyServed(exchange), "title");
  const [name, id] = exchange.spec.query.at(-1) ?? [];
  if (typeof title !== "string" || name !== parameter || id === undefined) return [];
  return [{ id, title: normal(title), exchange: exchange.id }];
}

/** The fewest different titles: one page may stand for several topics, such as that of all news. */
const fewest = 2;

/**
 * Expects that links do not open the pages of other links of their list: those whose names are the titles of the pages.
 * Pages whose titles are not names of links show nothing.
 * @param pages responses that have the list
 * @param opened responses to requests for a topic or subtopic, at the same version
 */
export function expectNamedPages(
  pages: readonly Exchange[],
  opened: readonly Exchange[],
  links: NamedLinks,
): readonly Found[] {
  const titles = new Map(
    opened.flatMap((one) => openedIn(one, links)).map((one) => [one.id, one] as const),
  );
  const all = new Map(
    pages.flatMap((page) => linksIn(page, links)).map((link) => [`${link.id} ${link.name}`, link]),
  );
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
