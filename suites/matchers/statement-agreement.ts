import { mayVary, type Statement } from "./entry-statements.ts";

/** Whether two statements of one entry, which are given as texts, do not contradict each other. */
export type Agree = (one: string, other: string) => boolean;

export const isEqual: Agree = (one, other) => one === other;

/** A title may be cut off where there is little room. */
const begins: Agree = (one, other) =>
  one === other || (one !== "" && other !== "" && (one.startsWith(other) || other.startsWith(one)));

/** The share of entries that may have what another entry of their response has too, such as a picture of an agency. */
const mostShared = 1 / 20;

/** How the statements under a name are compared. */
export function agreementOn(name: string, responses: readonly (readonly Statement[])[]): Agree {
  if (name === "title") return begins;
  return mayVary(name) ? ofOneEntry(responses) : isEqual;
}

/**
 * What may vary contradicts only if it is stated for another entry too. Nothing is concluded if many entries of a
 * response share a text: then a server may choose them as it likes.
 */
function ofOneEntry(responses: readonly (readonly Statement[])[]): Agree {
  const entries = new Map<string, string>();
  const several = new Set<string>();
  const shared = new Set<string>();
  let count = 0;
  for (const stated of responses) {
    const here = new Map<string, string>();
    for (const { text, identity } of stated) {
      count += 1;
      if ((entries.get(text) ?? identity) !== identity) several.add(text);
      if ((here.get(text) ?? identity) !== identity) shared.add(text);
      entries.set(text, identity);
      here.set(text, identity);
    }
  }
  const isOfOthers = (text: string) => several.has(text) && !shared.has(text);
  const inShared = responses.flat().filter(({ text }) => shared.has(text)).length;
  if (inShared > mostShared * count) return () => true;
  return (one, other) => one === other || !(isOfOthers(one) || isOfOthers(other));
}
