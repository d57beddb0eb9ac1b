import type { Operation } from "../../../contracts/catalogue.ts";
import type { AuthStyle, Version } from "../../../contracts/vocabulary.ts";
import type { Deviation } from "../fault.ts";

/** One cell: an operation at one version, with a key in one style. */
export interface FaultPlace {
  /** At the version in effect. */
  readonly operation: Operation;
  /** That version, or `default` if the header is omitted. */
  readonly version: Version;
  /** null for requests without a single style. */
  readonly auth: AuthStyle | null;
}

/** The effect of one fault of a class on the requests or responses of its cell. */
export interface Act extends Pick<Deviation, "request" | "response"> {
  /** Distinguishes several faults of a class in the same cell, such as the missing member. */
  readonly variant?: string;
}

/** A class of faults that act in one cell only, with one fault for every cell to which it applies. */
export interface OneCellClass {
  /** kebab-case, unique among the classes. */
  readonly name: string;
  /** What the server does in that cell, in words. */
  readonly sentence: string;
  /** Ids of requirements; at least one must be broken at the cell's endpoint and version. */
  readonly blames: readonly string[];
  /** Ids, or prefixes of ids that end with a dot, that may also be broken at the cell's endpoint. */
  readonly also?: readonly string[];
  /**
   * `key`: acts on requests with a key in the style of the cell. `header`: on requests with only that
   * style's header, with or without a key in it. `none`: on requests with none of the three headers.
   * `several`: on requests with more than one of them, in cells without a style.
   */
  readonly sentWith: readonly ("key" | "header" | "none" | "several")[];
  /** The faults of one cell; empty if the class does not apply. */
  readonly at: (place: FaultPlace) => readonly Act[];
}
