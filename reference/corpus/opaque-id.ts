import { createHash } from "node:crypto";

/** A stable opaque id, such as `CAAqXy…`: the prefix and 22 URL-safe characters. */
export function opaqueId(prefix: string, name: string): string {
  return prefix + createHash("sha256").update(name).digest("base64url").slice(0, 22);
}
