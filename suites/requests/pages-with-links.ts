import type { Operation } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { type CheckContext, type RequestChoices, skip } from "../model/check.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf, rotatedStyle } from "../model/rotation.ts";
import { ordinary, request, withoutParameters } from "./ordinary-requests.ts";

/** A list of links in the responses of `/topics`. */
export type LinkList = "navigation_links" | "subtopic_links";

/** Two topics that the specification names; the one that differs from the sample is the other topic. */
export const namedTopics: readonly [string, string] = ["TECHNOLOGY", "BUSINESS"];

/** Whether responses at the version of a cell list such links. */
export const listsLinks = (name: string, { requiredMembers }: Operation): boolean =>
  requiredMembers.includes(name);

/** The named topic that is not the sample. */
export function otherTopic({ cell, target }: CheckContext): string {
  const sample = target.samples(cell.surface).topic.toLowerCase();
  return namedTopics.find((topic) => topic.toLowerCase() !== sample) ?? namedTopics[0];
}

/**
 * The ordinary response with such links, `from`. The older versions list none, so they open those of the version that
 * is served by default; by turns those of another page, `page`, that other requirements ask for: of the other topic or,
 * for navigation links, of no topic. A server may make the links of each page in another way.
 */
export function pagesWithLinks(context: CheckContext, list: LinkList): RequestChoices {
  const { cell, contracts } = context;
  const { surface, endpoint } = cell;
  const listed = contracts.operations
    .filter((one) => one.surface === surface && one.endpoint === endpoint && listsLinks(list, one))
    .map(({ version }) => version);
  if (listed.includes(cell.version)) return { from: ordinary(context) };
  const [newest] = listed;
  const oldest = listed.at(-1);
  if (newest === undefined || oldest === undefined)
    skip(`no version of this endpoint lists ${list}`);
  const isDefault = newest === contracts.defaultOf(surface, endpoint);
  const version = isDefault ? defaultVersion : newest;
  const from = ordinary({ ...context, cell: { ...cell, version } });
  // Of the oldest, so that a version that is added changes no request of the older ones.
  const auth = rotatedStyle(contracts, { ...cell, version: oldest });
  const other = { ...context, cell: { ...cell, version: oldest, auth } };
  if (columnOf(contracts, cell) % 2 === 0)
    return list === "subtopic_links" ? { from } : { from, page: withoutParameters(other) };
  const topic = parameterName(other, "topics", "topic");
  return topic === null ? { from } : { from, page: request(other, [[topic, otherTopic(context)]]) };
}
