import { isObject } from "../../contracts/json.ts";
import type { Redact } from "./redaction.ts";

/** The same value with every text in it redacted, names of members too. */
export function redactAll<T>(value: T, redact: Redact): T {
  return redactedValue(value, redact) as T;
}

function redactedValue(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactedValue(entry, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactedValue(member, redact)]),
  );
}
