import type { Negotiation } from "../../harness/exchanges/request-spec.ts";
import { acceptedCodings } from "../../harness/http/request.ts";
import type { CheckContext, RequestChoice } from "../engine/check.ts";
import { isAlternatives } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { ordinary, ping } from "./ordinary-requests.ts";

/** What command-line tools send, and clients that leave both headers out or want no coding. */
export const anyMediaType: readonly [Negotiation, Negotiation] = [
  { accept: "*/*", acceptEncoding: null },
  { accept: null, acceptEncoding: "identity" },
];

/** What browsers send when someone opens a URL. */
export const ofBrowsers: Negotiation = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  acceptEncoding: acceptedCodings,
};

/** The ordinary request of a cell, or ping. */
export function served(context: CheckContext): RequestChoice {
  return operationOf(context).protected ? ordinary(context) : ping(context);
}

/** The same request from a client that accepts other media types or codings. */
export function negotiated(choice: RequestChoice, negotiation: Negotiation): RequestChoice {
  if (!isAlternatives(choice)) return { ...choice, negotiation };
  const [first, ...rest] = choice;
  return [{ ...first, negotiation }, ...rest.map((spec) => ({ ...spec, negotiation }))];
}
