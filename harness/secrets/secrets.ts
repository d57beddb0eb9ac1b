import { surfaces } from "../../contracts/vocabulary.ts";
import { keyExpression, keyValue } from "../requests/key-names.ts";
import { redactedHeader } from "../requests/request.ts";
import { alteredWithin } from "../requests/request-spec.ts";
import type { Configuration, Keys } from "../settings/types.ts";
import type { Secret } from "./redaction.ts";
import { credentialsInUrl } from "./url-credentials.ts";

/**
 * Everything that must not be written or printed: all keys, and what headers and revoke commands get from
 * the environment.
 */
export function secretsOf(
  configuration: Pick<Configuration, "surfaces" | "network">,
  keys: Keys,
): readonly Secret[] {
  const secrets: Secret[] = [];
  for (const surface of surfaces) {
    const revoke = configuration.surfaces[surface]?.revoke ?? null;
    for (const [name, value] of Object.entries(revoke?.environment ?? {})) {
      secrets.push({ value, placeholder: `$${name}` });
    }
    // A description that is not public often has a signed URL, which every report would contain.
    for (const value of credentialsInUrl(configuration.surfaces[surface]?.openapi ?? null)) {
      secrets.push({ value, placeholder: "[redacted]" });
    }
    for (const key of ["own", "revoked", "revocable"] as const) {
      const value = keys[surface][key];
      if (value !== null) {
        secrets.push({ value, placeholder: keyExpression(surface, key, revoke), parts: true });
      }
    }
    // These are sent as well, and would reveal the key.
    if (keys[surface].own === null) continue;
    for (const key of [
      "shortened",
      "altered",
      ...alteredWithin,
      "unprefixed",
      "recased",
    ] as const) {
      secrets.push({
        value: keyValue(surface, key, keys),
        placeholder: keyExpression(surface, key, null),
      });
    }
  }
  const { headers, headerSecrets } = configuration.network;
  for (const [name, value] of Object.entries(headers)) {
    const values = headerSecrets === undefined ? [value] : (headerSecrets[name] ?? []);
    for (const one of values) secrets.push({ value: one, placeholder: redactedHeader(name) });
  }
  return secrets;
}
