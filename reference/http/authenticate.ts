import type { IncomingHttpHeaders } from "node:http";
import type { AuthStyle, Surface } from "../../contracts/vocabulary.ts";
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
 * Every key in one of the three listed forms (Authentication, item 4). Header names are in lower case;
 * the scheme ignores case, as in HTTP. Anything else in `Authorization` is not a key.
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
 * Accepts a request or throws a 401. One valid key among several is enough: a gateway may add an
 * Authorization header of its own.
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
