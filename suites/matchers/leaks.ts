import { surfaces } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { keyExpression } from "../../harness/exchanges/key-names.ts";
import { blocked, type Found, skip } from "../engine/check.ts";
import { answerOf } from "./answer.ts";

/** How the runtimes of common server languages print stack traces. */
const traces: readonly RegExp[] = [
  /\bat [^\n]{0,200}?[\w-]+\.[cm]?[jt]sx?:\d+:\d+/, // JavaScript
  /\bat [\w$.<>/]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/, // the JVM
  /Traceback \(most recent call last\)|File \\?"[^"\\]+\\?", line \d+/, // Python
  /\bgoroutine \d+ \[/, // Go
  /\.php(?::\d+|\(\d+\)| on line (?:<b>)?\d+)/, // PHP
  /\bat [\w.`<>]+\([^)\n]{0,200}\) in [^\n]{1,200}:line \d+/, // .NET
  /\.rb:\d+:in [`']/, // Ruby
  /thread '[^']*' (?:\(\d+\) )?panicked at/, // Rust
];

/**
 * Expects no stack trace in a refusal or server error. Success bodies are not judged, since news may
 * quote one.
 */
export function expectNoTrace(exchange: Exchange): readonly Found[] {
  const { status, body, json } = answerOf(exchange);
  const text = new TextDecoder().decode(body);
  if (status === 200 && json.ok) return [];
  const found = traces.map((trace) => trace.exec(text)?.[0]).find((match) => match !== undefined);
  if (found !== undefined) {
    return [{ path: "body", expected: "no stack trace", actual: found }];
  }
  return json.ok ? [] : skip("needs a JSON body to be sure that the server itself responded");
}

/** Placeholders for our keys in recorded exchanges; a recording holds no key itself. */
const placeholders = surfaces.flatMap((surface) => [
  keyExpression(surface, "own", null),
  keyExpression(surface, "shortened", null),
  keyExpression(surface, "revoked", null),
]);

/** Expects that no key that was sent is returned, in the body or in a header. */
export function expectNoKey({ answer, recorded }: Exchange): readonly Found[] {
  const { response } = recorded;
  if (answer === null || response === null) blocked("needs a recorded answer");
  const places: readonly (readonly [path: string, text: string])[] = [
    ["body", response.body],
    ...Object.entries(response.headers).map(([name, text]) => [`header:${name}`, text] as const),
  ];
  const found = places.flatMap(([path, text]) => {
    const key = placeholders.find((placeholder) => text.includes(placeholder));
    return key === undefined ? [] : [{ path, expected: "no key of the client", actual: key }];
  });
  if (found.length > 0) return found;
  return answer.json.ok
    ? []
    : skip("needs a JSON body to be sure that the server itself responded");
}
