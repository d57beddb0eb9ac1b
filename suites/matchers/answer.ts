import type { Answer, Exchange } from "../../harness/exchange.ts";
import { blocked, type Found, skip } from "../check.ts";

/** The answer of an exchange that the engine has found to have one. */
export function answerOf(exchange: Exchange): Answer {
  return exchange.answer ?? blocked(exchange.failure?.message ?? "no answer");
}

/** The parsed body of a 200; blocked where there is none, since other requirements say so. */
export function successBody(exchange: Exchange): unknown {
  const { status, json } = answerOf(exchange);
  if (status !== 200) blocked(`needs a success body, but the status is ${status}`);
  if (!json.ok) blocked(`needs a JSON body, but it does not parse: ${json.error}`);
  return json.value;
}

/** The parsed body of a 4xx; skipped for any other status, since other requirements say so. */
export function errorBody(exchange: Exchange): unknown {
  const { status, json } = answerOf(exchange);
  if (!isRefusal(status)) skip(`was not refused, but answered with ${status}`);
  return json.ok ? json.value : undefined;
}

export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Expects exactly this status. */
export function hasStatus(exchange: Exchange, ...wanted: readonly number[]): readonly Found[] {
  const { status } = answerOf(exchange);
  if (wanted.includes(status)) return [];
  return [{ path: "status", expected: wanted.join(" or "), actual: String(status) }];
}

/** Expects a 200; blocked where it has no JSON body, since an empty 200 answers nothing. */
export function isServed(exchange: Exchange): readonly Found[] {
  const findings = hasStatus(exchange, 200);
  if (findings.length === 0) successBody(exchange);
  return findings;
}

/** Expects a refusal: any 4xx. A 5xx is a failure of the server and no refusal. */
export function isRefused(exchange: Exchange): readonly Found[] {
  const { status } = answerOf(exchange);
  if (isRefusal(status)) return [];
  return [{ path: "status", expected: "a refusal with a 4xx status", actual: String(status) }];
}

/** Expects `application/json`, in any letter case and with any parameters. */
export function hasJsonMediaType(exchange: Exchange): readonly Found[] {
  const header = answerOf(exchange).headers["content-type"];
  // A header that came twice is joined with a comma; twice the same is no contradiction.
  const mediaTypes = header?.split(",").map((part) => part.split(";")[0]?.trim().toLowerCase());
  if (mediaTypes?.every((mediaType) => mediaType === "application/json")) return [];
  return [
    {
      path: "header:content-type",
      expected: "application/json",
      actual: header === undefined ? "absent" : header,
    },
  ];
}
