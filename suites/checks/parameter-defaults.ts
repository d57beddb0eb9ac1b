import { describeValue } from "../../contracts/describe-value.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { pointerToken, textOfValue } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { successBody } from "../matchers/answer.ts";
import { sizesIn } from "../matchers/counts.ts";
import { echoesText, echoIn, isRegionalForm } from "../matchers/echo.ts";
import { isMissingValue, isNeverName } from "../matchers/filled-texts.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  notOwed,
  type RequestChoice,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { namesKnown, namesOfRoles } from "../model/parameter-names.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { clientAt, negotiated } from "../requests/negotiated-requests.ts";
import {
  geolocationDefaults,
  ordinaryOrPing,
  withDefaultCodes,
} from "../requests/ordinary-requests.ts";
import { successCheck } from "./success-check.ts";

/** The query parameters that `/geolocation` documents. */
const documentedNames: ReadonlySet<string> = new Set([
  "location",
  ...Object.keys(geolocationDefaults),
]);

/** The ordinary request of a client in another language, in the cell that has one by rotation. */
function inOwnLanguage(context: CheckContext): readonly RequestChoice[] {
  const { negotiation, expects } = clientAt(context);
  const isHere =
    expects === "success" && negotiation.acceptLanguage !== undefined && isRotatedStyle(context);
  return isHere ? [negotiated(ordinaryOrPing(context), negotiation)] : [];
}

/** Whether an echo shows that a parameter has no value. */
function isNothing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.every(isNothing));
}

/** Whether a request sends a parameter, in whatever letter case. */
function isSent(name: string, { spec }: Exchange): boolean {
  return spec.query.some(([sent]) => sent.toLowerCase() === name.toLowerCase());
}

/** Expects that no parameter that was not sent is echoed as what a program writes for a missing value. */
function expectNoMissingValues(exchange: Exchange, context: CheckContext): readonly Found[] {
  const mayBeAnyText = namesOfRoles(context, ["sort", "category"]);
  const known = namesKnown(context);
  const isMissing = (name: string, value: unknown) =>
    typeof value === "string" &&
    (isNeverName(value) || (isMissingValue(value) && known.has(name) && !mayBeAnyText.has(name)));
  return Object.entries(echoIn(exchange))
    .filter(([name, value]) => !isSent(name, exchange) && isMissing(name, value))
    .map(([name, value]) => ({
      path: `/parameters${pointerToken(name)}`,
      expected: `no ${name}, which was not sent, or its default`,
      actual: describeValue(value),
    }));
}

/** A number that is echoed, as a number or as text, for a parameter that was not sent; null if there is none. */
function unsentNumber(exchange: Exchange, role: string, context: CheckContext) {
  const [name] = namesOfRoles(context, [role]).keys();
  if (name === undefined || isSent(name, exchange)) return null;
  const value = Number(textOfValue(echoIn(exchange)[name] ?? "").trim() || Number.NaN);
  // 0 and negative numbers may stand for none.
  return value > 0 ? { path: `/parameters${pointerToken(name)}`, value } : null;
}

/** Expects that a number of results, a page size and a page that are echoed as defaults are those of the response. */
function expectDefaultsAgree(exchange: Exchange, context: CheckContext): readonly Found[] {
  const body = successBody(exchange);
  const operation = operationOf(context);
  const listed = itemsOf(body, operation).length;
  const sizes = sizesIn(body, operation).map(({ value }) => value);
  const page = unsentNumber(exchange, "page", context);
  const counts = ["limit", "pageSize"].map((role) => unsentNumber(exchange, role, context));
  return [
    ...counts.flatMap((found): readonly Found[] => {
      if (found === null) return [];
      const { path, value } = found;
      const actual = String(value);
      if (value < listed)
        return [{ path, expected: `${listed} or more, the number of entries listed`, actual }];
      // What a server reports as its size may be the number of entries of this page.
      const other = sizes.find((size) => size > value || (size < value && size !== listed));
      if (other === undefined) return [];
      return [{ path, expected: `${other}, the page size that the response reports`, actual }];
    }),
    ...(page !== null && page.value > 1
      ? [{ path: page.path, expected: "the first page", actual: String(page.value) }]
      : []),
  ];
}

/** What stands for a parameter that was not sent. */
export const defaultChecks: readonly Check[] = [
  // must · Aggregator GET /geolocation, rows "country", "language"
  // At /geolocation, the country defaults to US and the language to en.
  eachAnswer("parameter.geolocation-defaults", {
    where: cells({ endpoints: ["/geolocation"], generation: ["metadata-and-errors"] }, "each"),
    // A client in another language, where it is sent, gets the documented default too.
    send: (context) => [withDefaultCodes(context), ...inOwnLanguage(context)],
    observed: {
      in: ["success"],
      when: ({ spec: { query } }) =>
        query.every(([name]) => documentedNames.has(name)) && query.length < documentedNames.size,
    },
    expect: (exchange) => {
      const sentNames = new Set(exchange.spec.query.map(([name]) => name));
      const echoed = Object.entries(echoIn(exchange)).flatMap(([name, value]) => {
        const wanted = Object.entries(geolocationDefaults).find(
          ([key]) => key === name.toLowerCase() && !sentNames.has(key),
        );
        return wanted === undefined || isNothing(value) ? [] : [{ name, value, wanted: wanted[1] }];
      });
      if (echoed.length === 0) return notOwed("country and language are not echoed");
      return echoed
        .filter(
          ({ value, wanted }) =>
            !echoesText(value, wanted) &&
            !(
              wanted === geolocationDefaults.language && isRegionalForm(textOfValue(value), wanted)
            ),
        )
        .map(({ name, value, wanted }) => ({
          path: `/parameters/${name}`,
          expected: `${JSON.stringify(wanted)}, the default`,
          actual: describeValue(value),
        }));
    },
  }),
  // should · Parameters object, "parameters is an object"
  // A parameter that was not sent is not echoed as what programs write for a missing value.
  successCheck("parameter.echo-without-missing-values", {
    operations: hasMetadata,
    expect: (_, { exchange, context }) => expectNoMissingValues(exchange, context),
  }),
  // should · Parameters object, "parameters is an object"
  // A number of results, a page size or a page that is echoed although it was not sent is that of
  // the response.
  successCheck("parameter.echoed-defaults-agree", {
    operations: (operation) =>
      hasMetadata(operation) && ["/search", "/search/publishers"].includes(operation.endpoint),
    expect: (_, { exchange, context }) => expectDefaultsAgree(exchange, context),
  }),
];
