import type { NewsItem } from "../corpus/types.ts";

type Body = Readonly<Record<string, unknown>>;

/** An item of version 2022-01-01. */
export function renderItem2022({ title, url, date }: NewsItem): Body {
  return { title, url, date };
}

/** The envelope of version 2022-01-01. */
export function renderList2022<T>(
  total: number,
  entries: readonly T[],
  renderEntry: (entry: T) => unknown,
): Body {
  return { success: true, total, data: entries.map(renderEntry) };
}
