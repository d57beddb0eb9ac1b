/** Larger sizes are not told apart. */
const mostSize = 1_000_000_000;

/** A sequence of atoms within a group, or outside of any. */
interface Sequence {
  /** Of all atoms but the last. */
  before: number;
  last: number;
}

/** A quantifier with numbers: `{3}`, `{3,}` or `{3,5}`. */
const repetition = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
/** An escape, with the braces that belong to it: `\d`, `\p{Lu}`, `\u{1f600}`. */
const escaped = /\\(?:[pPux]\{[^}]{0,40}\}|[\s\S])/y;

/**
 * About how many instructions a pattern has for a matcher that has one for each character, class and choice, and copies
 * what is repeated: repetitions within repetitions multiply. At each character of a text, such a matcher may try all of
 * them. Linear in time.
 */
export function patternSize(pattern: string): number {
  const open: Sequence[] = [];
  let current: Sequence = { before: 0, last: 0 };
  const add = (size: number) => {
    current = { before: sizeOf(current), last: size };
  };
  for (let index = 0; index < pattern.length; ) {
    const sign = pattern[index];
    let end = index + 1;
    if (sign === "\\") {
      const [all] = matchAt(escaped, pattern, index) ?? [sign];
      end = index + all.length;
      add(1);
    } else if (sign === "[") {
      end = endOfClass(pattern, end);
      add(1);
    } else if (sign === "(") {
      open.push(current);
      current = { before: 0, last: 0 };
    } else if (sign === ")") {
      const size = sizeOf(current) + 2;
      current = open.pop() ?? { before: 0, last: 0 };
      add(size);
    } else if (sign === "{") {
      const [all, least, most] = matchAt(repetition, pattern, index) ?? [sign];
      end = index + all.length;
      if (least === undefined) add(1);
      else current.last = Math.min(mostSize, current.last * Math.max(1, Number(most || least)));
    } else add(1);
    index = end;
  }
  return open.reduce((sum, outer) => Math.min(mostSize, sum + sizeOf(outer)), sizeOf(current));
}

function sizeOf({ before, last }: Sequence): number {
  return Math.min(mostSize, before + last);
}

/** What an expression finds at an index; null if it does not match there. */
function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index;
  return expression.exec(text);
}

function endOfClass(pattern: string, begin: number): number {
  for (let index = begin; index < pattern.length; index += 1) {
    if (pattern[index] === "\\") index += 1;
    else if (pattern[index] === "]") return index + 1;
  }
  return pattern.length;
}
