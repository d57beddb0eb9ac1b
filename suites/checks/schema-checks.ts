import type { Operation } from "../../contracts/catalogue.ts";
import { cells } from "../engine/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Judgement,
  skip,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { sampleWithHits } from "../engine/remedies.ts";
import { successBody } from "../matchers/answer.ts";
import { entries, member } from "../matchers/json.ts";
import { schemaFindings } from "../matchers/schema-findings.ts";
import { articlesOf, itemsOf } from "../matchers/success-envelope.ts";
import { ping } from "../requests/ordinary-requests.ts";
import { successCheck } from "./success-check.ts";

type CountEntries = (body: unknown, operation: Operation) => number;

const items: CountEntries = (body, operation) => itemsOf(body, operation).length;
/** In a list without other kinds, what is no object is still an article that is wrong. */
const articles: CountEntries = (body, operation) =>
  operation.entries?.polymorphic
    ? articlesOf(body, operation).length
    : itemsOf(body, operation).length;
const listed =
  (name: string): CountEntries =>
  (body) =>
    entries(member(body, name)).length;

/**
 * What a body must contain for a requirement on entries to be judged. A requirement that is not listed
 * here is about the body itself.
 */
const evidence: Readonly<Record<string, { readonly of: CountEntries; readonly what: string }>> = {
  "envelope.navigation-links": { of: listed("navigation_links"), what: "navigation links" },
  "envelope.related-topics": { of: listed("related_topics"), what: "related topics" },
  "envelope.related-publications": {
    of: listed("related_publications"),
    what: "related publications",
  },
  "envelope.subtopic-links": { of: listed("subtopic_links"), what: "subtopic links" },
  "item.discriminator": { of: items, what: "items" },
  "item.article-identifying": { of: articles, what: "articles" },
  "item.article-types": { of: articles, what: "articles" },
  "item.source-shape": { of: articles, what: "articles" },
  "item.date-iso8601": { of: articles, what: "articles" },
  "item.legacy-identifying": { of: items, what: "articles" },
  "item.legacy-types": { of: items, what: "articles" },
  "item.legacy-source-shape": { of: items, what: "articles" },
  "item.no-type-before-2026": { of: items, what: "articles" },
  "item.publisher-identifying": { of: items, what: "publishers" },
  "item.publisher-types": { of: items, what: "publishers" },
  "item.publisher-links": { of: items, what: "publishers" },
  "plan.country-members": { of: items, what: "countries" },
  "plan.country-types": { of: items, what: "countries" },
  "plan.country-code-alpha2": { of: items, what: "countries" },
  "plan.country-languages": { of: items, what: "countries" },
  "plan.topic-members": { of: items, what: "topics" },
  "plan.topic-types": { of: items, what: "topics" },
  "plan.subtopics": { of: items, what: "topics" },
  "plan.allowed-flag": { of: items, what: "countries or topics" },
};

function judgeSchema(
  requirement: string,
  body: unknown,
  operation: Operation,
  context: CheckContext,
): Judgement {
  const needed = evidence[requirement];
  if (needed !== undefined && needed.of(body, operation) === 0) {
    skip(`the response has no ${needed.what} to judge`, sampleWithHits(context));
  }
  return schemaFindings(body, operation).filter((found) => found.requirement === requirement);
}

/** Checks the part of the success schemas that a requirement owns, in every cell that has such a part. */
export function schemaCheck(requirement: string): EachCheck {
  return successCheck(
    requirement,
    (operation) => operation.successRequirements.has(requirement),
    (body, operation, _, context) => judgeSchema(requirement, body, operation, context),
  );
}

/** The same for ping, which needs no key. */
export function pingSchemaCheck(requirement: string): EachCheck {
  return eachAnswer(requirement, {
    observed: { in: ["ping"] },
    where: cells({ protected: false }, "none"),
    send: (context) => [ping(context)],
    expect: (exchange, context) =>
      judgeSchema(requirement, successBody(exchange), operationOf(context), context),
  });
}
