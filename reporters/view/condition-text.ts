import { shortLine } from "../text/short-line.ts";
import { sentParameterName, sentParameters } from "./sent-parameters.ts";

/** An exchange as cards and reports have it. */
interface Asked {
  readonly url: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** Of the response; null if there was none. */
  readonly status: number | null;
  /** Names of the parameters that may be the cause; all if absent. */
  readonly shared?: ReadonlySet<string>;
}

/** Parameters that an ordinary request has. */
const ordinary = new Set(["q", "query", "location"]);
const mostParameters = 4;
/** Characters of a value that is not in a text by chance. */
const leastTelling = 4;
const refusals: ReadonlySet<number> = new Set([401, 403]);

/**
 * What is special about an exchange, in brackets: that it is a refusal, a key that was revoked, and parameters besides
 * those of an ordinary request. Empty if nothing is, or if what was expected already says for which request.
 */
export function conditionText(
  { url, headers, status, shared }: Asked,
  path: string,
  expected: string,
): string {
  const isRefusal = status !== null && status >= 400 && path !== "status";
  const inRefusal = isRefusal ? ` (in a ${status})` : "";
  // Whatever else a request without a valid key has, it is refused for the key.
  if (/ for [^ =]+=/.test(expected) || (isRefusal && refusals.has(status))) return inRefusal;
  const isRevoked =
    !expected.includes("revoked") && [...headers].some(([, value]) => /_REVOKED_KEY\b/.test(value));
  const parameters = specialParameters(url, shared, expected);
  const shown = parameters.slice(0, mostParameters).join("&");
  const more = parameters.length > mostParameters ? "&…" : "";
  const said = [
    ...(isRevoked ? ["the revoked key"] : []),
    ...(parameters.length > 0 ? [shortLine(shown + more, 90)] : []),
  ];
  return said.length === 0 ? inRefusal : `${inRefusal} (with ${said.join(", ")})`;
}

/** All parameters, if one of them is special; those first whose value was expected in the response. */
function specialParameters(
  url: string,
  shared: ReadonlySet<string> | undefined,
  expected: string,
): readonly string[] {
  const parameters = sentParameters(url).filter(
    (one) => shared === undefined || shared.has(sentParameterName(one)),
  );
  const [path = ""] = url.split("?", 1);
  // The name of the topic is the server's own.
  const isTopic = path.endsWith("/topics") && parameters.length === 1;
  if (isTopic || parameters.every((one) => ordinary.has(sentParameterName(one)))) return [];
  const isExpected = (one: string) => {
    const value = one.slice(sentParameterName(one).length + 1);
    return value.length >= leastTelling && expected.includes(value);
  };
  return [...parameters.filter(isExpected), ...parameters.filter((one) => !isExpected(one))];
}
