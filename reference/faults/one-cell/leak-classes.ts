import type { Operation } from "../../../contracts/catalogue.ts";
import { editableAt, succeeded } from "../edit.ts";
import type { FaultRequest, FaultResponse } from "../fault.ts";
import type { OneCellClass } from "./one-cell-class.ts";

/** Includes the key of a request in its response. */
const telling =
  (
    tell: (response: FaultResponse, key: string) => void,
    applies: (operation: Operation) => boolean = () => true,
  ): OneCellClass["at"] =>
  ({ operation }) =>
    applies(operation)
      ? [
          {
            response(response: FaultResponse, { key }: FaultRequest) {
              if (key !== null) tell(response, key);
            },
          },
        ]
      : [];

/** Ping refuses nobody. */
const isProtected = (operation: Operation): boolean => operation.protected;

const sentWith = ["key"] as const;
const blames = ["auth.key-not-echoed"];

/** Responses with the key of the request, both successes and refusals. */
export const leakClasses: readonly OneCellClass[] = [
  {
    name: "key-in-a-header",
    sentence: "a header of the response contains the key.",
    blames,
    also: ["robustness.key-not-echoed"],
    sentWith,
    at: telling(({ headers }, key) => {
      headers["x-authenticated-as"] = key;
    }),
  },
  {
    name: "key-in-a-good-body",
    sentence: "success bodies contain the key.",
    blames,
    also: ["description.", "robustness.key-not-echoed"],
    sentWith,
    at: telling((response, key) => {
      const body = editableAt(response.body);
      if (succeeded(response) && body !== null) body.caller = key;
    }),
  },
  {
    name: "key-in-a-refusal",
    sentence: "refusals contain the refused key.",
    blames,
    also: ["description.", "robustness.key-not-echoed"],
    sentWith,
    at: telling((response, key) => {
      const body = editableAt(response.body);
      if (!succeeded(response) && body !== null) body.rejected = key;
    }, isProtected),
  },
];
