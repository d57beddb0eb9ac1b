/** How a text in quotation marks ends that was cut off before it was redacted, as `quoteValue` does. */
const cutMark = '…"';
/** A text in which there are more of them is no finding: the last ones are looked at. */
const mostCuts = 8;
/** Fewer characters of a long secret tell little about it, and a text may well end with them. */
const leastShown = 8;

/**
 * A function that replaces the beginning of a secret where a text was cut off in the middle of it. Parts of keys are
 * found anyway, but of other secrets only long ones, unless it is known that they end there.
 *
 * @param secrets their values, the longest first
 */
export function createCutSecretFinder(
  secrets: readonly string[],
  replacement: string,
): (text: string) => string {
  const quoted = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));

  /** The number of characters before this index with which a secret begins. */
  function shownBefore(text: string, end: number): number {
    let most = 0;
    for (const secret of quoted) {
      const least = Math.max(most + 1, Math.min(leastShown, secret.length - 1));
      for (let length = Math.min(secret.length, end); length >= least; length -= 1) {
        if (text.startsWith(secret.slice(0, length), end - length)) most = length;
      }
    }
    return most;
  }

  return (text) => {
    let shown = text;
    let end = text.length;
    for (let cut = 0; cut < mostCuts; cut += 1) {
      const at = end > 0 ? shown.lastIndexOf(cutMark, end - 1) : -1;
      if (at === -1) return shown;
      const length = shownBefore(shown, at);
      if (length > 0) shown = shown.slice(0, at - length) + replacement + shown.slice(at);
      end = at - length;
    }
    return shown;
  };
}
