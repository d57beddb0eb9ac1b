import type { FailureCard } from "../model/card.ts";

/** Where a finding points at; an empty pointer is the body. */
export function placeText(path: string): string {
  return path === "" ? "the body" : path;
}

/** How the neighbour of the exchange that is shown lies to it, as a label. */
export const neighbourLabels = {
  before: "before",
  meanwhile: "meanwhile",
  after: "afterwards",
} as const;

/** A request as its lines: method and URL, then the headers. */
export function requestText({ method, url, headers }: NonNullable<FailureCard["sent"]>): string {
  return [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
}

/** What came back: status and content type, then the part of the body that is shown. */
export function answerText(received: FailureCard["received"]): string {
  if (received === null) return "no answer was recorded";
  if (received.kind === "failure") return `no answer: ${received.message}`;
  const head = `${received.status}, ${received.contentType ?? "no content-type"}`;
  return `${head}\n${received.body === "" ? "(an empty body)" : received.body}`;
}
