/** The characters of a text that are split at once. */
const longestBatch = 1024 * 1024;

/**
 * The pieces of a text like those of `text.split(separator)`, a batch of them at a time: all pieces of a text of
 * hundreds of megabytes, which may consist of separators, would take many times its memory.
 *
 * @param separator a text or a global expression, which matches no empty text; between batches, several in a row may
 *   make an empty piece
 */
export function* piecesOf(text: string, separator: RegExp | string): Iterable<readonly string[]> {
  if (text.length <= longestBatch) {
    yield text.split(separator);
    return;
  }
  let begin = 0;
  for (;;) {
    const found = firstAfter(text, separator, begin + longestBatch);
    yield text.slice(begin, found?.start).split(separator);
    if (found === null) return;
    begin = found.end;
  }
}

function firstAfter(
  text: string,
  separator: RegExp | string,
  from: number,
): { readonly start: number; readonly end: number } | null {
  if (from >= text.length) return null;
  if (typeof separator === "string") {
    const start = text.indexOf(separator, from);
    return start === -1 ? null : { start, end: start + separator.length };
  }
  separator.lastIndex = from;
  const found = separator.exec(text);
  return found === null ? null : { start: found.index, end: separator.lastIndex };
}
