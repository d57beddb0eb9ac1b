import type { Redact } from "../secrets/redaction.ts";
import type { Answer, ParsedBody } from "./exchange.ts";
import { parseJson } from "./parse-json.ts";

const asItIs: Redact = (text) => text;

/**
 * A response whose body is parsed once, on first use.
 *
 * @param redact for the text that a parse error quotes; not needed if the body is already redacted
 */
export function answerFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  redact: Redact = asItIs,
): Answer {
  let parsed: ParsedBody | null = null;
  return {
    status,
    headers,
    body,
    get json() {
      parsed ??= parseJson(body, redact);
      return parsed;
    },
  };
}

/** A response from an existing value; its bytes are serialised on first use. */
export function answerWith(
  status: number,
  headers: Readonly<Record<string, string>>,
  value: unknown,
): Answer {
  let bytes: Uint8Array | null = null;
  return {
    status,
    headers,
    get body() {
      bytes ??= new TextEncoder().encode(JSON.stringify(value));
      return bytes;
    },
    json: { ok: true, value },
  };
}
