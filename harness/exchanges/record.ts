import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { oneLine } from "../http/failures.ts";
import type { Paced } from "../http/pacing.ts";
import type { Answered } from "../http/reply.ts";
import { describeRequest } from "../requests/request.ts";
import { exchangeId, type RequestSpec } from "../requests/request-spec.ts";
import { type Redact, redactHeaders } from "../secrets/redaction.ts";
import type { SurfaceConfiguration } from "../settings/types.ts";
import { answerFrom } from "./answer.ts";
import { curlLine } from "./curl.ts";
import { createEchoSearch, type EchoSearch } from "./echoed-keys.ts";
import type { Exchange } from "./exchange.ts";
import type { HeldBodies } from "./held-bodies.ts";

/** The maximum number of characters of a body in a recording; a page of a hundred articles fits. */
export const maxRecordedBody = 256 * 1024;

/** How far a text is searched beyond what is recorded of it, if the redaction does not say how long secrets are. */
const longestSecret = 16 * 1024;

export interface Recorder {
  /**
   * The exchange of a request and its reply. Its redacted record is made on first use, since redaction
   * takes longer than the judgement, and most exchanges with faulty servers are never shown.
   */
  record(spec: RequestSpec, surface: SurfaceConfiguration, paced: Paced): Exchange;
}

/** The maximum number of characters of all bodies in the recordings of a run together. */
const mostRecorded = 8 * 1024 * 1024;
/** The number of characters of a body that are recorded in any case. */
const alwaysRecorded = 2 * 1024;
/** The number of characters of a body in which a key that a server sends back is searched for in any case. */
const alwaysSearched = 16 * 1024;
/** The minimum number of UTF-16 code units of a body that was cut: a surrogate pair is never split. */
export const shortestCut = alwaysRecorded - 1;

/** The room for the bodies in the recordings of a run. */
export interface RecordRoom {
  /** The most characters of the next body. A few large bodies leave room for the others. */
  next(): number;
  /** Takes the room of the next body, also for what is not shown of it: searching it for secrets took as long. */
  take(bytes: number): void;
}

/** A whole room, for a run or for recorded traffic. */
export function createRecordRoom(): RecordRoom {
  let left = mostRecorded;
  const next = () => Math.min(maxRecordedBody, Math.max(alwaysRecorded, Math.floor(left / 16)));
  return {
    next,
    take: (bytes) => {
      left -= Math.min(next(), bytes);
    },
  };
}

/**
 * @param extraHeaders names of the headers that the configuration adds to every request
 * @param bodies holds the bodies for the checks; by default, all of them are held in memory
 */
export function createRecorder(
  redact: Redact,
  extraHeaders: readonly string[],
  bodies: Pick<HeldBodies, "answer"> = { answer: answerFrom },
): Recorder {
  const room = createRecordRoom();
  const own = redact.ofRequest ?? redact;
  const echoes = createEchoSearch(redact);
  return {
    record(spec, surface, { reply, attempts }) {
      const id = exchangeId(spec);
      const answered = reply.kind === "answered" ? reply : null;
      const failure =
        reply.kind === "failed"
          ? { kind: reply.failure.kind, message: oneLine(redact(reply.failure.message)) }
          : null;
      const make = (): RecordedExchange => {
        const described = describeRequest(spec, surface, extraHeaders);
        const made: RecordedExchange = {
          id,
          surface: spec.surface,
          endpoint: spec.endpoint,
          version: spec.version,
          curl: own(curlLine(spec, surface, extraHeaders)),
          request: {
            method: described.method,
            url: own(described.url),
            headers: mapValues(described.headers, own),
          },
          response:
            answered === null
              ? null
              : recordResponse(
                  answered,
                  redact,
                  (headers) => redactHeaders(headers, redact, extraHeaders),
                  room.next(),
                  echoes,
                ),
          failure,
          attempts,
          startedAt: new Date(reply.sentAt).toISOString(),
          durationMs: reply.receivedAt - reply.sentAt,
        };
        room.take(answered?.body.length ?? 0);
        return made;
      };
      const exchange = {
        id,
        spec,
        answer:
          answered === null
            ? null
            : bodies.answer(answered.status, answered.headers, answered.body, redact),
        failure,
        sentAt: reply.sentAt,
        receivedAt: reply.receivedAt,
      };
      return withRecord(exchange, make);
    },
  };
}

/**
 * An exchange whose record is made on first use. A function of its own, so that the response is not held
 * in memory after that.
 */
function withRecord(exchange: Omit<Exchange, "recorded">, make: () => RecordedExchange): Exchange {
  let record: RecordedExchange | (() => RecordedExchange) = make;
  return {
    ...exchange,
    get recorded() {
      if (typeof record === "function") record = record();
      return record;
    },
  };
}

// A byte order mark is kept, since it is judged again when the recording is replayed.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A response in redacted form.
 * @param shownHeaders its headers in redacted form
 * @param longest the most characters of its body
 * @param echoes finds keys of the client in it
 */
export function recordResponse(
  answered: Pick<Answered, "status" | "headers" | "body">,
  redact: Redact,
  shownHeaders: (headers: Answered["headers"]) => Record<string, string>,
  longest = maxRecordedBody,
  echoes?: EchoSearch,
): NonNullable<RecordedExchange["response"]> {
  // The rest is not shown, but a secret may end in it. A character takes four bytes at most.
  const searched = Math.max(alwaysSearched, longest + (redact.reach ?? longestSecret));
  const bytes = answered.body.subarray(0, 4 * searched);
  const decoded = decoder.decode(bytes);
  const beginning = decoded.slice(0, searched);
  // Before the body, of which the places of secrets are asked for several times in a row.
  const headers = shownHeaders(answered.headers);
  const text = redact(beginning);
  const isWhole = bytes.length === answered.body.length && beginning.length === decoded.length;
  const truncated = text.length > longest || !isWhole;
  const redacted = text !== beginning;
  const shown = truncated ? (redact.beginningOf?.(beginning, longest) ?? text) : text;
  const changed = Object.entries(answered.headers).filter(
    ([name, value]) => headers[name] !== value,
  );
  const echoed = echoes?.echoedIn(redacted ? beginning : "", changed) ?? {};
  return {
    status: answered.status,
    headers,
    body: truncated ? copied(cut(shown, longest)) : text,
    bytes: answered.body.length,
    truncated,
    ...(redacted ? { redacted } : {}),
    ...(Object.keys(echoed).length > 0 ? { echoed } : {}),
    ...(redacted || truncated ? {} : rawOf(answered.body, beginning)),
  };
}

/** How a whole body without secrets is recorded: its text, and its bytes if they are not the UTF-8 of that. */
export function rawBodyOf(bytes: Uint8Array): { readonly body: string; readonly raw?: string } {
  const body = decoder.decode(bytes);
  return { body, ...rawOf(bytes, body) };
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

/** A part of a text would keep the whole text in memory. */
function copied(part: string): string {
  return Buffer.from(part, "utf16le").toString("utf16le");
}

/** Never splits a character. */
function cut(text: string, length: number): string {
  const end = Math.min(length, text.length);
  const last = text.charCodeAt(end - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? end - 1 : end);
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
