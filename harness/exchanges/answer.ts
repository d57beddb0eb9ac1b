import type { Answer, ParsedBody } from "./exchange.ts";
import { parseJson } from "./parse-json.ts";
import type { Redact } from "./redaction.ts";

const asItIs: Redact = (text) => text;

/**
 * An answer whose body is parsed when somebody first asks, once.
 *
 * @param redact for what a parse error quotes; not needed where the body was redacted before
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

/** An answer from a value that was parsed or made before; its bytes are written when first needed. */
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
