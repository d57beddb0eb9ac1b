import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import type { SurfaceConfiguration } from "../configuration/types.ts";
import { oneLine } from "../http/failures.ts";
import type { Paced } from "../http/pacing.ts";
import type { Answered } from "../http/reply.ts";
import { describeRequest } from "../http/request.ts";
import { answerFrom } from "./answer.ts";
import { curlLine } from "./curl.ts";
import type { Exchange } from "./exchange.ts";
import { type Redact, redactHeaders } from "./redaction.ts";
import { exchangeId, type RequestSpec } from "./request-spec.ts";

/** The maximum number of characters of a body in a recording; a page of a hundred articles fits. */
export const maxRecordedBody = 256 * 1024;

/** A secret is found if it takes no more characters than this after the recorded part, escapes included. */
const longestSecret = 16 * 1024;

export interface Recorder {
  /** The exchange of a request and its reply, with its redacted record. */
  record(spec: RequestSpec, surface: SurfaceConfiguration, paced: Paced): Exchange;
}

/** @param extraHeaders names of the headers that the configuration adds to every request */
export function createRecorder(redact: Redact, extraHeaders: readonly string[]): Recorder {
  return {
    record(spec, surface, { reply, attempts }) {
      const id = exchangeId(spec);
      const answered = reply.kind === "answered" ? reply : null;
      const failure =
        reply.kind === "failed"
          ? { kind: reply.failure.kind, message: oneLine(redact(reply.failure.message)) }
          : null;
      const described = describeRequest(spec, surface, extraHeaders);
      const recorded: RecordedExchange = {
        id,
        surface: spec.surface,
        endpoint: spec.endpoint,
        version: spec.version,
        curl: redact(curlLine(spec, surface, extraHeaders)),
        request: {
          method: described.method,
          url: redact(described.url),
          headers: mapValues(described.headers, redact),
        },
        response:
          answered === null
            ? null
            : recordResponse(answered, redact, (headers) =>
                redactHeaders(headers, redact, extraHeaders),
              ),
        failure,
        attempts,
        startedAt: new Date(reply.sentAt).toISOString(),
        durationMs: reply.receivedAt - reply.sentAt,
      };
      return {
        id,
        spec,
        answer:
          answered === null
            ? null
            : answerFrom(answered.status, answered.headers, answered.body, redact),
        failure,
        sentAt: reply.sentAt,
        receivedAt: reply.receivedAt,
        recorded,
      };
    },
  };
}

// A byte order mark is kept, since it is judged again when the recording is replayed.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A response in redacted form.
 * @param shownHeaders its headers in redacted form
 */
export function recordResponse(
  answered: Pick<Answered, "status" | "headers" | "body">,
  redact: Redact,
  shownHeaders: (headers: Answered["headers"]) => Record<string, string>,
): NonNullable<RecordedExchange["response"]> {
  const decoded = decoder.decode(answered.body);
  // The rest is not shown, but a secret may end in it.
  const beginning = decoded.slice(0, maxRecordedBody + longestSecret);
  const text = redact(beginning);
  const truncated = text.length > maxRecordedBody || beginning.length < decoded.length;
  const redacted = text !== beginning;
  return {
    status: answered.status,
    headers: shownHeaders(answered.headers),
    body: truncated ? cut(text, maxRecordedBody) : text,
    bytes: answered.body.length,
    truncated,
    ...(redacted ? { redacted } : {}),
    ...(redacted || truncated ? {} : rawOf(answered.body, decoded)),
  };
}

/**
 * The bytes of a body that is not UTF-8, so that a replay judges the original bytes. Only if the text
 * contained no secret.
 */
function rawOf(body: Uint8Array, decoded: string): { readonly raw?: string } {
  if (!decoded.includes("\ufffd")) return {};
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.equals(Buffer.from(decoded)) ? {} : { raw: bytes.toString("base64") };
}

/** Never splits a character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? length - 1 : length);
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
