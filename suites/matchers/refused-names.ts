import { quoteValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { errorBody } from "./answer.ts";
import { entries, member } from "./json.ts";

/** Members of `details` that commonly contain the name of a parameter; the specification shows none. */
const membersWithNames: readonly string[] = ["parameter", "param", "field", "name"];

/** A part of a request, which many frameworks name where a parameter is wrong. */
const queryString = "query";

interface Named {
  readonly path: string;
  readonly name: string;
  /** The object with the name, as text. */
  readonly beside: string;
}

/** The names of parameters in the body of a refusal, in either envelope. */
function namesIn(body: unknown): readonly Named[] {
  const fields = entries(member(body, "fields")).map((field, index) => ({
    holder: field,
    paths: [[`/fields/${index}/name`, member(field, "name")] as const],
  }));
  const details = entries(member(body, "errors")).map((error, index) => {
    const holder = member(error, "details");
    const paths = membersWithNames.map(
      (one) => [`/errors/${index}/details/${one}`, member(holder, one)] as const,
    );
    return { holder, paths };
  });
  return [...fields, ...details].flatMap(({ holder, paths }) =>
    paths.flatMap(([path, name]) =>
      typeof name === "string" && name !== queryString
        ? [{ path, name, beside: JSON.stringify(holder) }]
        : [],
    ),
  );
}

/** What the specification requires a request to have. */
const required = "location";

/**
 * Expects that a refusal of a parameter does not only name others, which were not sent; if the required one was not
 * sent, that it names this one. Other names than those of parameters may have any meaning.
 * @param known the names of the parameters of the endpoint
 */
export function expectSentNames(exchange: Exchange, known: ReadonlySet<string>): readonly Found[] {
  const names = namesIn(errorBody(exchange));
  const sent = new Set(exchange.spec.query.map(([name]) => name));
  const isMissing = known.has(required) && !sent.has(required);
  const about = isMissing ? new Set([required]) : sent;
  const [first] = names;
  // The parameter itself may be named somewhere else.
  if ([...about].some((name) => names.some(({ beside }) => beside.includes(name)))) return [];
  if (first === undefined || !names.every(({ name }) => known.has(name) && !about.has(name)))
    return [];
  const expected = isMissing
    ? `${required}, which was not sent`
    : `${[...sent].join(" or ")}, which was sent`;
  return [{ path: first.path, expected, actual: quoteValue(first.name) }];
}
