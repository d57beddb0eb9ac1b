import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type Judgement, notOwed, skip } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import { entries, member } from "./json.ts";

/** All topics may share a subtopic, such as the latest news. */
const fewest = 2;

function subtopicsOf(page: Exchange): readonly string[] {
  const ids = entries(member(bodyServed(page), "subtopic_links")).map((link) =>
    member(link, "subtopic_id"),
  );
  return [...new Set(ids.filter((id) => typeof id === "string"))].toSorted();
}

/**
 * Expects that the pages of different topics do not all link to the same subtopics. Pages with fewer than two of them show
 * nothing.
 * @param pages of different topics at one version
 */
export function expectOwnSubtopics(pages: readonly Exchange[]): Judgement {
  const listed = pages
    .map((page) => ({ page, ids: subtopicsOf(page) }))
    .filter(({ ids }) => ids.length >= fewest);
  const [first, second] = listed;
  if (pages.length === 0) skip("no topic was served");
  if (first === undefined || second === undefined) {
    return notOwed("fewer than two of the topics have several subtopics");
  }
  const same = ({ ids }: typeof first) => ids.join("\n") === first.ids.join("\n");
  if (!listed.every(same)) return [];
  return [
    {
      path: "/subtopic_links/*/subtopic_id",
      expected: "the subtopics of this topic",
      actual: `the same ${first.ids.length} as for another topic`,
      exchange: second.page.id,
      beside: first.page.id,
    },
  ];
}
