/** The pointer of a reference into its own document. */
export function pointerIn(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}
