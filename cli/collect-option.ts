/** Commander hands over one value at a time, also for an option that takes several; this makes them a list. */
export function collectOption(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
