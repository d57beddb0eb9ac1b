import type { Surface, Version } from "../contracts/vocabulary.ts";
import type { NewsItem } from "./corpus/types.ts";

/** A member that articles have from a version on. */
export interface AddedMember {
  readonly surface: Surface;
  readonly since: Version;
  readonly name: string;
  /** As this server describes it itself. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** undefined where the item has none. */
  readonly of: (item: NewsItem) => unknown;
}

/** What versions after the first one with metadata added to its articles: a row for each member. */
export const addedMembers: readonly AddedMember[] = [];
