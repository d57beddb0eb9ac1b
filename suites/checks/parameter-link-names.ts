import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isServed, skipUnserved } from "../matchers/answer.ts";
import { expectDistinctLinks } from "../matchers/distinct-links.ts";
import { entries, member } from "../matchers/json.ts";
import { expectNamedPages } from "../matchers/named-links.ts";
import { isOpaqueId } from "../matchers/opaque-ids.ts";
import { cells, only } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
} from "../model/check.ts";
import { operationAsked, operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { ordinary } from "../requests/ordinary-requests.ts";
import { listsLinks } from "../requests/pages-with-links.ts";
import { successCheck } from "./success-check.ts";

/** The lists of links, with the meanings of the roles that open them; null if none does. */
const listsOfLinks: Readonly<Record<string, readonly [id: string, meaning: string | null]>> = {
  navigation_links: ["topic_id", "topic"],
  related_topics: ["topic_id", "topic"],
  subtopic_links: ["subtopic_id", "subtopic"],
  related_publications: ["publication_id", null],
};

const lists = Object.entries(listsOfLinks);

const hasLinks = (operation: Operation): boolean => listsLinks("navigation_links", operation);

/** What the links of a cell open, as far as other requests have opened it. */
function expectOwnNames(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const { endpoint, version } = operationOf(context);
  const served = Object.values(exchanges).filter(
    (one) =>
      isServed(one) &&
      one.spec.negotiation === undefined &&
      operationAsked(one.spec, context)?.version === version,
  );
  const pages = served.filter(({ spec }) => spec.endpoint === endpoint);
  if (pages.length === 0) skipUnserved();
  const opened = served.filter(({ spec }) => spec.endpoint === "/topics");
  const opening = lists.flatMap(([list, [id, meaning]]) => {
    const parameter = meaning === null ? null : parameterName(context, "topics", meaning);
    return parameter === null ? [] : [{ list, id, parameter }];
  });
  return expectNamedPages(pages, opened, opening);
}

/**
 * Expects that the identifiers of links are written as the parameters take them. A topic may have a name in place of
 * an opaque id.
 */
function expectIdsInForm(body: unknown, list: string, id: string): readonly Found[] {
  const mayBeNamed = id === "topic_id";
  return entries(member(body, list)).flatMap((link, index): readonly Found[] => {
    const value = member(link, id);
    // Other requirements report what is no text, and a blank one.
    if (typeof value !== "string" || value.trim() === "" || isOpaqueId(value)) return [];
    if (mayBeNamed && !isOpaqueId(value.trim().replace(/^caaq/i, "CAAq"))) return [];
    const expected = mayBeNamed
      ? "a named topic, or an opaque id that begins with CAAq"
      : "an opaque id that begins with CAAq";
    return [{ path: `/${list}/${index}/${id}`, expected, actual: describeValue(value) }];
  });
}

/** What links are called, and what they open. */
export const linkNameChecks: readonly Check[] = [
  // should · Navigation link, rows "navigation_links item", "related_topics item"; Navigation link,
  // "The topics response additionally carries"
  // The identifier of a link is that of the topic or subtopic that the link names.
  answersTogether("parameter.links-open-what-they-name", {
    where: only(
      cells(
        {
          endpoints: ["/search", "/topics"],
          default: "without",
          operation: hasLinks,
        },
        "none",
      ),
      ({ cell, contracts }) => contracts.operation(cell.surface, "/topics", cell.version) !== null,
    ),
    send: (context) => ({ first: ordinary(context) }),
    others: isServed,
    othersAt: ({ cell }) => [{ ...cell, endpoint: "/topics", auth: null }],
    expect: expectOwnNames,
  }),
  // should · Navigation link, rows "navigation_links item", "related_topics item",
  // "related_publications item"; Navigation link, "The topics response additionally carries"
  // The links of a list do not all have one name or one identifier.
  successCheck("parameter.links-differ", {
    operations: hasLinks,
    expect: (_, { exchange }) =>
      lists.flatMap(([list, [id]]) => expectDistinctLinks(exchange, list, id)),
  }),
  // should · Aggregator GET /topics, rows "topic id", "subtopic id"; Navigation link, row
  // "navigation_links item"; Navigation link, "The topics response additionally carries"
  // The identifiers of topic and subtopic links have the forms that the parameters of /topics take.
  successCheck("parameter.link-ids-in-form", {
    operations: hasLinks,
    expect: (body) =>
      lists.flatMap(([list, [id, meaning]]) =>
        meaning === null ? [] : expectIdsInForm(body, list, id),
      ),
  }),
];
