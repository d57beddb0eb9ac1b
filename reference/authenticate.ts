import type { IncomingHttpHeaders } from "node:http";
import type { AuthStyle, Surface } from "../contracts/vocabulary.ts";
import type { KeyRing } from "./keys.ts";
import { Refusal } from "./refusal.ts";

export interface PresentedKey {
  readonly style: AuthStyle;
  readonly key: string;
}

function single(value: string | readonly string[] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * Every key that stands in one of the three listed forms (Authentication, item 4). Header names arrive in
 * lower case; the scheme ignores case, as HTTP has it. Anything else in `Authorization` is no key.
 */
export function presentedKeys(headers: IncomingHttpHeaders): readonly PresentedKey[] {
  const keys: PresentedKey[] = [];
  for (const style of ["api-key", "x-api-key"] as const) {
    const key = single(headers[style]);
    if (key !== null) keys.push({ style, key });
  }
  const bearer = /^bearer +(\S+) *$/i.exec(single(headers.authorization) ?? "")?.[1];
  if (bearer !== undefined) keys.push({ style: "bearer", key: bearer });
  return keys;
}

/**
 * Lets a request pass or throws a 401. One valid key is enough where several are sent: a client
 * behind a gateway that adds an Authorization of its own still gets through.
 */
export function authenticate(ring: KeyRing, surface: Surface, headers: IncomingHttpHeaders): void {
  const keys = presentedKeys(headers);
  if (keys.some(({ key }) => ring.admits(surface, key))) return;
  throw new Refusal(
    401,
    "UNAUTHORIZED",
    keys.length === 0
      ? "An API key is needed: send it as api-key, x-api-key or Authorization: Bearer."
      : "The API key is not valid for this product.",
    {
      details: { accepted: ["api-key", "x-api-key", "Authorization: Bearer"] },
      headers: { "www-authenticate": "Bearer" },
    },
  );
}
