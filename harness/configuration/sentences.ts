/** Sentences one after the other, without those that do not apply. */
export function sentences(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(" ");
}
