import type { Level, MatrixKind } from "../../contracts/vocabulary.ts";

/** The options of the command line; absent members were not given. Numbers are validated. */
export interface Flags {
  /** Judge the built-in reference server. */
  readonly reference?: boolean;
  readonly aggregatorUrl?: string;
  readonly newsUrl?: string;
  readonly config?: string;
  /** An earlier report; here it only shows that the user has a target. */
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
  /** Seconds. */
  readonly patience?: number;
  /** Seconds. */
  readonly maxDuration?: number;
  /** A PEM file. */
  readonly ca?: string;
  readonly allowInsecureTls?: boolean;
  readonly allowIncomplete?: boolean;
  readonly matrix?: MatrixKind;
  /** `K/N`. */
  readonly rotation?: string;
  /** `I/N`. */
  readonly shard?: string;
  /** The maximum number of requests. */
  readonly budget?: number;
  /** The report whose failures are judged again: a file or its folder; true for the last one. */
  readonly onlyFailed?: string | true;
  /** The number of failed requirements after which nothing more is sent. */
  readonly bail?: number;
  readonly seed?: number;
  readonly runs?: number;
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
  /** false: if none is given, none is searched for. */
  readonly description?: boolean;
  /** Send keys over plain HTTP to hosts other than this one. */
  readonly allowInsecureHttp?: boolean;
  /** Run the commands of a configuration file that was found rather than named. */
  readonly allowCommands?: boolean;
}
