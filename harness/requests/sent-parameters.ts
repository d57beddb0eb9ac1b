import type { RequestSpec } from "./request-spec.ts";

/** The parameters of a request, or of anything that has as many. */
type Sent = Pick<RequestSpec, "query">;

/** The first value that is sent under a name; undefined if there is none, or if the name is not known. */
export function sentValue({ query }: Sent, name: string | null): string | undefined {
  return query.find(([sent]) => sent === name)?.[1];
}

/** Whether a parameter of this name is sent. */
export function sends({ query }: Sent, name: string | null): boolean {
  return query.some(([sent]) => sent === name);
}
