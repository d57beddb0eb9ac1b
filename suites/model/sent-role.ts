import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext } from "./check.ts";
import { parameterName } from "./parameter-names.ts";

/**
 * The value that a request sends under this server's name for a role, if it sends exactly one; otherwise null. Of
 * several, servers read the first, the last or all.
 * @param group of publisher search or of search
 */
export function sentOnceAs(
  { spec: { query } }: Exchange,
  group: "publishers" | "search",
  role: string,
  context: CheckContext,
): string | null {
  const name = parameterName(context, group, role);
  const values = query.filter(([sent]) => sent === name).map(([, value]) => value);
  return values.length === 1 ? (values[0] ?? null) : null;
}
