import { isObject, type JsonObject, listAt, objectAt, textAt } from "../../contracts/json.ts";
import { hasTooManyValues, maxValues } from "../../contracts/json-values.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import { maxBodyBytes } from "../http/client.ts";
import { mostHeaders } from "../http/collect.ts";
import { decodeContent } from "../http/content-coding.ts";

/** A request with its response from a HAR file of any tool. */
export interface HarEntry {
  readonly url: URL;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded from every content coding. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

export type ReadEntry =
  | { readonly kind: "entry"; readonly entry: HarEntry }
  | { readonly kind: "ignored"; readonly reason: string };

const earliestMs = Date.UTC(1970, 0);
const latestMs = Date.UTC(9999, 0);
/** No exchange takes longer than a day. */
const longestMs = 24 * 60 * 60 * 1000;
/** Characters of the URL and the headers of both messages; servers accept a quarter of it. They are shown as a whole. */
const longestHead = 64 * 1024;

const ignored = (reason: string): ReadEntry => ({ kind: "ignored", reason });

/**
 * Reads one entry of a HAR file. Missing parts are never invented: an entry without a complete response
 * is ignored with a reason. So is one that is larger than what a run reads from a server: whoever made the
 * recording would decide on the time and memory that judging takes.
 */
export async function readEntry(value: unknown): Promise<ReadEntry> {
  if (!isObject(value)) return ignored("not an entry of a HAR file");
  const request = objectAt(value, "request");
  const response = objectAt(value, "response");
  const url = textAt(request, "url");
  const parsedUrl = url !== null && /^https?:/i.test(url) ? parseUrl(url) : null;
  if (url === null || parsedUrl === null) {
    return ignored("not an HTTP URL");
  }
  if (textAt(request, "method")?.toUpperCase() !== "GET") return ignored("not a GET");
  const { status } = response;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 100 || status > 999)
    return ignored("no response");
  if (isFromCache(value)) return ignored("served from a cache");
  const sentAt = Date.parse(textAt(value, "startedDateTime") ?? "");
  // A report writes years with four digits.
  if (!(sentAt >= earliestMs && sentAt <= latestMs)) return ignored("no start time");
  const requestHeaders = headersOf(request);
  // Every client sends headers, so they were removed from the recording, including the version.
  if (Object.keys(requestHeaders).length === 0) return ignored("the request's headers are missing");
  const headers = withMediaType(headersOf(response), response);
  if (isLongHead(url, requestHeaders, headers))
    return ignored("a URL or headers of unusual length");
  const body = await bodyOf(response);
  if (body === null) return ignored("the body is missing or incomplete");
  if (body === "too-large" || body.length > maxBodyBytes) {
    return ignored(`a body of more than ${maxBodyBytes} bytes`);
  }
  if (hasTooManyValues(body)) return ignored(`a body with more than ${maxValues} JSON values`);
  const { time: said } = value;
  const time = typeof said === "number" && said >= 0 && said <= longestMs ? said : 0;
  return {
    kind: "entry",
    entry: {
      url: parsedUrl,
      requestHeaders,
      status,
      headers,
      body,
      sentAt,
      receivedAt: sentAt + time,
    },
  };
}

function isLongHead(url: string, ...all: readonly HarEntry["headers"][]): boolean {
  let length = url.length;
  for (const headers of all) {
    const lines = Object.entries(headers);
    if (lines.length > mostHeaders) return true;
    for (const [name, value] of lines) length += name.length + value.length;
  }
  return length > longestHead;
}

/** Lower-case names; a repeated header's values are joined with `, `. Pseudo-headers are left out. */
export function headersOf(message: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of listAt(message, "headers")) {
    if (!isObject(header)) continue;
    const name = textAt(header, "name")?.trim().toLowerCase();
    const value = textAt(header, "value")?.trim();
    if (!name || value === undefined || name.startsWith(":")) continue;
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return headers;
}

/** Chrome writes it to its own member, the HAR format to `cache`. */
function isFromCache(entry: JsonObject): boolean {
  return typeof entry._fromCache === "string" || isObject(objectAt(entry, "cache").beforeRequest);
}

/** Tools that write no response headers may still write the media type. */
function withMediaType(
  headers: Readonly<Record<string, string>>,
  response: JsonObject,
): Readonly<Record<string, string>> {
  const mediaType = textAt(objectAt(response, "content"), "mimeType");
  if (headers["content-type"] !== undefined || !mediaType?.includes("/")) return headers;
  return { ...headers, "content-type": mediaType };
}

/** Not every tool counts a byte order mark. */
const slack = 3;

/** The body's bytes; null if they are incomplete. */
async function bodyOf(response: JsonObject): Promise<Uint8Array | "too-large" | null> {
  const { text, size } = objectAt(response, "content");
  // Without text, a size of 0 may only mean that the recorder kept no body.
  if (text === "" && size !== 0) return null;
  const recorded = recordedBytes(response);
  if (recorded === null) return null;
  const body = await decodedBody(recorded);
  if (body === "too-large") return body;
  return isCut(size, body) && isCut(size, recorded.bytes) ? null : body;
}

/** A body as a recorder wrote it. */
export interface RecordedBytes {
  readonly bytes: Uint8Array;
  /** The content coding that it may still be in; undefined if it is in none. */
  readonly coding: string | undefined;
}

/** The body of a response, complete or not; null if there is none. */
export function recordedBytes(response: JsonObject): RecordedBytes | null {
  const content = objectAt(response, "content");
  const text = textAt(content, "text");
  if (text === null) return null;
  if (textAt(content, "encoding")?.toLowerCase() !== "base64")
    return { bytes: new TextEncoder().encode(text), coding: undefined };
  return { bytes: Buffer.from(text, "base64"), coding: headersOf(response)["content-encoding"] };
}

/** The body without its content coding. Most tools decode it, and keep the header. */
export async function decodedBody({
  bytes,
  coding,
}: RecordedBytes): Promise<Uint8Array | "too-large"> {
  if (coding === undefined) return bytes;
  const decoded = await decodeContent(bytes, coding, maxBodyBytes);
  if (decoded.ok) return decoded.body;
  return decoded.kind === "too-large" ? decoded.kind : bytes;
}

function isCut(size: unknown, body: Uint8Array): boolean {
  return typeof size === "number" && size > body.length + slack;
}
