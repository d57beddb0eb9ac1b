import type { FaultRequest, FaultResponse } from "../faults/fault.ts";
import { legacy } from "../versions.ts";

/** A refusal with this status, in the envelope of the version. */
export function refuseInEnvelope(
  response: FaultResponse,
  { version }: FaultRequest,
  status: number,
): void {
  const message = "This request is refused.";
  const old = legacy.some((one) => one === version);
  response.status = status;
  response.headers["content-type"] = "application/json";
  response.body = old
    ? { success: false, code: status, message }
    : {
        metadata: { id: "r-1", took_ms: 0, timestamp: new Date().toISOString() },
        errors: [{ code: "REFUSED", message, details: {} }],
      };
}
