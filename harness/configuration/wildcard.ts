import { escapeRegExp } from "../escape-regexp.ts";

/** Whether a text matches a pattern, in which `*` stands for any characters. */
export function wildcard(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${pattern.split("*").map(escapeRegExp).join(".*")}$`);
  return (text) => expression.test(text);
}
