import { createHash } from "node:crypto";

/** A text that is the same for equal bodies, as frameworks use it for an `ETag`. */
export function bodyDigest(body: unknown): string {
  return createHash("sha1").update(JSON.stringify(body)).digest("base64url");
}
