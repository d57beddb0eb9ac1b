import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { blocked, type Found, skip } from "../model/check.ts";
import { answerOf } from "./answer.ts";

/** A sign of what clients should not see. Each is found in linear time. */
interface Sign {
  readonly sign: RegExp;
  /** What precedes it on the same line. */
  readonly after?: RegExp;
}

/** How the runtimes of common server languages print stack traces. */
const traces: readonly Sign[] = [
  { sign: /[\w-]\.[cm]?[jt]sx?:\d+:\d/g, after: /\bat / }, // JavaScript
  { sign: /\([\w$]+\.(?:java|kt|scala|groovy):\d/g, after: /\bat [\w$.<>/]+$/ }, // the JVM
  { sign: /\((?:Native Method|Unknown Source)\)/g, after: /\bat [\w$.<>/]+$/ }, // the JVM
  { sign: /Traceback \(most recent call last\)/g }, // Python
  { sign: /\\?", line \d/g, after: /File \\?"[^"\\]+$/ }, // Python
  { sign: /\bgoroutine \d+ \[/g }, // Go
  { sign: /\.php(?::\d|\(\d+\)| on line (?:<b>)?\d)/g }, // PHP
  { sign: /:line \d/g, after: /\bat [\w.`<>]+\([^()]*\) in / }, // .NET
  { sign: /\.rb:\d+:in [`']/g }, // Ruby
  { sign: /'(?: \(\d+\))? panicked at/g, after: /thread '[^']*$/ }, // Rust
  // Where a library is, as in a single frame.
  { sign: /\/(?:node_modules|site-packages|dist-packages|vendor\/bundle)\/[\w@.-]/g },
];

/** What databases, connections and the runtimes of common server languages say to the program that uses them. */
const internalMessages: readonly Sign[] = [
  { sign: /SQLSTATE\[\w{2,5}\]/g },
  { sign: /\b(?:ORA|PLS)-\d{5}\b/g },
  { sign: /\b[Yy]ou have an error in your SQL syntax\b/g },
  { sign: /\bsyntax error at or near\b/g },
  { sign: /\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|TIMEDOUT|AI_AGAIN)\b/g },
  { sign: /\b(?:psycopg2?|asyncpg|pymysql|pymongo|sqlite3|sqlalchemy|redis)\.[\w.]{1,60}Error\b/g },
  {
    sign: /(?:Exception|Error)\b/g,
    after: /(?<![\w$.])(?:com|org|java|javax|jakarta|kotlin)\.[\w$.]+$/,
  }, // the JVM
  { sign: /\bCannot read propert(?:y|ies) of (?:undefined|null)\b/g },
  { sign: /'NoneType' object\b/g },
  { sign: /\bruntime error: (?:index out of range|invalid memory address)/g },
  // A query to a database.
  { sign: / FROM [\w."`]{1,60} (?:WHERE|ORDER|LIMIT|JOIN)\b/g, after: /\bSELECT / },
];

/** The beginning of a response that is searched, in bytes. */
const searchedBytes = 256 * 1024;
/** The longest part of a line in front of a sign that is looked at. */
const longestBefore = 300;
/** The longest parts of the line before and after a sign that are shown. */
const longestLead = 80;
const longestAfter = 40;
/** The end of a line in a text, or of a line or text within JSON. */
const lineEnd = /\\[nr]|[\n\r"]/;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Expects no stack trace in a refusal or server error. Success bodies are not judged, since news may
 * quote one.
 */
export function expectNoTrace(exchange: Exchange): readonly Found[] {
  return expectNone(traces, "stack trace", exchange);
}

/** Expects no message of a database, a connection or a runtime, likewise. */
export function expectNoInternalMessage(exchange: Exchange): readonly Found[] {
  return expectNone(internalMessages, "message of a program behind the service", exchange);
}

function expectNone(signs: readonly Sign[], what: string, exchange: Exchange): readonly Found[] {
  const { status, body, json } = answerOf(exchange);
  if (status === 200 && json.ok) return [];
  if (lineWith(signs, new TextDecoder().decode(body.subarray(0, searchedBytes))) !== null) {
    // A line that is cut may begin within a key, of which the rest would not be found.
    const shown = lineWith(signs, exchange.recorded.response?.body ?? "");
    const actual = shown === null ? `a ${what}` : `"${shown}"`;
    return [{ path: "body", expected: `no ${what}`, actual }];
  }
  return json.ok ? [] : skip("needs a JSON body to be sure that the server itself responded");
}

/** The first line with one of the signs in a body, whose text may be JSON. */
function lineWith(signs: readonly Sign[], body: string): string | null {
  const found = lineOfText(signs, body);
  return found ?? (body.includes("\\") ? lineOfText(signs, unescaped(body)) : null);
}

/** The texts of JSON without escapes, since frames may begin after an escaped tab or line break. */
function unescaped(json: string): string {
  return json.replace(/\\(["\\nrt])/g, (_, sign: string) => escapes[sign] ?? sign);
}

/** The first line with one of the signs in a text, cut if it is long; null if there is none. In linear time. */
function lineOfText(signs: readonly Sign[], text: string): string | null {
  for (const { sign, after } of signs) {
    for (const match of text.matchAll(sign)) {
      const before = text.slice(Math.max(0, match.index - longestBefore), match.index);
      const line = before.slice(before.lastIndexOf("\n") + 1);
      const start = after === undefined ? 0 : line.search(after);
      if (start === -1) continue;
      const lead = after === undefined ? (line.split(lineEnd).at(-1) ?? "") : line.slice(start);
      const end = match.index + match[0].length;
      const [rest = ""] = text.slice(end, end + longestAfter).split(lineEnd);
      return `${lead.trimStart().slice(-longestLead)}${match[0]}${rest.trimEnd()}`;
    }
  }
  return null;
}

/**
 * Expects that no key that was sent is returned, in the body or in a header. This is determined when a response is
 * recorded, since a placeholder for a key in the recording may also be the server's own text.
 */
export function expectNoKey({ answer, recorded }: Exchange): readonly Found[] {
  const { response } = recorded;
  if (answer === null || response === null) blocked("needs a recorded response");
  const found = Object.entries(response.echoed ?? {}).map(([path, key]) => ({
    path,
    expected: "no key of the client",
    actual: key,
  }));
  if (found.length > 0) return found;
  return answer.json.ok
    ? []
    : skip("needs a JSON body to be sure that the server itself responded");
}
