const mostShown = 3;

/**
 * The first few ids, and how many more there are.
 * @param mark how a single id is shown
 */
export function idsText(ids: readonly string[], mark = (id: string): string => id): string {
  const more = ids.length > mostShown ? ` and ${ids.length - mostShown} more` : "";
  return `${ids.slice(0, mostShown).map(mark).join(", ")}${more}`;
}
