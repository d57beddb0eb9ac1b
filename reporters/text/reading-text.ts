/**
 * Where it is written how a clause is read: `docs/interpretations.md, section "keys"`.
 * @param interpretation heading in that file; null if there is none
 */
export function readingText(interpretation: string | null): string | null {
  return interpretation === null ? null : `docs/interpretations.md, section "${interpretation}"`;
}
