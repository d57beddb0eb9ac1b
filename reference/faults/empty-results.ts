import { editableAt } from "./edit.ts";

type Body = Record<string, unknown>;

/** The members with the results of a search, of which a body has one. */
const lists = ["news_articles", "articles", "data", "publishers"] as const;

/** What a search has found, in a body of any version. */
export function listedIn(body: Body): readonly unknown[] {
  return lists.map((name) => body[name]).find(Array.isArray) ?? [];
}

/** Leaves the first results of a search, and its total as it is. */
export function leave(body: Body, count: number): void {
  for (const name of lists) {
    const list = body[name];
    if (Array.isArray(list)) list.length = Math.min(list.length, count);
  }
}

const totals = [
  ["metadata", "total_hits"],
  [null, "totalHits"],
  [null, "total"],
] as const;

/** Sets the total of a search where its body has one. */
export function setTotal(body: Body, total: number): void {
  for (const [inside, name] of totals) {
    const holder = inside === null ? body : editableAt(body, inside);
    if (holder !== null && typeof holder[name] === "number") holder[name] = total;
  }
}

/** Makes the body of a search that of one that has found nothing. */
export function findNothing(body: Body): void {
  findOnly(body, 0);
}

/** Makes it that of a search that has found no more than a few results, which are all on its first page. */
export function findOnly(body: Body, most: number): void {
  leave(body, most);
  const found = listedIn(body).length;
  const pages = found === 0 ? 0 : 1;
  setTotal(body, found);
  if ("size" in body) Object.assign(body, { size: found, totalPages: pages });
  const metadata = editableAt(body, "metadata");
  if (metadata !== null && "total_pages" in metadata) metadata.total_pages = pages;
}
