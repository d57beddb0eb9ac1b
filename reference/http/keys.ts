import { randomBytes } from "node:crypto";
import type { Surface } from "../../contracts/vocabulary.ts";

/** The keys of one surface for tests. */
export interface SurfaceTestKeys {
  /** Works. */
  readonly own: string;
  /** A key that was issued and revoked. */
  readonly revoked: string;
  /** A valid key that may be revoked. */
  readonly revocable: string;
}
export type ReferenceKeys = Readonly<Record<Surface, SurfaceTestKeys>>;

/** Keys are product-scoped, begin with `bk_` and can be revoked (Authentication, items 2, 3 and 6). */
export interface KeyRing {
  /** Issues a new key, or the given one, for one surface. */
  issue(surface: Surface, key?: string): string;
  /** Revokes a key; false if it was never issued. */
  revoke(key: string): boolean;
  /** Whether the key was issued for this surface and has not been revoked. */
  admits(surface: Surface, key: string): boolean;
  /** The surface for which a key was issued, revoked or not; null for an unknown one. */
  ownerOf(key: string): Surface | null;
  isRevoked(key: string): boolean;
}

export function createKeyRing(): KeyRing {
  const owners = new Map<string, Surface>();
  const revoked = new Set<string>();
  return {
    issue(surface, key = `bk_${randomBytes(18).toString("base64url")}`) {
      owners.set(key, surface);
      return key;
    },
    revoke(key) {
      if (!owners.has(key)) return false;
      revoked.add(key);
      return true;
    },
    admits: (surface, key) => owners.get(key) === surface && !revoked.has(key),
    ownerOf: (key) => owners.get(key) ?? null,
    isRevoked: (key) => revoked.has(key),
  };
}

/** Issues the three keys of a surface; given keys are used instead of new ones. */
export function issueTestKeys(
  ring: KeyRing,
  surface: Surface,
  given: Partial<SurfaceTestKeys> = {},
): SurfaceTestKeys {
  const keys = {
    own: ring.issue(surface, given.own),
    revoked: ring.issue(surface, given.revoked),
    revocable: ring.issue(surface, given.revocable),
  };
  ring.revoke(keys.revoked);
  return keys;
}
