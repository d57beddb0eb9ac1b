/** Whether two codes of a country or a language are the same in any letter case. */
export function sameCode(one: unknown, other: string): boolean {
  return typeof one === "string" && one.toLowerCase() === other.toLowerCase();
}
