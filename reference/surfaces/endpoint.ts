import type { Generation } from "../../contracts/generations.ts";
import type { Version } from "../../contracts/vocabulary.ts";
import type { Library } from "../corpus/library.ts";
import type { ParameterReader } from "../http/parameters.ts";

/** An authenticated request for a version that the endpoint has. */
export interface EndpointRequest {
  /** A date, never `default`. */
  readonly version: Version;
  readonly generation: Generation;
  readonly query: ParameterReader;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly library: Library;
}

/** One operation of a surface as data; all of them are GET. */
export interface Endpoint {
  readonly path: string;
  /** Newest first. */
  readonly versions: readonly [Version, ...Version[]];
  /** Requires no key. */
  readonly public: boolean;
  /** The success body. Throws a Refusal if a parameter is invalid. */
  readonly answer: (request: EndpointRequest) => unknown;
}
