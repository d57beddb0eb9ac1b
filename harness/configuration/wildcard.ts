import { hasPartsInOrder } from "../parts-in-order.ts";

/** Whether a text matches a pattern, in which `*` stands for any characters. */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split("*");
  return (text) => hasPartsInOrder(text, parts);
}
