import { describeValue } from "../../contracts/describe-value.ts";
import { textOfValue } from "../../contracts/json.ts";
import { echoesText, echoIn, isRegionalForm } from "../matchers/echo.ts";
import { cells } from "../model/cells.ts";
import {
  type Check,
  type CheckContext,
  eachAnswer,
  notOwed,
  type RequestChoice,
} from "../model/check.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { clientAt, negotiated } from "../requests/negotiated-requests.ts";
import {
  geolocationDefaults,
  ordinaryOrPing,
  withDefaultCodes,
} from "../requests/ordinary-requests.ts";

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
];
