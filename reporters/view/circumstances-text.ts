import { conditionText } from "./condition-text.ts";
import type { Neighbour } from "./neighbour.ts";
import { neighbourText } from "./neighbour-text.ts";

type Asked = Parameters<typeof conditionText>[0];

/**
 * Under which circumstances a response is wrong, in brackets: in relation to which other request, or else what is
 * special about the exchange itself. Empty if nothing is.
 */
export function circumstancesText(
  asked: Asked,
  neighbour:
    | (Pick<Neighbour, "order" | "isCopied"> & { readonly sent: Omit<Asked, "status"> })
    | null,
  path: string,
  expected: string,
): string {
  const beside =
    neighbour === null ? "" : neighbourText(asked, neighbour, neighbour.sent, expected);
  return beside === "" ? conditionText(asked, path, expected) : beside;
}
