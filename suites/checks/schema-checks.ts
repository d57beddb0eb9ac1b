import { successBody } from "../matchers/answer.ts";
import { member } from "../matchers/json.ts";
import { hasJudgedPart, judgedPartsText, needNoneOf } from "../matchers/judged-parts.ts";
import { lackingContent } from "../matchers/lacking-content.ts";
import { schemaFindings } from "../matchers/schema-findings.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import { type EachCheck, eachAnswer, type Judgement, notOwed, skip } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { sampleWith } from "../model/remedies.ts";
import { ping } from "../requests/ordinary-requests.ts";
import { type BodyOrigin, successCheck } from "./success-check.ts";

/**
 * Judges a body by the parts of the schema that a requirement owns. The schema says where they are, so that
 * no check passes on a body that has nothing there.
 */
function judgeSchema(
  requirement: string,
  body: unknown,
  { operation, context }: Pick<BodyOrigin, "operation" | "context">,
  mayBeEmpty = false,
): Judgement {
  const places = operation.judgedPlaces.get(requirement) ?? [];
  if (!hasJudgedPart(body, places)) {
    const lists = places.map(({ path }) => path.reduce<unknown>(member, body));
    const isEmpty = lists.every((list) => Array.isArray(list) && list.length === 0);
    const hasItems = itemsOf(body, operation).length > 0;
    if (mayBeEmpty && isEmpty && hasItems) {
      return notOwed(`nothing is related to this search: no ${judgedPartsText(places)}`);
    }
    if (needNoneOf(body, places)) {
      return notOwed(`the response need not have ${judgedPartsText(places)}`);
    }
    const isInList = places.some(({ entries }) => entries);
    const isOfItems = places.some(({ path }) => path[0] === operation.list);
    const lacking = hasItems && !isOfItems ? "links" : lackingContent(body, operation);
    const remedy = isInList ? sampleWith(lacking, context) : null;
    skip(`the response has no ${judgedPartsText(places)} to judge`, remedy);
  }
  return schemaFindings(body, operation).filter((found) => found.requirement === requirement);
}

/**
 * Checks the part of the success schema that a requirement owns, in every cell that has such a part.
 * @param mayBeEmpty whether it is a list that a response with items need not fill
 */
export function schemaCheck(requirement: string, { mayBeEmpty = false } = {}): EachCheck {
  return successCheck(requirement, {
    operations: (operation) => operation.successRequirements.has(requirement),
    expect: (body, origin) => judgeSchema(requirement, body, origin, mayBeEmpty),
  });
}

/** Checks the part of the schema of ping that a requirement owns; ping needs no key. */
export function pingSchemaCheck(requirement: string): EachCheck {
  return eachAnswer(requirement, {
    observed: { in: ["ping"] },
    where: cells({ protected: false }, "none"),
    send: (context) => [ping(context)],
    expect: (exchange, context) =>
      judgeSchema(requirement, successBody(exchange), { operation: operationOf(context), context }),
  });
}
