import { describeValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import { entries, member } from "./json.ts";

/** Two links may lead to one page, or have one name in different groups. */
const fewest = 3;

const textsOf = (links: readonly unknown[], name: string): readonly string[] =>
  links.map((link) => {
    const value = member(link, name);
    return typeof value === "string" ? value.trim().toLowerCase() : "";
  });

/**
 * Expects that the links of a list neither all have one identifier while their names differ, nor all one name, which
 * may be blank, while their identifiers differ.
 * @param list the member with the links
 * @param id the member of a link with its identifier
 */
export function expectDistinctLinks(page: Exchange, list: string, id: string): readonly Found[] {
  const links = entries(member(bodyServed(page), list));
  if (links.length < fewest) return [];
  const names = [id, "name"] as const;
  return names.flatMap((same, index): readonly Found[] => {
    const other = names[1 - index] ?? id;
    const [first, ...more] = new Set(textsOf(links, same));
    const distinct = new Set(textsOf(links, other)).size;
    if (first === undefined || more.length > 0 || distinct < fewest) return [];
    const shown = describeValue(member(links[0], same));
    return [
      {
        path: `/${list}/*/${same}`,
        expected: `a ${same} of its own for each link, since ${other} differs`,
        actual: `${shown} in all ${links.length} links`,
        exchange: page.id,
      },
    ];
  });
}
