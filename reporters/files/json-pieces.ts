/** A text as a whole, or in pieces that are made as they are read. */
export type TextOrPieces = string | Iterable<string>;

/**
 * The text of a value in JSON, in pieces that are the same together as `JSON.stringify` makes at once: a report has tens
 * of megabytes, and a text of it as a whole takes as much memory again. Pure.
 *
 * @param levels the levels of objects and lists that are taken apart; what is deeper is small
 * @param indent blanks for each level
 */
export function* jsonPieces(value: unknown, levels: number, indent = 2): Generator<string> {
  yield* piecesOf(value, levels, " ".repeat(indent), "\n");
}

function* piecesOf(
  value: unknown,
  levels: number,
  indent: string,
  newLine: string,
): Generator<string> {
  if (levels === 0 || typeof value !== "object" || value === null) {
    // The strings of JSON have no line breaks.
    yield (JSON.stringify(value, null, indent) ?? "null").replaceAll("\n", newLine);
    return;
  }
  const isList = Array.isArray(value);
  const [begin, end] = isList ? ["[", "]"] : ["{", "}"];
  yield begin;
  const inside = newLine + indent;
  let separator = inside;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield separator + (isList ? "" : `${JSON.stringify(name)}: `);
    yield* piecesOf(member, levels - 1, indent, inside);
    separator = `,${inside}`;
  }
  yield (separator === inside ? "" : newLine) + end;
}

/** As a whole. */
export function joinedText(text: TextOrPieces): string {
  return typeof text === "string" ? text : [...text].join("");
}
