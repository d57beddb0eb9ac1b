import { pathToFileURL } from "node:url";
import { isObject, type JsonObject } from "../contracts/json.ts";
import { mayHaveLongHost, parseUrl } from "../contracts/parse-url.ts";
import { parseYaml } from "../contracts/yaml.ts";
import { refuseLargeTree, refuseLongText, TooLargeToJudge } from "./description-size.ts";

/** Returns the text at an absolute `file:`, `http:` or `https:` URL. Rejects with a message for the user. */
export type ReadText = (url: string) => Promise<string>;

const mostDocuments = 50;
/** Characters of all documents. */
const mostText = 10 * 1024 * 1024;
/** Milliseconds for reading a document with all that it refers to. */
export const longestReading = 10_000;
/** Milliseconds. Time for which the process was busy counts as one tick, since nothing could be read meanwhile. */
const tickMs = 100;
const mostAtOnce = 8;

/** A document with all that it refers to. */
export interface Gathered {
  /** The first one is the document itself; each refers to others as `documentUrl(index)` with a pointer. */
  readonly documents: readonly JsonObject[];
  readonly urls: readonly string[];
}

/** The stand-in for the URL of a gathered document. */
export function documentUrl(index: number): string {
  return `https://documents.invalid/${index}`;
}

/**
 * Reads a document and everything that it refers to, in bounded time and size. References to other
 * documents are rewritten to `documentUrl`.
 *
 * @param location absolute path or URL
 * @throws TooLargeToJudge
 * @throws Error with the reason as its message, if a document does not come in time, can't be read or is not a JSON
 *   object
 */
export async function gatherDocuments(
  location: string,
  read: ReadText,
  mostMilliseconds: number,
): Promise<Gathered> {
  const deadline = new AbortController();
  // Nothing is known of the size of a document that has not come: its server may throttle, or send a byte now and then.
  const missing = new Set<string>();
  const reading: ReadText = async (url) => {
    missing.add(url);
    const text = await read(url);
    missing.delete(url);
    return text;
  };
  let left = mostMilliseconds;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tick = Math.min(tickMs, mostMilliseconds);
    timer = setInterval(() => {
      left -= tick;
      if (left > 0) return;
      deadline.abort();
      reject(lateError(location, [...missing], mostMilliseconds / 1000));
    }, tick);
    timer.unref();
  });
  late.catch(() => {});
  try {
    return await Promise.race([gather(location, reading, deadline.signal), late]);
  } finally {
    clearInterval(timer);
  }
}

function lateError(location: string, [missing]: readonly string[], seconds: number): Error {
  if (missing === undefined) return new TooLargeToJudge(`reading it takes more than ${seconds} s`);
  return new Error(
    missing === absolute(location)
      ? `no usable response from ${missing} within ${seconds} s`
      : `reading it takes more than ${seconds} s: ${missing}, to which it refers, has not come`,
  );
}

async function gather(location: string, read: ReadText, deadline: AbortSignal): Promise<Gathered> {
  const urls = [absolute(location)];
  const documents: JsonObject[] = [];
  let text = 0;
  while (documents.length < urls.length && !deadline.aborted) {
    const batch = urls.slice(documents.length, documents.length + mostAtOnce);
    const contents = await Promise.all(batch.map(read));
    for (const [index, content] of contents.entries()) {
      text += content.length;
      if (text > mostText) throw new TooLargeToJudge(`it has more than ${mostText} characters`);
      documents.push(withStandIns(parse(content), batch[index] ?? "", urls));
    }
    // Each is small enough, but all of them together need not be.
    refuseLargeTree(documents);
  }
  return { documents, urls };
}

function absolute(location: string): string {
  return /^(https?|file):/i.test(location) ? new URL(location).href : pathToFileURL(location).href;
}

/** Parses JSON or YAML to a tree of JSON values without shared objects. */
function parse(text: string): JsonObject {
  // Mostly UTF-16, in which every letter of ASCII has one.
  if (text.includes("\0")) throw new Error("it is not UTF-8 text");
  refuseLongText(text);
  const value = jsonOrYaml(text);
  refuseLargeTree(value);
  if (!isObject(value)) throw new Error("it is not an object, so it is not an OpenAPI document");
  if (Object.keys(value).length === 0)
    throw new Error("it is empty, so it is not an OpenAPI document");
  return value;
}

function jsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return parseYaml(text);
    } catch (error) {
      // The other lines quote the text.
      const [reason] = error instanceof Error ? error.message.split("\n") : [];
      throw new Error(reason ?? "it is neither JSON nor YAML");
    }
  }
}

/**
 * A copy without shared objects, in which references to other documents are stand-ins. New documents are
 * added to the URLs.
 */
function withStandIns(document: JsonObject, url: string, urls: string[]): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      name === "$ref" && typeof inner === "string" ? standIn(inner, url, urls) : copy(inner),
    ]);
    return Object.fromEntries(entries);
  };
  const copied = copy(document);
  return isObject(copied) ? copied : {};
}

function standIn(ref: string, url: string, urls: string[]): string {
  if (ref.startsWith("#")) return ref;
  // Resolving it later would take as long.
  if (mayHaveLongHost(ref)) throw new TooLargeToJudge("it has a reference with a very long host");
  const target = parseUrl(ref, url);
  if (target === null) return ref;
  const fragment = target.hash;
  target.hash = "";
  if (target.href === urls[0] && url === urls[0]) return fragment === "" ? "#" : fragment;
  const known = urls.indexOf(target.href);
  if (known >= 0) return documentUrl(known) + fragment;
  if (urls.length >= mostDocuments) {
    throw new TooLargeToJudge(`it refers to more than ${mostDocuments} documents`);
  }
  urls.push(target.href);
  return documentUrl(urls.length - 1) + fragment;
}
