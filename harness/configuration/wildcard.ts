import { escapeRegExp } from "../escape-regexp.ts";

/** Whether a text is what a pattern says, where `*` stands for anything. */
export function wildcard(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${pattern.split("*").map(escapeRegExp).join(".*")}$`);
  return (text) => expression.test(text);
}
