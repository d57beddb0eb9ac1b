import { quoteValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { errorBody } from "./answer.ts";
import { entries, member } from "./json.ts";

/** Members of `details` that commonly contain the name of a parameter; the specification shows none. */
const membersWithNames: readonly string[] = ["parameter", "param", "field", "name"];

/** The names of parameters in the body of a refusal, in either envelope. */
function namesIn(body: unknown): readonly { readonly path: string; readonly name: string }[] {
  const legacy = entries(member(body, "fields")).map((field, index) => ({
    path: `/fields/${index}/name`,
    name: member(field, "name"),
  }));
  const current = entries(member(body, "errors")).flatMap((error, index) =>
    membersWithNames.map((one) => ({
      path: `/errors/${index}/details/${one}`,
      name: member(member(error, "details"), one),
    })),
  );
  return [...legacy, ...current].flatMap(({ path, name }) =>
    typeof name === "string" ? [{ path, name }] : [],
  );
}

/**
 * Expects that a refusal of a parameter does not only name others, which were not sent. Other names than those of
 * parameters may have any meaning.
 * @param known the names of the parameters of the endpoint
 */
export function expectSentNames(exchange: Exchange, known: ReadonlySet<string>): readonly Found[] {
  const names = namesIn(errorBody(exchange));
  const sent = new Set(exchange.spec.query.map(([name]) => name));
  const [first] = names;
  if (first === undefined || !names.every(({ name }) => known.has(name) && !sent.has(name)))
    return [];
  const expected = `${[...sent].join(" or ")}, which was sent`;
  return [{ path: first.path, expected, actual: quoteValue(first.name) }];
}
