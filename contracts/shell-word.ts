import { shellQuote } from "./shell-quote.ts";

/** A text as one word for a POSIX shell, in quotation marks only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : shellQuote(text);
}
