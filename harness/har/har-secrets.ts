import { isObject, objectAt, textAt } from "../../contracts/json.ts";
import { createRedactor, type Redact, type Secret } from "../exchanges/redaction.ts";
import { headersOf } from "./har-entry.ts";

const placeholder = "[redacted key]";
const keyHeaders = ["api-key", "x-api-key", "authorization", "proxy-authorization"] as const;
/** Query parameters that carry a key on some servers, although this service has none. */
const keyParameter = /^(x-)?(api[-_]?key|access[-_]?token|auth[-_]?token|token|authorization)$/i;
/** A placeholder in a recording is not a key. */
const isPlaceholder = (value: string) => value.startsWith("$") || value.startsWith("[redacted");

/**
 * The values in one entry that must not be written or printed, even if the entry belongs to another
 * service.
 */
export function secretsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const request = objectAt(value, "request");
  const headers = headersOf(request);
  for (const name of keyHeaders) {
    for (const sent of headers[name]?.split(",") ?? []) {
      const key = sent.trim().replace(/^(bearer|basic|token)\s+/i, "");
      found.add(key);
      if (/^\s*basic\s/i.test(sent)) {
        for (const part of Buffer.from(key, "base64").toString("utf8").split(":")) found.add(part);
      }
    }
  }
  const url = isObject(request) ? textAt(request, "url") : null;
  if (url !== null && URL.canParse(url)) {
    const { searchParams, username, password } = new URL(url);
    for (const [name, sent] of searchParams) if (keyParameter.test(name)) found.add(sent);
    for (const part of [username, password]) found.add(decodeURIComponentOr(part));
  }
  return new Set([...found].filter((one) => one !== "" && !isPlaceholder(one)));
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes these values from a text, and anything else that looks like a key of the service. */
export function redactorFor(values: Iterable<string>, known: readonly Secret[]): Redact {
  const secrets = [...values].sort().map((value): Secret => ({ value, placeholder }));
  const redact = createRedactor([...known, ...secrets]);
  // Specification: Authentication, 3.
  return (text) => redact(text).replace(/\bbk_[\w-]{4,}/g, placeholder);
}
