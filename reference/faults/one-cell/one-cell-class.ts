import type { Operation } from "../../../contracts/catalogue.ts";
import type { AuthStyle, Version } from "../../../contracts/vocabulary.ts";
import type { Deviation } from "../fault.ts";

/** One cell: an operation, asked for in one way, with a key in one way. */
export interface FaultPlace {
  /** At the date that is in effect. */
  readonly operation: Operation;
  /** That date, or `default` where the header is omitted. */
  readonly version: Version;
  /** null for requests that are in no single style. */
  readonly auth: AuthStyle | null;
}

/** What one fault of a class does, to the requests of its cell or to their answers. */
export interface Act extends Pick<Deviation, "request" | "response"> {
  /** Tells several faults of a class in the same cell apart, such as the member that is left out. */
  readonly variant?: string;
}

/** A way to be wrong in one cell only, from which a fault follows for every cell that it applies to. */
export interface OneCellClass {
  /** kebab-case, unique among the classes. */
  readonly name: string;
  /** For people: what the server does in that cell. */
  readonly sentence: string;
  /** Ids of requirements; one of them at least has to be red in the cell's endpoint and version. */
  readonly blames: readonly string[];
  /** Ids, or beginnings of ids that end with a dot, that may be red too at the cell's endpoint. */
  readonly also?: readonly string[];
  /**
   * `key`: acts on requests that carry a key in the style of the cell. `header`: on those that have that
   * style's header, with a key in it or not, and no other. `none`: on those that have none of the three
   * headers. `several`: on those that have more than one of them, in cells without a style.
   */
  readonly sentWith: readonly ("key" | "header" | "none" | "several")[];
  /** The faults of one cell; none where the class does not apply. */
  readonly at: (place: FaultPlace) => readonly Act[];
}
