import type { Surface, Version } from "../../contracts/vocabulary.ts";
import type { NewsItem } from "./types.ts";

/** A member that articles have since a version. */
export interface AddedMember {
  readonly surface: Surface;
  readonly since: Version;
  readonly name: string;
  /** Its schema in this server's description. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** undefined if the item has none. */
  readonly of: (item: NewsItem) => unknown;
}

/** The members that later versions with metadata added to articles, one row each. */
export const addedMembers: readonly AddedMember[] = [];
