import { textAt } from "../contracts/json.ts";
import type { AuthStyle } from "../contracts/vocabulary.ts";
import type { DescribedSecurity } from "./operations.ts";

type Scheme = DescribedSecurity["ways"][number][number]["scheme"];

/** The header in which a style sends a key. */
const headers: Readonly<Record<AuthStyle, string>> = {
  "api-key": "api-key",
  "x-api-key": "x-api-key",
  bearer: "authorization",
};

/** Whether a request in a style satisfies a scheme; null for one of which a request does not show that. */
function satisfies(style: AuthStyle, scheme: Scheme): boolean | null {
  switch (scheme.type) {
    case "http":
      return style === "bearer" && textAt(scheme, "scheme")?.toLowerCase() === "bearer";
    case "oauth2":
    case "openIdConnect":
      return style === "bearer";
    case "apiKey":
      return keyHeader(scheme) === headers[style];
    case "basic":
      return false;
    default:
      return null;
  }
}

/** The header of a scheme that has the key in one, in lower case. */
function keyHeader(scheme: Scheme): string | null {
  if (scheme.type !== "apiKey" || scheme.in !== "header") return null;
  return textAt(scheme, "name")?.toLowerCase() ?? null;
}

/**
 * Whether the described security names a style, but demands more than a key in this style. Security that does not name
 * the style says nothing about it. Only bearer has to be described, so the other styles need not be enough where it is.
 */
export function demandsMore({ ways }: DescribedSecurity, style: AuthStyle): boolean {
  const isNamed = ways.some((way) => way.some(({ scheme }) => satisfies(style, scheme)));
  const isEnough = (one: AuthStyle) =>
    ways.some((way) => way.every(({ scheme }) => satisfies(one, scheme) ?? true));
  return isNamed && ![style, "bearer" as const].some(isEnough);
}

/** The headers that are described as enough for a request, although no key is accepted in them. */
export function foreignKeyHeaders({ ways }: DescribedSecurity): readonly string[] {
  const accepted = Object.values(headers);
  return ways.flatMap((way) => {
    const [only, ...more] = way.map(({ scheme }) => keyHeader(scheme));
    return only && more.length === 0 && !accepted.includes(only) ? [only] : [];
  });
}

/** More are not shown. */
const mostShown = 10;

/** The alternatives in words. */
export function waysInWords({ ways }: DescribedSecurity): string {
  const words = ways.slice(0, mostShown).map((way) => {
    const names = way.slice(0, mostShown).map(({ name }) => name);
    return names.join(" and ") || "nothing";
  });
  return words.join(", or ");
}
