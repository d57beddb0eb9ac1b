import type { Deviation, FaultRequest, FaultResponse } from "../../reference/faults/fault.ts";

/** What a mutation does to responses or requests. */
export const mutationShapes = [
  "member",
  "swap",
  "repeat",
  "truncate",
  "status",
  "header",
  "cache",
  "behind",
  "parameter lost",
  "parameter changed",
  "key accepted",
  "version changed",
] as const;
export type MutationShape = (typeof mutationShapes)[number];

/** Where and when a mutation applies. */
export const scopeShapes = ["endpoint", "one cell", "one parameter", "n-th answer"] as const;
export type ScopeShape = (typeof scopeShapes)[number];

/** One way to be wrong, at one endpoint. */
export interface Mutation {
  readonly shape: MutationShape;
  readonly scope: ScopeShape;
  readonly cells: Deviation["cells"];
  readonly sentence: string;
  readonly request?: (request: FaultRequest) => void;
  readonly response?: (response: FaultResponse, request: FaultRequest) => void;
}

/** Several mutations in one server. */
export interface Composition {
  readonly mutations: readonly Mutation[];
  /** Such as `member at one cell + status at n-th answer`. */
  readonly shape: string;
  /** A new server each time: mutations may remember earlier requests. */
  deviations(): readonly Deviation[];
}
