import { authStyles } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { bodyServed, isServed, successBody } from "../matchers/answer.ts";
import {
  expectDifferent,
  expectSomeDifferent,
  hasEnough,
  needEnough,
} from "../matchers/different-results.ts";
import { entries, member } from "../matchers/json.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { isOpaqueId } from "../matchers/opaque-ids.ts";
import { expectSomeNews } from "../matchers/opened-topics.ts";
import { expectServedLike } from "../matchers/served-like-control.ts";
import { hasSameKey } from "../matchers/served-with-key.ts";
import { type CellFilter, cells, only } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type Found,
  type Judgement,
  type NamedExchanges,
  type NotOwed,
  notOwed,
  type RequestChoice,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { operationOf, withoutHeader } from "../model/operation.ts";
import { needParameterName, parameterName } from "../model/parameter-names.ts";
import { sampleWith } from "../model/remedies.ts";
import { columnOf, rotate } from "../model/rotation.ts";
import { sendsMore } from "../model/turns.ts";
import {
  endsOf,
  firstOf,
  type Link,
  lastOf,
  linksIn,
  onPlan,
  requestsFor,
} from "../requests/links-to-open.ts";
import {
  atEndpoint,
  ordinary,
  request,
  unnamedRequest,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import {
  type LinkList,
  listsLinks,
  otherTopic,
  pagesWithLinks,
} from "../requests/pages-with-links.ts";

const topics: CellFilter = { endpoints: ["/topics"], default: "without" };

/** Whether topics can be opened at the version of a cell. */
const hasTopics = ({ cell, contracts }: Pick<CheckContext, "cell" | "contracts">): boolean =>
  contracts.operation(cell.surface, "/topics", cell.version) !== null;

/** The identifiers of the entries of a list, of which there is at least one. */
function idsIn(
  exchange: Exchange | undefined,
  context: CheckContext,
  list: string,
  name: string,
): readonly string[] {
  if (exchange === undefined) return [];
  const ids = entries(member(successBody(exchange), list))
    .map((entry) => member(entry, name))
    .filter((id) => typeof id === "string");
  if (ids.length > 0) return ids;
  return skip(
    `the response has no ${list} to follow`,
    sampleWith("links", atEndpoint(context, exchange.spec.endpoint)),
  );
}

/** The page whose links are opened: the other one, if there is one and it has links. */
function pageToOpen({ from, page }: NamedExchanges, list: LinkList): Exchange | undefined {
  const links =
    page === undefined || !isServed(page) ? [] : entries(member(bodyServed(page), list));
  return links.length > 0 ? page : from;
}

/** Prefix of the names of the ordinary topics without the header. */
const unnamed = "unnamed ";

/**
 * The ordinary topics without the header in each style, where links are opened without it: other requirements judge
 * them.
 */
function unnamedTopics(context: CheckContext): RequestChoices {
  const { cell } = atEndpoint(context, "/topics");
  const choices = authStyles.map((auth) => {
    const unnamedCell = withoutHeader({ ...context, cell: { ...cell, auth } });
    return [unnamed + auth, ordinary(unnamedCell)] as const;
  });
  return Object.fromEntries(choices);
}

/** Opens links without the version header, each in another style, in turns that begin with the given one. */
function openInTurns(
  links: readonly (readonly string[])[],
  context: CheckContext,
  first: number,
): readonly Link[] {
  const own = atEndpoint(context, "/topics");
  const name = needParameterName(context, "topics", "topic");
  return links.map((ids, index) => {
    const auth = rotate(authStyles, first + index);
    return ids.map((id) => unnamedRequest({ ...own, cell: { ...own.cell, auth } }, [[name, id]]));
  });
}

function expectLinksServed(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const withoutVersion = Object.entries(exchanges).flatMap(([name, one]) =>
    name.startsWith(unnamed) ? [one] : [],
  );
  const controls = [context.control, ...withoutVersion].filter((one) => one !== undefined);
  const links = linksIn(exchanges).filter((link) =>
    withoutVersion.every((one) => !hasSameKey(link, one) || isServed(one)),
  );
  const opened = onPlan(links);
  if (links.length > 0 && opened.length === 0) blocked(outsidePlan);
  return opened.flatMap((exchange) =>
    namingRequest(expectServedLike(exchange, controls, context), exchange),
  );
}

const outsidePlan =
  "every link that was opened was answered with 403, although the key is accepted: its topic may be outside the caller's plan";

/**
 * The topics that are tried: from `/search`, the first and last of the version's own list with an opaque id; from
 * `/topics`, the first and the last but one, so that three links can be compared; from the list of another version,
 * the first with an opaque id.
 */
function topicsToOpen(
  from: Exchange | undefined,
  context: CheckContext,
): readonly (readonly string[])[] {
  const ids = idsIn(from, context, "navigation_links", "topic_id");
  const opaque = ids.filter(isOpaqueId);
  if (!listsLinks("navigation_links", operationOf(context))) {
    return firstOf([...opaque, ...ids.filter((id) => !isOpaqueId(id))]);
  }
  if (context.cell.endpoint === "/search") return endsOf(opaque.length > 1 ? opaque : ids);
  const last = ids.length > 2 ? ids.slice(-1) : [];
  return endsOf(ids.slice(0, ids.length - last.length)).map((some) => [...some, ...last]);
}

/** The first subtopic link of the sample topic, requested with its topic and, if that is refused, alone. */
function subtopicWithTopic(from: Exchange | undefined, context: CheckContext): readonly Link[] {
  const subtopic = needParameterName(context, "topics", "subtopic");
  const name = parameterName(context, "topics", "topic");
  const sample = from?.spec.query[0]?.[1];
  const topic = name === null || sample === undefined ? undefined : ([name, sample] as const);
  const links = idsIn(from, context, "subtopic_links", "subtopic_id").map((id): RequestChoice => {
    const alone = request(context, [[subtopic, id]]);
    return topic === undefined ? alone : [request(context, [topic, [subtopic, id]]), alone];
  });
  return firstOf(links);
}

/**
 * The last subtopic link, requested without its optional topic, and without the header where that may be omitted. By
 * turns, at versions without links, the first one, which is requested with its topic too.
 */
function subtopicAlone(from: Exchange | undefined, context: CheckContext): readonly Link[] {
  const subtopic = needParameterName(context, "topics", "subtopic");
  const ids = idsIn(from, context, "subtopic_links", "subtopic_id");
  const isTurn = columnOf(context.contracts, context.cell) % 2 === 0;
  const isFirst = isTurn && !listsLinks("subtopic_links", operationOf(context));
  return (isFirst ? firstOf : lastOf)(ids.map((id) => unnamedRequest(context, [[subtopic, id]])));
}

/** Follows links in the ordinary response of the cell's topics, and judges the responses. */
function followed(
  requirement: string,
  follow: (from: Exchange | undefined, context: CheckContext) => readonly Link[],
  expect: TogetherCheck["expect"],
): TogetherCheck {
  return answersTogether(requirement, {
    control: ordinary,
    where: cells(topics, "rotated"),
    send: (context): RequestChoices => {
      needParameterName(context, "topics", "subtopic");
      if (!isFollowed(context)) return {};
      return { ...pagesWithLinks(context, "subtopic_links"), ...unnamedTopics(context) };
    },
    thenSend: (known, context) => requestsFor(follow(pageToOpen(known, "subtopic_links"), context)),
    expect,
  });
}

/**
 * Expects that a subtopic has a different result than its topic and, when requested alone, than a request without
 * parameters. One subtopic may have everything that its topic has, but not if another one has something else.
 */
function expectOtherSubtopic(
  { whole, otherWhole, bare, ...more }: NamedExchanges,
  context: CheckContext,
): readonly Found[] {
  const links = linksIn(more);
  const opened = onPlan(links);
  if (links.length > 0 && opened.length === 0) blocked(outsidePlan);
  const topic = parameterName(context, "topics", "topic");
  const all = opened.map((link) => {
    const own = sentValue(link.spec, topic);
    const isOther = otherWhole !== undefined && topicIn(otherWhole) === own;
    const others = own === undefined ? [whole, bare] : [isOther ? otherWhole : whole];
    const same = others.flatMap((other) => expectDifferent(other, link, context));
    return { link, same };
  });
  const different = all.filter(({ same }) => same.length === 0);
  const [first] = all;
  if (first === undefined) return [];
  if (different.length === 0) {
    needEnough(opened, context);
    return first.same;
  }
  const empty = expectSomeNews(opened, whole, context);
  if (empty.length > 0) return empty;
  const isOther = different.some(({ link }) => hasEnough(link, context));
  return all.flatMap(({ link, same }) => (isOther && hasEnough(link, context) ? same : []));
}

/** Whether subtopics are followed in a cell: where the matrix is reduced, only from its own links. */
const isFollowed = (context: CheckContext): boolean =>
  sendsMore(context) || listsLinks("subtopic_links", operationOf(context));

/** Opens the navigation links of a response at `/topics`. */
function navigated(requirement: string, expect: TogetherCheck["expect"]): TogetherCheck {
  return answersTogether(requirement, {
    opens: "/topics",
    control: (context) => ordinary(atEndpoint(context, "/topics")),
    where: only(
      cells({ endpoints: ["/search", "/topics"], default: "without" }, "rotated"),
      (context) =>
        context.cell.endpoint === "/topics" ||
        (listsLinks("navigation_links", operationOf(context)) && hasTopics(context)),
    ),
    send: (context) => {
      needParameterName(context, "topics", "topic");
      return { ...pagesWithLinks(context, "navigation_links"), ...unnamedTopics(context) };
    },
    thenSend: (known, context) => {
      const ids = topicsToOpen(pageToOpen(known, "navigation_links"), context);
      if (context.cell.endpoint === "/search") return requestsFor(openInTurns(ids, context, 0));
      const name = needParameterName(context, "topics", "topic");
      return requestsFor(ids.map((some) => some.map((id) => request(context, [[name, id]]))));
    },
    // The topics that other requirements ask for may be those of links.
    others: isTopicOnly,
    othersAt: ({ cell }) => [{ ...cell, endpoint: "/topics", auth: null }],
    expect,
  });
}

/**
 * Two links may open the same page, such as that of all news, but not all that are opened, here or from `/search`. At a
 * version that lists no links, only one is opened.
 */
function expectDifferentTopics(
  exchanges: NamedExchanges,
  context: CheckContext,
): readonly Found[] | NotOwed {
  const links = linksIn(exchanges);
  if (links.length < 2) return notOwed("only one link is opened");
  const opened = onPlan(links);
  if (opened.length === 0) blocked(outsidePlan);
  const isOfKind = opened.map(topicIn).every(isOpaqueId) ? isOpaqueId : () => true;
  const ids = idsIn(exchanges.from, context, "navigation_links", "topic_id").filter(isOfKind);
  const known = new Set(opened.map(topicIn));
  const others = Object.values(exchanges).filter(
    (one) => isTopicOnly(one, context) && ids.includes(topicIn(one)) && !known.has(topicIn(one)),
  );
  const distinct = [...new Map([...opened, ...others].map((one) => [topicIn(one), one])).values()];
  if (distinct.length < 2) return notOwed("only one link is on the caller's plan");
  const empty = expectSomeNews(distinct, exchanges.from, context);
  if (empty.length > 0) return empty;
  return expectSomeDifferent(distinct, atEndpoint(context, "/topics"));
}

/** The topic that a request for a topic alone asks for. */
function topicIn({ spec: { query } }: Exchange): string {
  return query[0]?.[1] ?? "";
}

/** Whether a topic was requested alone, and is served. */
function isTopicOnly(exchange: Exchange, context: CheckContext): boolean {
  const { endpoint, query } = exchange.spec;
  const [[name] = [], ...more] = query;
  const isTopic = name === parameterName(context, "topics", "topic") && more.length === 0;
  return endpoint === "/topics" && isTopic && isServed(exchange);
}

/** Where no link that is opened is on the plan, one of the others may have been served already. */
function expectNavigated(exchanges: NamedExchanges, context: CheckContext): Judgement {
  const links = linksIn(exchanges);
  if (links.length > 0 && onPlan(links).length === 0) {
    const ids = idsIn(exchanges.from, context, "navigation_links", "topic_id");
    const isListed = (one: Exchange) => isTopicOnly(one, context) && ids.includes(topicIn(one));
    if (Object.values(exchanges).some(isListed))
      return notOwed("the only topics on the caller's plan are not those that are opened");
  }
  return expectLinksServed(exchanges, context);
}

export const linkChecks: readonly Check[] = [
  // must · Aggregator GET /topics, row "topic id"
  // /topics accepts the topic_id of a navigation link at every version.
  navigated("parameter.navigation-link-opens", expectNavigated),
  // should · What the service does, item 1
  // The topics of different navigation links have different results, and not all of them are empty.
  navigated("parameter.navigation-link-changes-result", expectDifferentTopics),
  // should · Aggregator GET /topics, row "topic id"; Navigation link, row "related_topics item"
  // /topics accepts the topic_id of a related topic.
  answersTogether("parameter.related-topic-opens", {
    opens: "/topics",
    control: (context) => ordinary(atEndpoint(context, "/topics")),
    where: only(
      cells(
        {
          endpoints: ["/search"],
          default: "without",
          operation: (operation) => listsLinks("related_topics", operation),
        },
        "rotated",
      ),
      hasTopics,
    ),
    send: (context) => {
      needParameterName(context, "topics", "topic");
      return { from: ordinary(context), ...unnamedTopics(context) };
    },
    thenSend: ({ from }, context) => {
      const ids = idsIn(from, context, "related_topics", "topic_id");
      return requestsFor(openInTurns(endsOf(ids), context, 1));
    },
    expect: expectLinksServed,
  }),
  // must · Aggregator GET /topics, row "subtopic id"
  // /topics accepts the subtopic_id of a subtopic link at every version.
  followed("parameter.subtopic-link-opens", subtopicWithTopic, expectLinksServed),
  // must · Aggregator GET /topics, "Query parameters"
  // /topics accepts a subtopic without its topic, since both are optional.
  followed("parameter.subtopic-without-topic", subtopicAlone, expectLinksServed),
  {
    // should · What the service does, item 1
    // A subtopic returns a different result from its whole topic, and from no topic at all, and not
    // all subtopics are empty.
    ...followed(
      "parameter.subtopic-changes-result",
      (from, context) => [...subtopicWithTopic(from, context), ...subtopicAlone(from, context)],
      expectOtherSubtopic,
    ),
    send: (context): RequestChoices => {
      needParameterName(context, "topics", "subtopic");
      if (!isFollowed(context)) return {};
      const { page, ...pages } = pagesWithLinks(context, "subtopic_links");
      const topic = parameterName(context, "topics", "topic");
      return {
        ...pages,
        ...(page &&
          topic !== null && { page, otherWhole: request(context, [[topic, otherTopic(context)]]) }),
        whole: ordinary(context),
        bare: withoutParameters(context),
      };
    },
  },
];
