import type { Redact } from "../secrets/redaction.ts";

/**
 * Headers of recorded traffic whose values are shown: those of HTTP itself, and of the service. Whoever
 * recorded it may have had gateways, sessions and signatures in any other.
 */
const shown = new Set([
  ...["accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "alt-svc"],
  ...["api-version", "cache-control", "connection", "content-disposition", "content-encoding"],
  ...["content-language", "content-length", "content-location", "content-range", "content-type"],
  ...["date", "deprecation", "dnt", "etag", "expires", "host", "if-modified-since"],
  ...["if-none-match", "keep-alive", "last-modified", "link", "location", "origin", "pragma"],
  ...["priority", "range", "ratelimit", "ratelimit-limit", "ratelimit-policy"],
  ...["ratelimit-remaining", "ratelimit-reset", "referer", "retry-after", "sec-ch-ua"],
  ...["sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode"],
  ...["sec-fetch-site", "server", "server-timing", "strict-transport-security", "sunset", "te"],
  ...["traceparent", "trailer", "transfer-encoding", "upgrade", "upgrade-insecure-requests"],
  ...["user-agent", "vary", "via", "warning", "www-authenticate", "x-content-type-options"],
  ...["x-correlation-id", "x-powered-by", "x-ratelimit-limit", "x-ratelimit-remaining"],
  ...["x-ratelimit-reset", "x-request-id", "x-response-time"],
]);

/** Whether the value of a header is shown; the name is in lower case. */
export function isShownHeader(name: string): boolean {
  return shown.has(name) || name.startsWith("access-control-");
}

/** Headers of recorded traffic in redacted form: only known ones have a value, without its secrets. */
export function redactForeignHeaders(
  headers: Readonly<Record<string, string>>,
  redact: Redact,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redact(name),
      isShownHeader(name.toLowerCase()) ? redact(value) : "[redacted]",
    ]),
  );
}
