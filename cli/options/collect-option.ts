/**
 * Commander passes one value at a time, even for an option with several values; this collects them in a
 * list.
 */
export function collectOption(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
