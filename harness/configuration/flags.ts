import type { Level, MatrixKind } from "../../contracts/vocabulary.ts";

/** What the command line says; absent members say nothing. Numbers have been checked. */
export interface Flags {
  /** Judge the built-in reference server, whatever else is named. */
  readonly reference?: boolean;
  readonly aggregatorUrl?: string;
  readonly newsUrl?: string;
  readonly config?: string;
  /** An earlier report; here it only shows that a target is meant. */
  readonly baseline?: string;
  readonly envFile?: string;
  readonly out?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly failOn?: Level;
  readonly concurrency?: number;
  readonly rate?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly retries?: number;
  readonly allowIncomplete?: boolean;
  readonly matrix?: MatrixKind;
  /** `K/N`. */
  readonly rotation?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
  /** false: none is looked for where none is named. */
  readonly description?: boolean;
}
