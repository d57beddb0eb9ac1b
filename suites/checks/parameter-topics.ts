import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isServed, successBody } from "../matchers/answer.ts";
import { expectSomeDifferent } from "../matchers/different-results.ts";
import { eachOf } from "../matchers/filtered-results.ts";
import { member } from "../matchers/json.ts";
import { expectOwnSubtopics } from "../matchers/own-subtopics.ts";
import { expectServedWithKey, isKeyAccepted } from "../matchers/served-with-key.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type Judgement,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName } from "../model/parameter-names.ts";
import { sendsFurtherValues } from "../model/turns.ts";
import { ordinary, request } from "../requests/ordinary-requests.ts";
import { namedTopics } from "../requests/pages-with-links.ts";

/** Requests for the sample topic and for the two that the specification names. */
function sampleAndNamedTopics(context: CheckContext): RequestChoices {
  const name = needParameterName(context, "topics", "topic");
  if (!sendsFurtherValues(context)) return {};
  const named = namedTopics.map((topic) => [topic, request(context, [[name, topic]])] as const);
  return { ordinary: ordinary(context), ...Object.fromEntries(named) };
}

/** The pages of the topics that are served, each once: the sample may be one of the others. */
function servedPages(exchanges: NamedExchanges): readonly Exchange[] {
  const pages = new Map(Object.values(exchanges).map((page) => [page.id, page] as const));
  return [...pages.values()].filter(isServed);
}

const listsSubtopics = ({ successShape }: Operation): boolean =>
  successShape.members.has("subtopic_links");

/** A 403 where another topic is served with the same key: the caller's plan may not have this one. */
function isTopicOutsidePlan(exchange: Exchange, all: readonly Exchange[]): boolean {
  return exchange.answer?.status === 403 && isKeyAccepted(exchange, all);
}

/** A 403 may be about the key or the plan. */
const topicForbidden =
  "answered with 403: the topic may be outside the caller's plan, or the key was refused: see auth.style-accepted";

/** Expects that the pages of different topics which have news do not all have one title, or none. */
function expectOwnTitles(pages: readonly Exchange[], context: CheckContext): Judgement {
  const titled = pages.flatMap((page) => {
    const body = successBody(page);
    const title = member(body, "title");
    const isNews = itemsOf(body, operationOf(context)).length > 0;
    return isNews && typeof title === "string" ? [{ page, title: title.trim() }] : [];
  });
  const [first, second] = titled;
  if (pages.length === 0) skip("no topic was served");
  if (first === undefined || second === undefined)
    return notOwed("fewer than two of the topics have news");
  if (titled.some(({ title }) => title.toLowerCase() !== first.title.toLowerCase())) return [];
  return [
    {
      path: "/title",
      expected: "the title of this topic",
      actual: `${quoteValue(second.title)}, as for another topic`,
      exchange: second.page.id,
      beside: first.page.id,
    },
  ];
}

/** The topics that the specification names. */
export const topicChecks: readonly Check[] = [
  // must · Aggregator GET /topics, row "topic id"
  // /topics accepts the named topics TECHNOLOGY and BUSINESS.
  answersTogether("parameter.topic-accepted", {
    where: cells({ endpoints: ["/topics"] }, "rotated"),
    send: sampleAndNamedTopics,
    expect: ({ ordinary: sample, ...named }, context) => {
      const sent = Object.values(named);
      const all = sample === undefined ? sent : [sample, ...sent];
      const judged = sent.filter((one) => !isTopicOutsidePlan(one, all));
      if (sent.length > 0 && judged.length === 0) {
        return notOwed("neither of the two is on the caller's plan");
      }
      const [forbidden] = judged.filter(({ answer }) => answer?.status === 403);
      const findings = eachOf((one) => expectServedWithKey(one))(
        judged.filter((one) => one !== forbidden),
        context,
      );
      if (findings.length === 0 && forbidden !== undefined) blocked(topicForbidden);
      return findings;
    },
  }),
  // should · What the service does, item 1
  // A different topic returns a different result.
  answersTogether("parameter.topic-changes-result", {
    where: cells({ endpoints: ["/topics"] }, "rotated"),
    send: sampleAndNamedTopics,
    expect: (exchanges, context) => {
      const all = Object.values(exchanges);
      const onPlan = all.filter((one) => !isTopicOutsidePlan(one, all));
      const different = new Set(onPlan.map(({ id }) => id));
      if (onPlan.length < all.length && different.size < 2) {
        return notOwed("only one of the topics is on the caller's plan");
      }
      // If neither of the two topics that the specification names has news, the sample topic does.
      return expectSomeDifferent(onPlan, context);
    },
  }),
  // should · Navigation link, "The topics response additionally carries"
  // Different topics do not all link to the same subtopics.
  answersTogether("parameter.topic-has-own-subtopics", {
    where: cells({ endpoints: ["/topics"], operation: listsSubtopics }, "rotated"),
    send: sampleAndNamedTopics,
    expect: (exchanges) => expectOwnSubtopics(servedPages(exchanges)),
  }),
  // should · Navigation link, "The topics response additionally carries"
  // The pages of different topics do not all have one title.
  answersTogether("parameter.topic-titles-differ", {
    where: cells({ endpoints: ["/topics"], operation: listsSubtopics }, "rotated"),
    send: sampleAndNamedTopics,
    expect: (exchanges, context) => expectOwnTitles(servedPages(exchanges), context),
  }),
];
