import { editableAt } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";
import type { Act, OneCellClass } from "./one-cell-class.ts";

/** Changes every response to a refused or missing key. */
export const refusing = (change: (response: FaultResponse) => void, variant?: string): Act => ({
  ...(variant === undefined ? {} : { variant }),
  response(response) {
    if (response.status === 401) change(response);
  },
});

/** These acts at every protected endpoint. */
export const atProtected =
  (...acts: readonly Act[]): OneCellClass["at"] =>
  ({ operation }) =>
    operation.protected ? acts : [];

/** Gives an error another status, in its body too. */
export function restate(response: FaultResponse, status: number): void {
  response.status = status;
  const body = editableAt(response.body);
  if (typeof body?.code === "number") body.code = status;
}
