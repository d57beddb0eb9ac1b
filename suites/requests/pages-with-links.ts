import type { Operation } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { columnOf } from "../engine/cells.ts";
import { type CheckContext, type RequestChoices, skip } from "../engine/check.ts";
import { withHeader } from "../engine/operation.ts";
import { ordinary, request, role, withoutParameters } from "./ordinary-requests.ts";

/** A list of links in the responses of `/topics`. */
export type LinkList = "navigation_links" | "subtopic_links";

/** Two topics that the specification names; the one that differs from the sample is the other topic. */
export const namedTopics = ["TECHNOLOGY", "BUSINESS"] as const;

/** Whether responses at the version of a cell list such links. */
export const lists = (name: string, { requiredMembers }: Operation): boolean =>
  requiredMembers.includes(name);

/** The cell, or where its answers list no such links a version of its endpoint whose answers do. */
function withLinks(context: CheckContext, list: LinkList): CheckContext {
  const { cell, contracts } = context;
  const { surface, endpoint } = cell;
  const listed = contracts.operations.filter(
    (one) => one.surface === surface && one.endpoint === endpoint && lists(list, one),
  );
  if (listed.some(({ version }) => version === cell.version)) return context;
  const [newest] = listed;
  if (newest === undefined) skip(`no version of this endpoint lists ${list}`);
  const isDefault = newest.version === contracts.defaultOf(surface, endpoint);
  const version = isDefault ? defaultVersion : newest.version;
  return { ...context, cell: { ...cell, version } };
}

/** The named topic that is not the sample. */
export function otherTopic({ cell, target }: CheckContext): string {
  const sample = target.samples(cell.surface).topic.toLowerCase();
  return namedTopics.find((topic) => topic.toLowerCase() !== sample) ?? namedTopics[0];
}

/**
 * The ordinary response with such links, `from`. The older versions list none, so they open those of the newest; by
 * turns those of another page, `page`, that other requirements ask for: of the other topic or, for navigation links,
 * of no topic. A server may make the links of each page in another way.
 */
export function pagesWithLinks(context: CheckContext, list: LinkList): RequestChoices {
  const own = withLinks(context, list);
  const from = ordinary(own);
  if (own === context) return { from };
  const newest = withHeader(own);
  if (columnOf(context.contracts, context.cell) % 2 === 0)
    return list === "subtopic_links" ? { from } : { from, page: withoutParameters(newest) };
  const topic = role(newest, "topics", "topic");
  return topic === null
    ? { from }
    : { from, page: request(newest, [[topic, otherTopic(context)]]) };
}
